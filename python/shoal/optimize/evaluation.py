"""What a point of the search is worth: all combinations and runs of its scenario, by the engine of the batches."""

from __future__ import annotations

import math
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from shoal.batch.campaign import Campaign, Plan, plan_of
from shoal.batch.controllers import Controller, shoal_program
from shoal.batch.engine import Engine
from shoal.batch.expansion import combinations_of
from shoal.batch.naming import new_columns, value_for_name
from shoal.batch.scenarios import check_scenarios, write_scenario
from shoal.batch.state import State
from shoal.optimize.domain import set_optimized_values_in_config
from shoal.optimize.objectives import Goal, Score

_ARENA = "arena_file"
_MOST_COMBINATIONS = 4096  # of one evaluation: numbers of combinations tell evaluations apart


@dataclass(frozen=True)
class Result:
    """An evaluation. ``by_run``: the first objective of each run by itself; what they differ by is noise."""

    score: Score
    by_run: tuple[float, ...] = ()

    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the mean over runs, by Student's t; NaN for fewer than two runs."""
        return confidence(self.by_run)


@dataclass
class Evaluator:
    """Evaluates points by their values, many at once."""

    config: dict[str, Any]
    origin: Path  # the scenario file
    controller: Controller
    goal: Goal
    runs: int
    state: State
    engine: Engine
    retries: int = 5
    time_limit: float | None = None
    keep_temp: bool = False
    with_features: bool = False
    best: Path | None = None  # where the table of the best evaluation is kept
    _best_fitness: float = -math.inf
    _checked: bool = field(default=False, repr=False)

    def __call__(self, first: int, values: Sequence[dict[str, Any]]) -> list[Result]:
        """The evaluations number ``first``, ``first`` + 1, … . A point with a run that failed is worth nothing."""
        plans = {first + i: self._plans(first + i, point) for i, point in enumerate(values)}
        failed = self._run([plan for own in plans.values() for plan in own], self.runs)
        return [self._result(number, own, failed) for number, own in plans.items()]

    def confirm(self, number: int, values: dict[str, Any], fresh: int) -> tuple[float, ...]:
        """As evaluation ``number``: the first objective of ``fresh`` runs with seeds that the search has not used. Those that fail are left out."""
        plans = self._plans(number, values)
        self._run(plans, self.runs + fresh)
        try:
            df = self._table(plans)
            scores = [self.goal.score(own) for run, own in df.groupby("run") if run >= self.runs]
        finally:
            self._clean(plans)
        return tuple(score.fitness[0] for score in scores if not score.problem)

    def _run(self, plans: list[Plan], runs: int) -> dict[int, str]:
        """Why the evaluations failed that did."""
        if not self._checked and self.controller.shared_object:
            check_scenarios(shoal_program(), [plan.scenario for plan in plans], str(self.origin))
            self._checked = True
        campaign = Campaign(plans, runs, self.controller, self.origin.read_text(), self.state, self.retries,
                            self.time_limit, keep_temp=self.keep_temp, quiet=True)  # fmt: skip
        return {
            outcome.task.combination // _MOST_COMBINATIONS: f"seed {outcome.task.seed}: {outcome.reason}"
            for outcome in campaign.run(self.engine)
        }

    def _plans(self, number: int, values: dict[str, Any]) -> list[Plan]:
        combinations = combinations_of(set_optimized_values_in_config(self.config, values))
        output = self.state.folder / f"evaluation_{number:06d}.feather"
        output.unlink(missing_ok=True)
        plans = []
        for c, combination in enumerate(combinations):
            index = number * _MOST_COMBINATIONS + c
            path = self.state.scenario(index)
            write_scenario(combination, path.parent, self.origin.parent, path.name)
            columns = {_ARENA: str(value_for_name(combination, _ARENA)), **new_columns(combination)}
            plans.append(plan_of(index, combination, str(path), output, columns))
        return plans

    def _result(self, number: int, plans: list[Plan], failed: dict[int, str]) -> Result:
        try:
            if number in failed:
                return Result(Score(problem=failed[number]))
            df = self._table(plans)
            score = self.goal.score(df, self.with_features)
            self._keep_if_best(plans[0].output, score)
            return Result(score, self._by_run(df, score))
        finally:
            self._clean(plans)

    def _by_run(self, df: pd.DataFrame, score: Score) -> tuple[float, ...]:
        if score.problem or self.runs < 2:
            return score.fitness[:1]
        found = [self.goal.score(own) for _, own in df.groupby("run")]
        return tuple(one.fitness[0] for one in found if not one.problem)

    def _keep_if_best(self, table: Path, score: Score) -> None:
        if self.best is None or score.problem or score.fitness[0] <= self._best_fitness:
            return
        self._best_fitness = score.fitness[0]
        self.best.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(table, self.best)

    def has_best(self, fitness: float) -> None:
        """What an earlier part of a search that is resumed has found and kept."""
        if self.best is not None and self.best.is_file():
            self._best_fitness = max(self._best_fitness, fitness)

    def _table(self, plans: list[Plan]) -> pd.DataFrame:
        return pd.read_feather(plans[0].output)

    def _clean(self, plans: list[Plan]) -> None:
        plans[0].output.unlink(missing_ok=True)
        for plan in plans if not self.keep_temp else []:
            Path(plan.scenario).unlink(missing_ok=True)


def confidence(values: Sequence[float]) -> tuple[float, float]:
    """95 % confidence interval of a mean, by Student's t; NaN for fewer than two values."""
    if len(values) < 2:
        return math.nan, math.nan
    half = float(stats.t.ppf(0.975, len(values) - 1) * np.std(values, ddof=1) / math.sqrt(len(values)))
    middle = float(np.mean(values))
    return middle - half, middle + half
