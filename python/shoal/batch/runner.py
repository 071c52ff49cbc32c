"""All combinations of a batch file."""

from __future__ import annotations

import fnmatch
import logging
import os
from pathlib import Path
from typing import Any

from shoal.batch.campaign import FAILURES, Campaign, Plan, plan_of, write_failures
from shoal.batch.controllers import Controller, find_controller, shoal_program
from shoal.batch.engine import Engine
from shoal.batch.expansion import combinations_of
from shoal.batch.launcher import PogobotLauncher
from shoal.batch.naming import new_columns, result_name
from shoal.batch.scenarios import check_scenarios, read_scenario, write_scenario
from shoal.batch.state import State, digest_of_file
from shoal.batch.tasks import Outcome
from shoal.command_line import Mistake

logger = logging.getLogger(__name__)


class PogobotBatchRunner:
    """Runs every combination of a batch file several times. A base for scripts: each method may be replaced.

    ``backend`` is taken for the sake of scripts: ``sequential`` is one run at a time, all others are all cores; ``cluster``
    and ``jobs`` say more.
    """

    def __init__(
        self,
        multi_config_file: str | os.PathLike,
        runs: int,
        simulator_binary: str | os.PathLike,
        temp_base: str | os.PathLike,
        output_dir: str | os.PathLike,
        backend: str = "multiprocessing",
        keep_temp: bool = False,
        verbose: bool = False,
        retries: int = 5,
        gui: bool = False,
        only_output: str = "",
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        resume: bool = False,
        time_limit: float | None = None,
        quiet: bool = False,
    ):
        self.multi_config_file = os.fspath(multi_config_file)
        self.runs = runs
        self.simulator_binary = os.fspath(simulator_binary)
        self.temp_base = os.fspath(temp_base)
        self.output_dir = os.fspath(output_dir)
        self.backend = backend
        self.keep_temp = keep_temp
        self.verbose = verbose
        self.retries = retries
        self.gui = gui
        self.only_output = only_output
        self.jobs = 1 if backend == "sequential" else jobs
        self.cluster = cluster
        self.resume = resume
        self.time_limit = time_limit
        self.quiet = quiet
        self.failed: list[Outcome] = []
        self._temporary: list[Path] = []

    # ---- what scripts may replace ----

    def get_combinations(self, config: dict[str, Any]) -> list[dict[str, Any]]:
        return combinations_of(config)

    def compute_output_filename(self, cfg: dict[str, Any]) -> str:
        """The path of the result that a combination's rows go to."""
        return os.path.join(self.output_dir, result_name(cfg))

    def write_temp_yaml(self, cfg: dict[str, Any]) -> str:
        """A scenario file of this combination alone."""
        path = write_scenario(cfg, Path(self.temp_base), Path(self.multi_config_file).parent)
        self._temporary.append(path)
        return str(path)

    def run_launcher_for_combination(self, tmp_cfg: str, output: str, cfg: dict[str, Any]) -> str:
        """Does the runs of one combination now, and adds their rows to its result. Returns the result's path."""
        launcher = PogobotLauncher(
            self.runs, tmp_cfg, output, self.simulator_binary, self.temp_base, self.backend, self.keep_temp,
            new_columns(cfg), self.retries, self.gui, jobs=self.jobs, cluster=self.cluster,
            configuration=self._text(), append=True, time_limit=self.time_limit, quiet=self.quiet,
        )  # fmt: skip
        launcher.launch_all()
        self.failed += launcher.failed
        return output

    def list_outputs(self) -> list[str]:
        """The distinct result files of the batch, sorted."""
        return sorted({self.compute_output_filename(cfg) for cfg in self._chosen()})

    # ---- the batch ----

    def run_all(self) -> list[str]:
        """Does all runs; ``failed`` has the outcomes of those that failed. One path a combination."""
        if self.runs < 1:
            raise Mistake(f"-r: found {self.runs}, expected at least 1")
        if self.retries < 0:
            raise Mistake(f"-R: found {self.retries}, expected at least 0")
        if self.time_limit is not None and not self.time_limit > 0:
            raise Mistake(f"--time-limit: found {self.time_limit:g}, expected more than 0 s")
        combinations = self._chosen()
        outputs = [self.compute_output_filename(cfg) for cfg in combinations]
        self._announce(outputs)
        self.failed = []
        if type(self).run_launcher_for_combination is not PogobotBatchRunner.run_launcher_for_combination:
            self._one_by_one(combinations, outputs)
        else:
            self._all_at_once(combinations, outputs)
        return outputs

    def _all_at_once(self, combinations: list[dict], outputs: list[str]) -> None:
        controller = find_controller(self.simulator_binary)
        state = State(Path(self.temp_base), self._identity(controller), self.resume)
        complete = False
        try:
            plans = self._plans(combinations, outputs, controller, state)
            campaign = Campaign(plans, self.runs, controller, self._text(), state, self.retries, self.time_limit,
                                self.gui, self.keep_temp, self.quiet)  # fmt: skip
            with Engine(self.jobs, self.cluster) as engine:
                self.failed = campaign.run(engine)
            write_failures(Path(self.output_dir), self.failed, plans)
            complete = not self.failed
        finally:
            state.release(keep=self.keep_temp or not complete)

    def _plans(
        self, combinations: list[dict], outputs: list[str], controller: Controller, state: State
    ) -> list[Plan]:
        plans = []
        for index, (cfg, output) in enumerate(zip(combinations, outputs)):
            path = state.scenario(index)
            write_scenario(cfg, path.parent, Path(self.multi_config_file).parent, path.name)
            plans.append(plan_of(index, cfg, str(path), Path(output).absolute()))
        if controller.shared_object:
            check_scenarios(shoal_program(), [plan.scenario for plan in plans], self.multi_config_file)
        if not self.resume:
            self._remove_stale(outputs)
        return plans

    def _one_by_one(self, combinations: list[dict], outputs: list[str]) -> None:
        self._remove_stale(outputs)
        try:
            for cfg, output in zip(combinations, outputs):
                self.run_launcher_for_combination(self.write_temp_yaml(cfg), output, cfg)
        finally:
            for path in self._temporary if not self.keep_temp else []:
                path.unlink(missing_ok=True)

    def _chosen(self) -> list[dict[str, Any]]:
        combinations = self.get_combinations(read_scenario(self.multi_config_file))
        if self.only_output:
            combinations = [cfg for cfg in combinations if self._matches(self.compute_output_filename(cfg))]
            if not combinations:
                raise Mistake(f"--only-output: no combination has the result {self.only_output}")
        if not combinations:
            raise Mistake(f"{self.multi_config_file}: has no combination to run")
        return combinations

    def _matches(self, output: str) -> bool:
        wanted = self.only_output
        return any(fnmatch.fnmatch(name, wanted) for name in (output, os.path.basename(output)))

    def _announce(self, outputs: list[str]) -> None:
        logger.info("Found %d combination(s) to run.", len(outputs))
        for output in outputs:
            logger.debug("Task: %s -> Output: %s", self.multi_config_file, output)

    def _remove_stale(self, outputs: list[str]) -> None:
        (Path(self.output_dir) / FAILURES).unlink(missing_ok=True)
        for output in dict.fromkeys(outputs):
            if os.path.exists(output):
                os.unlink(output)
                logger.info("Removed stale result file: %s", output)

    def _text(self) -> str:
        return Path(self.multi_config_file).read_text()

    def _identity(self, controller: Controller) -> list[str]:
        return [self._text(), controller.path, digest_of_file(controller.path), os.path.abspath(self.output_dir),
                self.only_output]  # fmt: skip
