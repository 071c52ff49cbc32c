"""All runs of a batch: done by an engine, merged in order, failures noted."""

from __future__ import annotations

import csv
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from shoal.batch.controllers import Controller
from shoal.batch.engine import Engine
from shoal.batch.merging import ResultFile
from shoal.batch.naming import new_columns, value_for_name
from shoal.batch.progress import Progress
from shoal.batch.state import State
from shoal.batch.tasks import Outcome, Task

FAILURES = "failed_runs.csv"
logger = logging.getLogger(__name__)


@dataclass
class Plan:
    """One combination: its scenario, where its rows go, and the values of its new columns."""

    index: int
    scenario: str
    output: Path
    columns: dict[str, Any]
    arena: str = ""


@dataclass
class Campaign:
    """``run`` does what is missing and returns the failed outcomes."""

    plans: list[Plan]
    runs: int
    controller: Controller
    configuration: str
    state: State
    retries: int = 5
    time_limit: float | None = None
    gui: bool = False
    keep_temp: bool = False
    quiet: bool = False
    failed: list[Outcome] = field(default_factory=list)

    def run(self, engine: Engine) -> list[Outcome]:
        results = {path: _Result(path, plans, self) for path, plans in self._by_output().items()}
        todo = [result for path, result in results.items() if not self._complete(path)]
        tasks = [task for result in todo for task in result.missing()]
        total = self.runs * len(self.plans)
        progress = Progress(total, total - len(tasks), self.quiet)
        results_by_combination = {plan.index: result for result in todo for plan in result.plans}
        try:
            for result in todo:
                result.advance()
            for outcome in engine.outcomes(tasks):
                self.note(outcome)
                progress.add(outcome.failed)
                results_by_combination[outcome.task.combination].take(outcome)
        finally:
            progress.finish()
            for result in todo:
                result.discard_unfinished()
        return sorted(self.failed, key=lambda outcome: outcome.task[:2])

    def task(self, plan: Plan, run: int) -> Task:
        limits = {"retries": self.retries, "time_limit": self.time_limit, "gui": self.gui}
        return task_of(plan, run, self.controller, self.state, self.keep_temp, **limits)

    def _by_output(self) -> dict[Path, list[Plan]]:
        outputs: dict[Path, list[Plan]] = {}
        for plan in self.plans:
            outputs.setdefault(plan.output, []).append(plan)
        return outputs

    def _complete(self, path: Path) -> bool:
        return path.is_file() and self.state.complete(str(path), self.runs)

    def note(self, outcome: Outcome) -> None:
        if outcome.failed:
            self.failed.append(outcome)
            logger.error("run %d of combination %d, seed %d, failed: %s", outcome.task.run, outcome.task.combination,
                         outcome.task.seed, outcome.reason)  # fmt: skip


class _Result:
    """The runs of one result file, merged in the order of combination and run as they become known."""

    def __init__(self, path: Path, plans: list[Plan], campaign: Campaign):
        self.path = path
        self.plans = plans
        self._campaign = campaign
        self._schema = schema_of(plans)
        self._file = ResultFile(path, campaign.configuration, self._schema)
        self._order = self._runs()
        self._next = next(self._order, None)
        self._given_up = False
        self._failed: set[tuple[int, int]] = set()
        self._merged: list[Path] = []
        self._known = {
            (plan.index, run)
            for plan in plans
            for run in range(campaign.runs)
            if campaign.state.log(plan.index, run).is_file()
        }

    def missing(self) -> Iterator[Task]:
        for plan, run in self._runs():
            if (plan.index, run) not in self._known:
                yield self._campaign.task(plan, run)

    def take(self, outcome: Outcome) -> None:
        key = (outcome.task.combination, outcome.task.run)
        (self._failed if outcome.failed else self._known).add(key)
        self.advance()

    def advance(self) -> None:
        """Merges all runs that are next in order, and closes the file after the last.

        Where it cannot be written (a full disk), there is no result; the logs stay, so that --resume can make it.
        """
        if self._given_up:
            return
        try:
            self._merge_next()
        except OSError as error:
            self._give_up(error)

    def _merge_next(self) -> None:
        while self._next is not None:
            plan, run = self._next
            if (plan.index, run) in self._known:
                self._merge(plan, run)
            elif (plan.index, run) not in self._failed:
                return
            self._next = next(self._order, None)
        self._file.close()
        if not self._failed:
            state = self._campaign.state
            state.completed(str(self.path), self._campaign.runs, self._merged, self._campaign.keep_temp)

    def _give_up(self, error: OSError) -> None:
        plan, run = self._next or (self.plans[-1], self._campaign.runs - 1)
        task = self._campaign.task(plan, run)
        self._campaign.note(
            Outcome(task, f"cannot be added to {self.path.name}: {str(error).splitlines()[0]}")
        )
        self._given_up = True
        self._file.discard()

    def discard_unfinished(self) -> None:
        if self._next is not None and not self._given_up:
            self._file.discard()

    def _runs(self) -> Iterator[tuple[Plan, int]]:
        return ((plan, run) for plan in self.plans for run in range(self._campaign.runs))

    def _merge(self, plan: Plan, run: int) -> None:
        log = self._campaign.state.log(plan.index, run)
        values = {"run": run, "seed": run, **dict.fromkeys(self._schema.names[2:]), **plan.columns}
        self._file.add(log, typed(values, self._schema), plan.arena)
        self._merged.append(log)


def schema_of(plans: list[Plan]) -> pa.Schema:
    """Of the columns that a result gets: the run, its seed, and the named ones, of a type that all values have."""
    names = list(dict.fromkeys(name for plan in plans for name in plan.columns))
    values = {name: [plan.columns[name] for plan in plans if name in plan.columns] for name in names}
    return pa.schema([
        ("run", pa.int64()),
        ("seed", pa.int64()),
        *((name, _type_of(values[name])) for name in names),
    ])  # fmt: skip


def typed(values: dict[str, Any], schema: pa.Schema) -> dict[str, Any]:
    """Values as the columns of that name have them."""
    return {name: _as_type(value, schema.field(name).type) for name, value in values.items()}


def _type_of(values: list[Any]) -> pa.DataType:
    known = [value for value in values if value is not None]
    kinds = {type(value) for value in known}
    if not kinds or not kinds <= {bool, int, float} or (bool in kinds and len(kinds) > 1):
        return pa.string()
    return pa.bool_() if kinds == {bool} else pa.int64() if kinds == {int} else pa.float64()


def _as_type(value: Any, kind: pa.DataType) -> Any:
    return str(value) if value is not None and kind == pa.string() else value


def task_of(
    plan: Plan, run: int, controller: Controller, state: State, keep_temp: bool, **limits: Any
) -> Task:
    """A run of a plan; its number is its seed. ``limits``: ``retries``, ``time_limit`` and ``gui`` of a ``Task``."""
    return Task(
        combination=plan.index,
        run=run,
        seed=run,
        scenario=plan.scenario,
        controller=controller,
        log=str(state.log(plan.index, run)),
        folder=str(state.files_of_run(plan.index, run)) if keep_temp else "",
        **limits,
    )


def plan_of(
    index: int, config: dict, scenario: str, output: Path, columns: dict[str, Any] | None = None
) -> Plan:
    try:
        arena = str(value_for_name(config, "arena_file"))
    except KeyError:
        arena = ""
    return Plan(index, scenario, output, new_columns(config) if columns is None else columns, arena)


def write_failures(folder: Path, failed: list[Outcome], plans: list[Plan]) -> None:
    """``failed_runs.csv``: each failed run with its seed and the reason. None is left of an earlier batch."""
    file = folder / FAILURES
    if not failed:
        file.unlink(missing_ok=True)
        return
    by_index = {plan.index: plan for plan in plans}
    names = list(dict.fromkeys(name for plan in plans for name in plan.columns))
    folder.mkdir(parents=True, exist_ok=True)
    with open(file, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["result", "run", "seed", *names, "attempts", "seconds", "reason", "notes"])
        for outcome in failed:
            task, plan = outcome.task, by_index[outcome.task.combination]
            values = [plan.columns.get(name) for name in names]
            writer.writerow([plan.output.name, task.run, task.seed, *values, outcome.attempts,
                             f"{outcome.seconds:.3f}", outcome.reason, task.notes])  # fmt: skip
