"""Where runs are done: on this machine, or on a Dask cluster. Both are executors of ``concurrent.futures``."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor, as_completed

from shoal.batch.tasks import Outcome, Task
from shoal.batch.worker import close_servers, execute
from shoal.command_line import Mistake

logger = logging.getLogger(__name__)


class Engine:
    """Does runs. ``cluster``: None for this machine, ``local`` or ``slurm`` for a new Dask cluster, or the address of one."""

    def __init__(self, jobs: int | None = None, cluster: str | None = None):
        if jobs is not None and jobs < 1:
            raise Mistake(f"-j: found {jobs}, expected at least 1")
        self._open = contextlib.ExitStack()
        self._executor = self._start(jobs, cluster)

    def outcomes(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """Each run's outcome as soon as it is known, in no order."""
        futures = {self._executor.submit(execute, task): task for task in tasks}
        try:
            for future in as_completed(futures):
                task = futures.pop(future)
                try:
                    yield future.result()
                except (Exception, CancelledError) as error:  # of the engine: its workers are gone
                    yield Outcome(task, f"{type(error).__name__}: {error}".splitlines()[0])
        finally:
            for future in futures:
                future.cancel()

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def _start(self, jobs: int | None, cluster: str | None) -> Executor:
        if cluster is None:
            executor = ThreadPoolExecutor(jobs or len(os.sched_getaffinity(0)), "run")
            self._open.callback(executor.shutdown, cancel_futures=True)
            self._open.callback(close_servers)  # first: the threads wait for them
            return executor
        return self._dask(jobs, cluster)

    def _dask(self, jobs: int | None, cluster: str) -> Executor:
        try:
            import dask

            dask.config.set({"logging": {"distributed": "error"}})  # read when distributed is imported
            from distributed import Client
        except ImportError:
            raise Mistake(
                "--cluster: needs the packages distributed and, for slurm, dask-jobqueue; pip install 'shoal[cluster]'"
            ) from None
        where = (
            cluster if cluster not in ("local", "slurm") else self._open.enter_context(_new(cluster, jobs))
        )
        try:
            client = self._open.enter_context(Client(where, set_as_default=False))
        except (OSError, ValueError, TypeError) as error:
            raise Mistake(f"--cluster: cannot reach {cluster}: {error}") from None
        logger.info("Dask cluster; dashboard: %s", client.dashboard_link)
        return client.get_executor(pure=False)


def _new(kind: str, jobs: int | None):
    if kind == "local":
        from distributed import LocalCluster

        return LocalCluster(
            n_workers=jobs or len(os.sched_getaffinity(0)),
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.ERROR,
        )
    return _slurm(jobs)


def _slurm(jobs: int | None):
    """Workers as SLURM jobs. Partition, account, memory and the like are Dask's to know: ~/.config/dask/jobqueue.yaml."""
    import dask
    from dask_jobqueue import SLURMCluster

    if jobs is None:
        raise Mistake("--cluster slurm: -j says how many workers to ask for")
    known = dask.config.get("jobqueue.slurm", {})
    missing = {key: value for key, value in {"cores": 1, "memory": "2GB"}.items() if not known.get(key)}
    cluster = SLURMCluster(**missing)
    cluster.scale(jobs)
    return cluster
