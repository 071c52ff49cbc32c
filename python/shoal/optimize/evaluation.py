"""Evaluations by simulation: all runs of several candidates at once, by the engine that batches use."""

from __future__ import annotations

import functools
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
from scipy.special import stdtrit

from shoal import logs
from shoal.batch.campaign import Plan, plan_of, schema_of, task_of, typed
from shoal.batch.controllers import Controller, shoal_program
from shoal.batch.engine import Engine
from shoal.batch.expansion import combinations_of
from shoal.batch.merging import ResultFile, with_constant
from shoal.batch.scenarios import check_scenarios, write_scenario
from shoal.batch.state import State
from shoal.batch.tasks import Outcome, Task
from shoal.command_line import Mistake
from shoal.optimize.domain import set_optimized_values_in_config
from shoal.optimize.objective import Broken, Failure, Objective
from shoal.optimize.scores import Score

_LEVEL = 0.975  # both sides of a 95 % interval
_COMBINATIONS = 100_000  # more than a candidate may have: numbers of plans are unique


class Candidate(NamedTuple):
    index: int
    values: dict[str, Any]


@dataclass
class PlanInDomain(Plan):
    """One combination of a candidate, and what its scenario says of the domain's edges."""

    boundary: str = ""


@dataclass
class _UnderWay:
    """The runs of one candidate. ``done``: their outcomes, by plan and seed."""

    candidate: Candidate
    plans: list[PlanInDomain]
    missing: int
    done: dict[tuple[int, int], Outcome] = field(default_factory=dict)


@dataclass
class Simulations:
    """Scores candidates."""

    config: dict[str, Any]
    file: Path  # that it is from
    controller: Controller
    objective: Objective
    engine: Engine
    state: State
    runs: int = 1
    features: bool = False
    retries: int = 5
    time_limit: float | None = None
    keep_temp: bool = False
    best: tuple[float, int] = (-np.inf, 0)  # fitness, minus the index
    _worked: bool = False

    def __call__(
        self, candidates: Sequence[Candidate], seeds: Sequence[int] = ()
    ) -> Iterator[tuple[int, Score]]:
        """The score of each as soon as its runs are done. Seeds are 0, 1, … as in batches if not given."""
        seeds = seeds or range(self.runs)
        under_way = {candidate.index: self._begun(candidate, len(seeds)) for candidate in candidates}
        tasks = [task for one in under_way.values() for task in self._tasks(one.plans, seeds)]
        for outcome in self.engine.outcomes(tasks):
            one = under_way[outcome.task.combination // _COMBINATIONS]
            one.done[outcome.task.combination, outcome.task.run] = outcome
            one.missing -= 1
            if one.missing == 0:
                yield one.candidate.index, self._finished(one)

    def check(self, values: dict[str, Any]) -> None:
        """Mistakes of the scenario come before any run."""
        if not self.controller.shared_object:
            return
        plans = self._plans(Candidate(0, values))
        check_scenarios(shoal_program(), [plan.scenario for plan in plans], str(self.file))

    def write_results(self, candidate: Candidate, path: Path, configuration: str) -> None:
        """The table of the candidate's runs. Those of the best so far are kept; others are done again."""
        plans = self._plans(candidate)
        tasks = list(self._tasks(plans, range(self.runs)))
        kept = {task.log: self._kept(task.log) for task in tasks}
        list(self.engine.outcomes(task for task in tasks if not kept[task.log].is_file()))
        schema = schema_of(plans)
        file = ResultFile(path, configuration, schema)
        by_index = {plan.index: plan for plan in plans}
        for task in tasks:
            log = kept[task.log] if kept[task.log].is_file() else Path(task.log)
            plan = by_index[task.combination]
            if log.is_file():
                values = {"run": task.run, "seed": task.seed, **plan.columns}
                file.add(log, typed(values, schema), plan.arena)
        file.close()

    # ---- one candidate ----

    def _begun(self, candidate: Candidate, seeds: int) -> _UnderWay:
        plans = self._plans(candidate)
        return _UnderWay(candidate, plans, seeds * len(plans))

    def _plans(self, candidate: Candidate) -> list[PlanInDomain]:
        plans = []
        content = set_optimized_values_in_config(self.config, candidate.values)
        for i, combination in enumerate(combinations_of(content)):
            number = candidate.index * _COMBINATIONS + i
            path = write_scenario(
                combination, self.state.folder, self.file.parent, self.state.scenario(number).name
            )
            plan = plan_of(number, combination, str(path), Path())
            plans.append(PlanInDomain(**vars(plan), boundary=str(combination.get("boundary_condition", ""))))
        return plans

    def _tasks(self, plans: list[PlanInDomain], seeds: Iterable[int]) -> Iterator[Task]:
        for plan in plans:
            for seed in seeds:
                yield task_of(plan, seed, self.controller, self.state, self.keep_temp,
                              retries=self.retries, time_limit=self.time_limit)  # fmt: skip

    def _finished(self, one: _UnderWay) -> Score:
        outcomes = [one.done[key] for key in sorted(one.done)]
        seconds = sum(outcome.seconds for outcome in outcomes)
        try:
            score = self._score(one.plans, outcomes)._replace(seconds=seconds)
            self._worked = True
        except Failure as failure:
            if isinstance(failure, Broken) and not self._worked:
                raise Mistake(str(failure)) from None
            score = Score(failure=str(failure), seconds=seconds)
        self._put_away(one, outcomes, score)
        return score

    def _score(self, plans: list[PlanInDomain], outcomes: list[Outcome]) -> Score:
        for outcome in outcomes:
            if outcome.failed:
                raise Failure(f"the run with seed {outcome.task.seed} failed: {outcome.reason}")
        frame = frame_of(plans, [outcome.task for outcome in outcomes])
        if self.features:
            fitness, features = self.objective.fitness_and_features(frame)
        else:
            fitness, features = self.objective.fitness(frame), ()
        return Score(fitness, features, half_widths(self.objective, frame))

    def _put_away(self, one: _UnderWay, outcomes: list[Outcome], score: Score) -> None:
        if (
            not score.failed
            and len(score.fitness) == 1
            and (score.fitness[0], -one.candidate.index) > self.best
        ):
            self.best = score.fitness[0], -one.candidate.index
            shutil.rmtree(self._kept("").parent, ignore_errors=True)
            self._kept("").parent.mkdir()
            for outcome in outcomes:
                os.replace(outcome.task.log, self._kept(outcome.task.log))
        if not self.keep_temp:
            for path in [*(plan.scenario for plan in one.plans), *(outcome.task.log for outcome in outcomes)]:
                Path(path).unlink(missing_ok=True)

    def _kept(self, log: str) -> Path:
        return self.state.folder / "best" / (Path(log).name or "-")


def half_widths(objective: Objective, frame: pd.DataFrame) -> tuple[float, ...]:
    """Of the 95 % interval of the mean over seeds, by Student's t over the objective of each seed's runs alone."""
    seeds = [part for _, part in frame.groupby("seed", sort=True)]
    if len(seeds) < 2:
        return ()
    try:
        values = np.array([objective.fitness(_with_attributes(part, frame)) for part in seeds])
    except Failure:
        return ()
    return interval(values)


def interval(values: np.ndarray) -> tuple[float, ...]:
    """Half width of the 95 % interval of each column's mean."""
    n = len(values)
    return tuple(float(half) for half in stdtrit(n - 1, _LEVEL) * values.std(axis=0, ddof=1) / np.sqrt(n))


def frame_of(plans: list[PlanInDomain], tasks: list[Task]) -> pd.DataFrame:
    """The rows of all runs with run, seed, arena_file and the named columns; what is known of the arena if they share one."""
    by_index = {plan.index: plan for plan in plans}
    tables, surroundings = [], []
    for task in tasks:
        plan, table = by_index[task.combination], logs.table(task.log)
        surroundings.append(_surroundings(table, plan))
        columns = {"run": task.run, "seed": task.seed, "arena_file": plan.arena, **plan.columns}
        for name, value in columns.items():
            table = with_constant(table, name, pa.scalar(value))
        tables.append(table.replace_schema_metadata(None))
    frame = pa.concat_tables(tables, promote_options="permissive").to_pandas(split_blocks=True)
    if all(one == surroundings[0] for one in surroundings):
        frame.attrs.update(surroundings[0])
    return frame


def _with_attributes(part: pd.DataFrame, frame: pd.DataFrame) -> pd.DataFrame:
    part.attrs.update(frame.attrs)
    return part


def _surroundings(table: pa.Table, plan: PlanInDomain) -> dict[str, Any]:
    polygons = (table.schema.metadata or {}).get(b"arena_polygons", b"").decode()
    return _surroundings_of(polygons, plan.boundary)


@functools.lru_cache(maxsize=64)
def _surroundings_of(polygons: str, boundary: str) -> dict[str, Any]:
    return logs.surroundings({"arena_polygons": polygons, "configuration": {"boundary_condition": boundary}})
