"""The files of a search: history, summary, the best scenario, and the archive or front."""

from __future__ import annotations

import copy
import csv
import datetime
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from shoal.batch.expansion import (
    COLUMNS,
    DEFAULT,
    FILE_NAMES,
    HIERARCHICAL,
    OPTIONS,
    RANGE,
    merge,
    range_values,
)
from shoal.optimize.domain import VarSpec, set_optimized_values_in_config
from shoal.optimize.evaluations import Entry, fitness_of
from shoal.optimize.methods import Settings
from shoal.optimize.scores import FAILED

if TYPE_CHECKING:
    from shoal.optimize.search import Found, Options

HISTORY = "opt_history.csv"


class History:
    """``opt_history.csv``: a row an evaluation, written as they are made."""

    def __init__(self, folder: Path, specs: Sequence[VarSpec], runs: int):
        self._file = open(folder / HISTORY, "w", newline="")  # noqa: SIM115 (open as long as the search goes on)
        self._writer = csv.writer(self._file)
        self._specs = specs
        self._seeds = f"0-{runs - 1}" if runs > 1 else "0"
        self._best = FAILED
        self._several = 0

    def add(self, entries: Sequence[Entry]) -> None:
        if self._file.tell() == 0:
            self._several = max((len(entry.score.fitness) for entry in entries), default=1)
            self._writer.writerow(self._head())
        for entry in entries:
            self._best = max(self._best, fitness_of(entry.score))
            self._writer.writerow(self._row(entry))
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def _head(self) -> list[str]:
        others = [f"fitness_{i + 1}" for i in range(1, self._several)]
        return ["eval", "fitness", "best_so_far", "u_internal", "values", "timestamp", "generation", "fitness_low",
                "fitness_high", *others, "features", "seeds", "seconds", "failure"]  # fmt: skip

    def _row(self, entry: Entry) -> list[Any]:
        score = entry.score
        low, high = (
            (score.fitness[0] - score.half[0], score.fitness[0] + score.half[0]) if score.half else ("", "")
        )
        others = list(score.fitness[1:]) if not score.failed else [FAILED] * (self._several - 1)
        when = datetime.datetime.fromtimestamp(entry.timestamp, datetime.UTC).isoformat(timespec="seconds")
        return [entry.index + 1, fitness_of(score), self._best, json.dumps(entry.u), json.dumps(entry.values), when,
                entry.generation, low, high, *others, json.dumps(score.features) if score.features else "", self._seeds,
                f"{score.seconds:.3f}", score.failure]  # fmt: skip


def scenario(config: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """One that ``shoal run`` takes: these values, and the first of those options that a batch would go through."""
    return {**_runnable(set_optimized_values_in_config(config, values)), **_aliases(config, values)}


def _runnable(node: Any) -> Any:
    if not isinstance(node, dict):
        return node
    if OPTIONS in node or RANGE in node:
        first = node[OPTIONS][0] if OPTIONS in node else range_values(node[RANGE])[0]
        return {DEFAULT: first, **node}
    made = {key: _runnable(child) for key, child in node.items() if key != HIERARCHICAL}
    if HIERARCHICAL in node:
        chosen = {key: child for key, child in node[HIERARCHICAL].items() if key not in ("name", "default")}
        for content in chosen.values():
            merge(made, _runnable(copy.deepcopy(content)))
    return made


def _aliases(config: Any, values: dict[str, Any], path: str = "") -> dict[str, str]:
    """Names of alternatives that result files or columns are named by, and what was chosen."""
    if not isinstance(config, dict):
        return {}
    found = {}
    for key, child in config.items():
        here = f"{path}.{key}" if path else str(key)
        if key == HIERARCHICAL and here in values and isinstance(child.get("name"), str):
            found[child["name"]] = values[here]
        found |= _aliases(child, values, here)
    if path:
        return found
    named = f"{config.get(COLUMNS)} {config.get(FILE_NAMES)}"
    return {name: choice for name, choice in found.items() if name in named}


def front_of(entries: Sequence[Entry]) -> list[Entry]:
    """Those that none is better than in one objective and as good in all others; of equals, the first."""
    worked = [entry for entry in entries if not entry.score.failed]
    fitness = np.array([entry.score.fitness for entry in worked])
    front = []
    for i, mine in enumerate(fitness):
        no_worse, better = (fitness >= mine).all(axis=1), (fitness > mine).any(axis=1)
        if not (no_worse & better).any() and not (fitness[:i] == mine).all(axis=1).any():
            front.append(worked[i])
    return front


def middle_of_front(entries: Sequence[Entry]) -> Entry | None:
    """The one of the front with the largest sum of objectives, each from 0 to 1 over the front."""
    front = front_of(entries)
    if not front:
        return None
    fitness = np.array([entry.score.fitness for entry in front])
    span = np.ptp(fitness, axis=0)
    parts = (fitness - fitness.min(axis=0)) / np.where(span > 0, span, 1.0)
    return front[int(np.argmax(parts.sum(axis=1)))]


def summary(found: Found, specs: Sequence[VarSpec], options: Options, settings: Settings) -> dict[str, Any]:
    score = found.chosen.score
    about = {
        "optimizer": options.optimizer,
        "seed": settings.seed,
        "runs": options.runs,
        "evaluations": len(found.entries),
        "failures": sum(entry.score.failed for entry in found.entries),
        "seconds": round(found.seconds, 3),
        "seconds_outside_evaluations": round(found.own_seconds, 3),
        "best_eval": found.chosen.index + 1,
        "best_fitness": score.fitness[0] if settings.objectives == 1 else list(score.fitness),
        "best_interval": [[f - h, f + h] for f, h in zip(score.fitness, score.half)] or None,
        "best_values": found.chosen.values,
        "variables": [spec.path for spec in specs],
    }
    if settings.objectives > 1:
        about["front"] = len(front_of(found.entries))
    return about


def table(entries: Sequence[Entry], **columns: Sequence) -> pd.DataFrame:
    """A row an entry: its number, these columns, its objectives and values."""
    frame = pd.DataFrame({"eval": [entry.index + 1 for entry in entries], **columns})
    count = max((len(entry.score.fitness) for entry in entries), default=1)
    for i in range(count):
        frame["fitness" if i == 0 else f"fitness_{i + 1}"] = [entry.score.fitness[i] for entry in entries]
    for path in entries[0].values if entries else ():
        frame[path] = [entry.values[path] for entry in entries]
    return frame


def write(
    output: Path,
    found: Found,
    specs: list[VarSpec],
    options: Options,
    settings: Settings,
    about: dict[str, Any],
) -> None:
    from shoal.optimize import page, pictures

    archive = None
    if options.optimizer == "mapelites":
        archive = _archive(output, found.entries, settings, about)
    if settings.objectives > 1:
        table(front_of(found.entries)).to_csv(output / "front.csv", index=False)
    (output / "summary.json").write_text(json.dumps(about, indent=2) + "\n")
    pictures.write(output, found.entries, archive)
    page.write(output / "report.html", found, specs, options, about, archive)


def _archive(output: Path, entries: list[Entry], settings: Settings, about: dict[str, Any]) -> Any:
    """``archive.csv``: a row an elite, with its cell."""
    from shoal.optimize.methods.map_elites import archive_of

    archive = archive_of(
        [np.array(entry.u) for entry in entries], [entry.score for entry in entries], settings
    )
    stats = archive.stats
    about |= {"cells": int(archive.cells), "elites": int(stats.num_elites), "coverage": float(stats.coverage)}
    about["ranges"] = [
        [float(low), float(high)] for low, high in zip(archive.lower_bounds, archive.upper_bounds)
    ]
    by_place = {
        (entry.u, entry.score.fitness[0]): entry for entry in reversed(entries) if not entry.score.failed
    }
    data = archive.data()
    order = np.argsort(data["index"])
    elites = [by_place[tuple(data["solution"][i]), data["objective"][i]] for i in order]
    cells = archive.int_to_grid_index(data["index"][order])
    columns = {f"cell_{k + 1}": cells[:, k] for k in range(cells.shape[1])}
    columns |= {f"feature_{k + 1}": data["measures"][order, k] for k in range(cells.shape[1])}
    table(elites, **columns).to_csv(output / "archive.csv", index=False)
    return archive
