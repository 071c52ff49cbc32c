"""What an evaluation gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

FAILED = -1e9  # the fitness of a failure, in files


class Score(NamedTuple):
    """``fitness``: one value an objective, all to be maximised; that of a failure is empty, and ``failure`` says why."""

    fitness: tuple[float, ...] = ()
    features: tuple[float, ...] = ()
    half: tuple[float, ...] = ()  # half width of the 95 % interval of each objective; empty for a single run
    failure: str = ""
    seconds: float = 0.0  # of wall time, all runs together

    @property
    def failed(self) -> bool:
        return bool(self.failure)


class BudgetSpent(Exception):
    """Ends a search: as many evaluations as were asked for are done."""


Points = Sequence[np.ndarray]  # in the unit cube
Evaluate = Callable[[Points], list[Score]]


class Worst:
    """A failure is as bad as FAILED and as the worst that was seen, so that it never ranks above what worked."""

    def __init__(self, objectives: int = 1):
        self._worst = [FAILED] * objectives

    def losses(self, scores: Sequence[Score]) -> list[tuple[float, ...]]:
        """To be minimised."""
        for score in scores:
            if not score.failed:
                self._worst = [min(pair) for pair in zip(self._worst, score.fitness)]
        return [tuple(-f for f in (self._worst if score.failed else score.fitness)) for score in scores]

    def loss(self, scores: Sequence[Score]) -> list[float]:
        return [losses[0] for losses in self.losses(scores)]


def from_json(entry: dict[str, Any]) -> Score:
    content = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return Score(**content)


def is_finite(values: Sequence[float]) -> bool:
    return all(math.isfinite(value) for value in values)
