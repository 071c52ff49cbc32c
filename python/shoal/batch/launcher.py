"""Several runs of one scenario."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from shoal.batch.campaign import Campaign, plan_of
from shoal.batch.controllers import find_controller
from shoal.batch.engine import Engine
from shoal.batch.foreign import redirected
from shoal.batch.merging import ResultFile
from shoal.batch.scenarios import read_scenario
from shoal.batch.state import State
from shoal.batch.tasks import Outcome, Task
from shoal.batch.worker import execute


class PogobotLauncher:
    """Runs one scenario ``num_instances`` times, with seeds 0, 1, …, into one table. A base for scripts."""

    def __init__(
        self,
        num_instances: int,
        base_config_path: str | os.PathLike,
        combined_output_path: str | os.PathLike,
        simulator_binary: str | os.PathLike,
        temp_base_path: str | os.PathLike,
        backend: str = "multiprocessing",
        keep_temp: bool = False,
        extra_columns: dict[str, Any] | None = None,
        max_retries: int = 5,
        gui: bool = False,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        configuration: str | None = None,
        append: bool = False,
        time_limit: float | None = None,
        quiet: bool = True,
    ):
        self.num_instances = num_instances
        self.base_config_path = os.fspath(base_config_path)
        self.combined_output_path = os.fspath(combined_output_path)
        self.simulator_binary = os.fspath(simulator_binary)
        self.temp_base_path = os.fspath(temp_base_path)
        self.keep_temp = keep_temp
        self.extra_columns = extra_columns or {}
        self.max_retries = max_retries
        self.gui = gui
        self.jobs = 1 if backend == "sequential" else jobs
        self.cluster = cluster
        self.configuration = configuration
        self.append = append
        self.time_limit = time_limit
        self.quiet = quiet
        self.failed: list[Outcome] = []
        self._state: State | None = None

    def launch_all(self) -> None:
        """Does all runs and writes (or, with ``append``, adds to) the combined table; ``failed`` has what failed."""
        output = Path(self.combined_output_path).absolute()
        config = read_scenario(self.base_config_path)
        fresh = (
            output.with_name(f".{output.name}.more-{os.getpid()}")
            if self.append and output.exists()
            else output
        )
        self._state = State(Path(self.temp_base_path), [self.base_config_path, str(output)], resume=False)
        plan = plan_of(0, config, os.path.abspath(self.base_config_path), fresh, self.extra_columns)
        campaign = Campaign(
            [plan], self.num_instances, find_controller(self.simulator_binary), self._configuration(), self._state,
            self.max_retries, self.time_limit, self.gui, self.keep_temp, self.quiet,
        )  # fmt: skip
        try:
            with Engine(self.jobs, self.cluster) as engine:
                self.failed = campaign.run(engine)
            if fresh != output and fresh.exists():
                self._add(fresh, output)
        finally:
            self.clean_temp_dirs()

    def combine_feather_files(self, dfs: list[pd.DataFrame]) -> pd.DataFrame:
        """One table of several, written to ``combined_output_path``."""
        combined = pd.concat(dfs, ignore_index=True)
        table = pa.Table.from_pandas(combined, preserve_index=False)
        metadata = {**(table.schema.metadata or {}), b"configuration": self._configuration().encode()}
        Path(self.combined_output_path).parent.mkdir(parents=True, exist_ok=True)
        with pa.ipc.new_file(self.combined_output_path, table.schema.with_metadata(metadata)) as file:
            file.write_table(table)
        return combined

    def clean_temp_dirs(self) -> None:
        """Removes what the runs left, unless ``keep_temp`` is set. Notes of failed runs stay."""
        if self._state is not None:
            self._state.release(keep=self.keep_temp or bool(self.failed))
            self._state = None

    @staticmethod
    def modify_config_static(cfg: dict[str, Any], dir: str | os.PathLike) -> dict[str, Any]:
        """A copy of a scenario whose output files lie in ``dir/frames``."""
        return redirected(cfg, dir)

    @staticmethod
    def launch_simulator_static(
        cfg: str | os.PathLike, binary: str | os.PathLike, seed: int, gui: bool = False
    ) -> None:
        """One run of a program in a scenario file; CalledProcessError if it fails."""
        flags = ["-nr", "-q", "--seed", str(seed), *([] if gui else ["-g"])]
        subprocess.run([os.path.abspath(binary), "-c", os.fspath(cfg), *flags], check=True)

    @staticmethod
    def worker(args: Task) -> Outcome:
        """Does one run, wherever the engine has put it."""
        return execute(args)

    def _configuration(self) -> str:
        return (
            self.configuration if self.configuration is not None else Path(self.base_config_path).read_text()
        )

    def _add(self, fresh: Path, output: Path) -> None:
        both = ResultFile(output, self._configuration(), pa.schema([]))
        for part in (output, fresh):
            both.add(part, {})
        both.close()
        fresh.unlink()
