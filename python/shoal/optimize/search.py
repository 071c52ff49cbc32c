"""A whole search: from a scenario with domains to the files of its result."""

from __future__ import annotations

import contextlib
import json
import logging
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from shoal.batch.controllers import Controller, find_controller
from shoal.batch.engine import Engine
from shoal.batch.scenarios import read_scenario, write_scenario
from shoal.batch.state import State, digest_of_file
from shoal.command_line import Mistake
from shoal.optimize import results
from shoal.optimize.domain import (
    SECTION,
    VarSpec,
    decode_unit_vector,
    discover_optimization_domains,
    encode_x0_unit,
)
from shoal.optimize.evaluation import Candidate, Simulations
from shoal.optimize.evaluations import Checkpoint, Entry, Evaluations, best_of, bests
from shoal.optimize.methods import METHODS, Settings, search_of
from shoal.optimize.objective import Objective, default_objective, load_objective
from shoal.optimize.scores import BudgetSpent

CHECKPOINT = "checkpoint.jsonl"
logger = logging.getLogger(__name__)


@dataclass
class Options:
    """Those of the command line, see ``shoal optimize --help``."""

    config: str
    simulator_binary: str
    runs: int = 1
    temp_base: str = "tmp_opt"
    output_dir: str = "opt_out"
    objective: str | None = None
    objective_func: str | None = None
    optimizer: str = "cmaes"
    max_evals: int = 50
    confirm: int = 0
    settings: Settings = field(default_factory=Settings)
    jobs: int | None = None
    cluster: str | None = None
    keep_temp: bool = False
    retries: int = 5
    time_limit: float | None = None
    resume: bool = False


class Found(NamedTuple):
    """``entries``: all evaluations in order; ``chosen``: the best, or the one of the front that the files are about."""

    entries: list[Entry]
    chosen: Entry
    seconds: float  # of wall time
    own_seconds: float  # of them, those that no evaluation was under way


def optimize(options: Options) -> Found:
    """Does a search and writes its files."""
    config = read_scenario(options.config)
    specs = _specs(config, options)
    objective = _objective(options)
    settings = _settings(config, options)
    controller = find_controller(options.simulator_binary)
    output = Path(options.output_dir)
    output.mkdir(parents=True, exist_ok=True)
    identity = _identity(options, settings, controller)
    search = search_of(options.optimizer)
    with contextlib.ExitStack() as open_things:
        state = State(Path(options.temp_base), [json.dumps(identity), str(output.absolute())], options.resume)
        open_things.callback(lambda: state.release(keep=options.keep_temp or not done))
        done: list[bool] = []
        engine = open_things.enter_context(Engine(options.jobs, options.cluster))
        simulations = _simulations(config, options, controller, objective, engine, state)
        simulations.check(decode_unit_vector(specs, encode_x0_unit(specs)))
        checkpoint = Checkpoint(output / CHECKPOINT, identity, options.resume)
        open_things.callback(checkpoint.close)
        found = run_search(search, specs, simulations, options, settings, checkpoint)
        _write(found, specs, config, options, settings, simulations)
        done.append(True)
    return found


def run_search(search, specs, evaluator, options: Options, settings: Settings, checkpoint=None) -> Found:
    """The search alone, with any evaluator."""
    start = time.monotonic()
    history = results.History(Path(options.output_dir), specs, options.runs)
    said = _Said()

    def generation_done(entries: list[Entry]) -> None:
        history.add(entries)
        said.generation(entries)

    evaluations = Evaluations(specs, evaluator, options.max_evals, checkpoint, generation_done)
    logger.info("Starting optimization: %s | dim=%d | max_evals=%d (normalized space)", options.optimizer.upper(), len(specs),
                options.max_evals)  # fmt: skip
    with contextlib.suppress(BudgetSpent):
        search(specs, evaluations, settings)
    history.close()
    entries = evaluations.entries
    chosen = results.middle_of_front(entries) if settings.objectives > 1 else best_of(entries)
    if chosen is None:
        raise Mistake(f"each of the {len(entries)} evaluation(s) failed: {entries[0].score.failure}")
    seconds = time.monotonic() - start
    return Found(entries, chosen, seconds, seconds - evaluations.seconds)


class _Said:
    """A line a generation."""

    def __init__(self):
        self._entries: list[Entry] = []

    def generation(self, entries: list[Entry]) -> None:
        self._entries += entries
        values = [entry.score.fitness[0] for entry in entries if not entry.score.failed]
        failed = len(entries) - len(values)
        several = any(len(entry.score.fitness) > 1 for entry in entries)
        about = "" if not values else (
            f" f[best/mean/min]=[{max(values):g}/{np.mean(values):g}/{min(values):g}]"
            f" best_so_far={bests(self._entries)[-1]:g}"
        )  # fmt: skip
        logger.info("gen %03d: pop=%d%s%s%s", entries[0].generation, len(entries), about,
                    " (first objective)" if several else "", f" failed={failed}" if failed else "")  # fmt: skip


def _specs(config: dict[str, Any], options: Options) -> list[VarSpec]:
    try:
        specs = discover_optimization_domains(config)
    except Mistake as mistake:
        raise Mistake(f"{options.config}: {mistake}") from None
    if not specs:
        raise Mistake(f"{options.config}: has no optimization_domain, expected one at each key that may vary")
    return specs


def _objective(options: Options) -> Objective:
    several = METHODS[options.optimizer].objectives > 1
    if options.objective is None:
        return default_objective(several)
    return load_objective(options.objective, options.objective_func, several)


def _settings(config: dict[str, Any], options: Options) -> Settings:
    section = config.get(SECTION) or {}
    qd = section.get("qd") if isinstance(section, dict) else None
    if qd is not None and not isinstance(qd, dict):
        raise Mistake(f"{options.config}: {SECTION}.qd: found {qd!r}, expected a map")
    options.settings.qd = qd or {}
    options.settings.objectives = METHODS[options.optimizer].objectives
    return options.settings


def _identity(options: Options, settings: Settings, controller: Controller) -> dict[str, Any]:
    """What must be the same for --resume; the budget may grow."""
    return {
        "scenario (-c)": digest_of_file(options.config),
        "controller (-S)": digest_of_file(controller.path),
        "objective (-O)": digest_of_file(options.objective) if options.objective else "default",
        "--objective-func": options.objective_func,
        "--optimizer": options.optimizer,
        "--runs": options.runs,
        "--seed": settings.seed,
        "--popsize": settings.popsize,
        "--sigma0": settings.sigma0,
        "--qd-shape": settings.qd_shape,
        "--qd-ranges": settings.qd_ranges,
        "--qd-init-samples": settings.qd_init_samples,
        "--qd-batch": settings.qd_batch,
    }


def _simulations(config, options: Options, controller, objective, engine, state) -> Simulations:
    return Simulations(
        config=config,
        file=Path(options.config),
        controller=controller,
        objective=objective,
        engine=engine,
        state=state,
        runs=options.runs,
        features=options.optimizer == "mapelites",
        retries=options.retries,
        time_limit=options.time_limit,
        keep_temp=options.keep_temp,
    )


def _write(
    found: Found, specs, config, options: Options, settings: Settings, simulations: Simulations
) -> None:
    output = Path(options.output_dir)
    best = results.scenario(config, found.chosen.values)
    text = write_scenario(best, output, Path(options.config).parent, "best_config.yaml").read_text()
    candidate = Candidate(found.chosen.index, found.chosen.values)
    simulations.write_results(candidate, output / "best_results.feather", text)
    summary = results.summary(found, specs, options, settings)
    if options.confirm:
        summary["confirmed"] = _confirmed(simulations, found, options)
    results.write(output, found, specs, options, settings, summary)
    _say(found, summary)


def _confirmed(simulations: Simulations, found: Found, options: Options) -> dict[str, Any]:
    """The chosen one with seeds that the search has not seen: the best of many is partly luck."""
    seeds = range(options.runs, options.runs + options.confirm)
    candidate = Candidate(len(found.entries), found.chosen.values)
    (_, score), = simulations([candidate], seeds)  # fmt: skip
    if score.failed:
        raise Mistake(f"--confirm: {score.failure}")
    return {
        "seeds": [seeds[0], seeds[-1]],
        "fitness": list(score.fitness),
        "interval": [[f - h, f + h] for f, h in zip(score.fitness, score.half)],
    }


def _say(found: Found, summary: dict[str, Any]) -> None:
    fitness, half = found.chosen.score.fitness, found.chosen.score.half
    between = f" ± {half[0]:g} (95 %)" if half else ""
    if len(fitness) > 1:
        logger.info(
            "Done. Front of %d; its middle: %s", summary["front"], ", ".join(f"{f:g}" for f in fitness)
        )
    else:
        logger.info("Done. Best fitness: %g%s", fitness[0], between)
    if "confirmed" in summary:
        logger.info("With seeds that were not used: %s", json.dumps(summary["confirmed"]))
    logger.info("Best values: %s", json.dumps(found.chosen.values))
