"""One search: generations of a method, evaluated, noted as they come, and resumed from the notes."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import logging
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from shoal.command_line import Mistake
from shoal.optimize.domain import VarSpec, decode_unit_vector
from shoal.optimize.evaluation import Result
from shoal.optimize.methods import METHODS, WORST, Settings
from shoal.optimize.objectives import Score

logger = logging.getLogger(__name__)

# Number of the first evaluation, values of each -> results
EvaluateValues = Callable[[int, list[dict[str, Any]]], list[Result]]


@dataclass(frozen=True)
class Evaluation:
    number: int  # from 0
    u: tuple[float, ...]
    values: dict[str, Any]
    result: Result
    timestamp: str

    @property
    def fitness(self) -> float:
        """The first objective; the worst there is if it failed."""
        return self.result.score.fitness[0] if self.result.score.fitness else WORST

    @property
    def failed(self) -> bool:
        return bool(self.result.score.problem)


class _Over(Exception):
    """The budget is used up."""


@dataclass
class Study:
    """``run`` does ``settings.max_evals`` evaluations, those in ``notes`` included."""

    method: str
    specs: Sequence[VarSpec]
    settings: Settings
    evaluate_values: EvaluateValues
    notes: Notes
    history: list[Evaluation] = field(default_factory=list)
    generation: int = 0
    evaluation_seconds: float = 0.0
    seconds: float = 0.0

    def run(self) -> list[Evaluation]:
        logger.info("Starting optimization: %s | dim=%d | max_evals=%d (normalized space)", self.method.upper(),
                    len(self.specs), self.settings.max_evals)  # fmt: skip
        start = time.monotonic()
        with contextlib.suppress(_Over):
            METHODS[self.method](self._evaluate, self.specs, self.settings)
        self.seconds = time.monotonic() - start
        return self.history

    def best(self) -> Evaluation | None:
        good = [evaluation for evaluation in self.history if not evaluation.failed]
        return max(good, key=lambda evaluation: evaluation.fitness, default=None)

    def _evaluate(self, points: Sequence[Sequence[float]]) -> list[Score]:
        points = [tuple(np.clip(np.asarray(point, dtype=float), 0.0, 1.0).tolist()) for point in points]
        known = self._known(points)
        todo = points[len(known) :][: self.settings.max_evals - len(self.history) - len(known)]
        fresh = self._fresh(len(self.history) + len(known), todo)
        self.history += known + fresh
        self._say(known + fresh)
        if len(self.history) >= self.settings.max_evals:
            raise _Over
        return [evaluation.result.score for evaluation in known + fresh]

    def _known(self, points: list[tuple[float, ...]]) -> list[Evaluation]:
        at = len(self.history)
        known = self.notes.evaluations[at : at + len(points)][: self.settings.max_evals - at]
        for evaluation, point in zip(known, points):
            if evaluation.u != point:
                raise Mistake(
                    f"--resume: {self.notes.file} is of another search: evaluation {evaluation.number} differs"
                )
        return known

    def _fresh(self, first: int, points: list[tuple[float, ...]]) -> list[Evaluation]:
        if not points:
            return []
        values = [decode_unit_vector(self.specs, point) for point in points]
        start = time.monotonic()
        results = self.evaluate_values(first, values)
        self.evaluation_seconds += time.monotonic() - start
        now = datetime.datetime.now().isoformat(timespec="seconds")
        fresh = [
            Evaluation(first + i, point, value, result, now)
            for i, (point, value, result) in enumerate(zip(points, values, results, strict=True))
        ]
        for evaluation in fresh:
            if evaluation.failed:
                logger.warning("evaluation %d failed: %s", evaluation.number, evaluation.result.score.problem)
            self.notes.add(evaluation)
        return fresh

    def _say(self, evaluations: list[Evaluation]) -> None:
        if not evaluations:
            return
        self.generation += 1
        fitness = [evaluation.fitness for evaluation in evaluations]
        best = self.best()
        logger.info("gen %03d: pop=%d f[best/mean/min]=[%.6g/%.6g/%.6g] best_so_far=%.6g", self.generation, len(fitness),
                    max(fitness), np.mean(fitness), min(fitness), best.fitness if best else WORST)  # fmt: skip


class Notes:
    """The checkpoint: a line for each evaluation, written when it is known. The first line says which search it is."""

    def __init__(self, file: Path, identity: list[str], resume: bool):
        self.file = file
        self.evaluations: list[Evaluation] = []
        digest = hashlib.sha256("\0".join(identity).encode()).hexdigest()
        if resume and file.is_file():
            self._read(digest)
        file.parent.mkdir(parents=True, exist_ok=True)
        self._out = open(file, "a" if self.evaluations else "w")  # noqa: SIM115 (held as long as the search goes on)
        if not self.evaluations:
            self._write({"search": digest})

    def add(self, evaluation: Evaluation) -> None:
        self._write(asdict(evaluation))

    def close(self) -> None:
        self._out.close()

    def _write(self, entry: dict) -> None:
        self._out.write(json.dumps(entry) + "\n")
        self._out.flush()

    def _read(self, digest: str) -> None:
        head, *lines = self.file.read_text().splitlines() or [""]
        if _parsed(head).get("search") != digest:
            raise Mistake(
                f"--resume: {self.file} is of another search: its scenario, controller, objective or flags differ"
            )
        entries = [_parsed(line) for line in lines]
        whole = [entry for entry in entries if entry]
        self.evaluations = [_evaluation(entry) for entry in whole]
        if len(whole) < len(entries):  # the last line was being written when the search ended
            self.file.write_text("\n".join([head, *map(json.dumps, whole)]) + "\n")


def _parsed(line: str) -> dict:
    try:
        return json.loads(line)
    except ValueError:
        return {}


def _evaluation(entry: dict) -> Evaluation:
    result = entry["result"]
    score = Score(
        tuple(result["score"]["fitness"]), tuple(result["score"]["features"]), result["score"]["problem"]
    )
    return Evaluation(entry["number"], tuple(entry["u"]), entry["values"], Result(score, tuple(result["by_run"])),
                      entry["timestamp"])  # fmt: skip


def front(history: Sequence[Evaluation]) -> list[Evaluation]:
    """Those that no other one is better than in one objective and as good in all others."""
    good = [evaluation for evaluation in history if not evaluation.failed]
    values = np.array([evaluation.result.score.fitness for evaluation in good])
    return [
        evaluation
        for evaluation, own in zip(good, values)
        if not (np.all(values >= own, axis=1) & np.any(values > own, axis=1)).any()
    ]


def best_so_far(history: Sequence[Evaluation]) -> list[float]:
    """NaN until one has not failed."""
    best, found = math.nan, []
    for evaluation in history:
        if not evaluation.failed and not best >= evaluation.fitness:
            best = evaluation.fitness
        found.append(best)
    return found
