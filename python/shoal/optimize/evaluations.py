"""The evaluations of a search: its budget, what is known from before, and a checkpoint after each."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from shoal.command_line import Mistake
from shoal.optimize.domain import VarSpec, decode_unit_vector
from shoal.optimize.evaluation import Candidate
from shoal.optimize.scores import FAILED, BudgetSpent, Points, Score, from_json

_HOPELESS = 8  # failures at the start and nothing else: the mistake is not in the values
logger = logging.getLogger(__name__)

Evaluator = Callable[[Sequence[Candidate]], Iterator[tuple[int, Score]]]


class Entry(NamedTuple):
    index: int
    generation: int
    u: tuple[float, ...]
    values: dict[str, Any]
    score: Score
    timestamp: float  # s since 1970


class Checkpoint:
    """A line of JSON for each evaluation that is done, after one that says of what search they are."""

    def __init__(self, path: Path, identity: dict[str, Any], resume: bool):
        self._path = path
        self._known: dict[int, dict[str, Any]] = {}
        lines = self._lines() if resume else []
        if lines:
            self._check(lines[0], identity)
            self._known = {line["eval"]: line for line in lines[1:]}
        self._file = self._rewritten([identity, *self._known.values()])

    def known(self, index: int, u: Sequence[float]) -> tuple[Score, float] | None:
        line = self._known.get(index)
        if line is None:
            return None
        if line["u"] != list(u):
            raise Mistake(
                f"--resume: evaluation {index} in {self._path} is of other values: the search was made with other versions"
                " of its packages"
            )
        return from_json(line["score"]), line["timestamp"]

    def add(self, index: int, u: Sequence[float], score: Score, timestamp: float) -> None:
        self._write(
            self._file, {"eval": index, "u": list(u), "score": score._asdict(), "timestamp": timestamp}
        )

    def close(self) -> None:
        self._file.close()

    def _lines(self) -> list[dict[str, Any]]:
        """A line that a kill has cut is not one."""
        lines = []
        try:
            text = self._path.read_text()
        except FileNotFoundError:
            logger.warning("--resume: there is no %s: the search begins", self._path)
            return []
        for line in text.splitlines():
            try:
                lines.append(json.loads(line))
            except ValueError:
                break
        return lines

    def _check(self, found: dict[str, Any], identity: dict[str, Any]) -> None:
        for key, value in json.loads(json.dumps(identity)).items():
            if found.get(key) != value:
                raise Mistake(
                    f"--resume: {self._path} is of a search with another {key}: found {value!r}, expected {found.get(key)!r}"
                )

    def _rewritten(self, lines: list[dict[str, Any]]) -> IO:
        fresh = self._path.with_name(f".{self._path.name}.part-{os.getpid()}")
        file = open(fresh, "w")  # noqa: SIM115 (open as long as the search goes on)
        for line in lines:
            self._write(file, line)
        os.replace(fresh, self._path)
        return file

    @staticmethod
    def _write(file: IO, line: dict[str, Any]) -> None:
        file.write(json.dumps(line) + "\n")
        file.flush()


class Evaluations:
    """Called with points, gives their scores, in order. ``entries`` has all that were made."""

    def __init__(
        self,
        specs: list[VarSpec],
        evaluator: Evaluator,
        max_evals: int,
        checkpoint: Checkpoint | None = None,
        generation_done: Callable[[list[Entry]], None] = lambda entries: None,
    ):
        self.specs = specs
        self.entries: list[Entry] = []
        self._evaluator = evaluator
        self._max_evals = max_evals
        self._checkpoint = checkpoint
        self._generation_done = generation_done
        self.seconds = 0.0  # of wall time in evaluations
        self._generations = 0
        self._unsaid: list[str] = []  # of failures, until it is known that something works
        self._scores: dict[tuple, Score] = {}  # by values: the same seeds would give the same

    def __call__(self, points: Points) -> list[Score]:
        room = self._max_evals - len(self.entries)
        if room <= 0:
            raise BudgetSpent
        self._generations += 1
        made = self._made(points[:room])
        self.entries += made
        self._generation_done(made)
        self._check_hope([entry.score for entry in self.entries])
        if len(points) > room:
            raise BudgetSpent
        return [entry.score for entry in made]

    def _made(self, points: Points) -> list[Entry]:
        first = len(self.entries)
        places = [tuple(float(u) for u in np.clip(point, 0.0, 1.0)) for point in points]
        values = [decode_unit_vector(self.specs, u) for u in places]
        found: dict[int, tuple[Score, float]] = {}
        fresh: dict[tuple, int] = {}
        for i, u in enumerate(places):
            known = self._checkpoint.known(first + i, u) if self._checkpoint else None
            if known:
                found[i] = known
                self._scores.setdefault(_key(values[i]), known[0])
            elif _key(values[i]) not in self._scores:
                fresh.setdefault(_key(values[i]), i)
        self._evaluate(first, places, values, fresh, found)
        for i, u in enumerate(places):
            if i not in found:
                found[i] = self._note(first + i, u, self._scores[_key(values[i])]._replace(seconds=0.0))
        return [Entry(first + i, self._generations, u, values[i], *found[i]) for i, u in enumerate(places)]

    def _evaluate(self, first: int, places: list, values: list, fresh: dict, found: dict) -> None:
        candidates = [Candidate(first + i, values[i]) for i in fresh.values()]
        start = time.monotonic()
        for index, score in self._evaluator(candidates) if candidates else ():
            i = index - first
            self._scores[_key(values[i])] = score
            found[i] = self._note(index, places[i], score)
            self._check_hope(
                [*(entry.score for entry in self.entries), *(score for score, _ in found.values())]
            )
        self.seconds += time.monotonic() - start

    def _note(self, index: int, u: Sequence[float], score: Score) -> tuple[Score, float]:
        now = time.time()
        if score.failed:
            self._unsaid.append(f"evaluation {index + 1} failed (fitness {FAILED:g}): {score.failure}")
        if self._checkpoint:
            self._checkpoint.add(index, u, score, now)
        return score, now

    def _check_hope(self, scores: Sequence[Score]) -> None:
        """Warns of failures, unless nothing has worked yet: then that is all there is to say."""
        if len(scores) >= min(_HOPELESS, self._max_evals) and all(score.failed for score in scores):
            raise Mistake(f"each of the first {len(scores)} evaluation(s) failed: {scores[0].failure}")
        if not all(score.failed for score in scores):
            for line in self._unsaid:
                logger.warning("%s", line)
            self._unsaid.clear()


def best_of(entries: Sequence[Entry]) -> Entry | None:
    """The first of the highest fitness."""
    worked = [entry for entry in entries if not entry.score.failed]
    return max(worked, key=lambda entry: (entry.score.fitness[0], -entry.index), default=None)


def fitness_of(score: Score) -> float:
    return FAILED if score.failed else score.fitness[0]


def bests(entries: Sequence[Entry]) -> list[float]:
    """The best so far at each; FAILED as long as there is none."""
    return list(np.maximum.accumulate([fitness_of(entry.score) for entry in entries])) if entries else []


def _key(values: dict[str, Any]) -> tuple:
    return tuple((type(value).__name__, repr(value)) for value in values.values())
