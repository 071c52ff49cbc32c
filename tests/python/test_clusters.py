"""Batches on clusters give the same bytes as on this machine: Dask here, and SLURM where it is installed."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time

import pytest
import slurm
from batches import batch_file, children_of, modes, start  # noqa: F401

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="distributed is not installed"
)
needs_slurm = pytest.mark.skipif(bool(slurm.missing()), reason=f"not installed: {', '.join(slurm.missing())}")


def batch(*words, cwd, env=None):
    done = subprocess.run([sys.executable, "-m", "shoal.batch", *map(str, words)], cwd=cwd, env=env or os.environ,
                          capture_output=True, text=True, timeout=300)  # fmt: skip
    return done.returncode, done.stderr


@pytest.fixture
def here(modes, tmp_path):  # noqa: F811
    """Words of a batch, one of whose combinations fails, and the bytes of its result from this machine."""
    conf = batch_file(tmp_path, {"mode": {"batch_options": [0, 1]}}, result_new_columns=["parameters.mode"])
    words = ("-c", conf, "-S", modes, "-r", 4, "-j", 2, "-R", 0)
    assert batch(*words, "-o", "here", cwd=tmp_path)[0] == 2
    return words, (tmp_path / "here" / "result.feather").read_bytes()


@needs_dask
def test_a_dask_cluster_of_two_workers(here, tmp_path):
    words, expected = here
    status, err = batch(*words, "--cluster", "local", "-o", "there", cwd=tmp_path)
    assert status == 2, err
    assert "4 run(s) failed" in err
    assert (tmp_path / "there" / "result.feather").read_bytes() == expected


@needs_dask
def test_a_worker_of_a_cluster_that_is_killed_changes_nothing(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path, {"pause_us": 5000})
    words = ("-c", conf, "-S", modes, "-r", 6, "-j", 2)
    assert batch(*words, "-o", "here", cwd=tmp_path)[0] == 0
    process = start("shoal.batch", *words, "--cluster", "local", "-o", "there", cwd=tmp_path)
    os.kill(_busy_worker(process), signal.SIGKILL)
    _, err = process.communicate(timeout=200)
    assert process.returncode == 0, err
    results = [(tmp_path / name / "result.feather").read_bytes() for name in ("here", "there")]
    assert results[0] == results[1]


def _busy_worker(process):
    """The process of Dask whose run server has a run under way."""
    until = time.monotonic() + 200
    while time.monotonic() < until and process.poll() is None:
        for worker in children_of(process.pid):
            if any(children_of(server) for server in children_of(worker)):
                return worker
        time.sleep(0.02)
    raise AssertionError("there was no worker to kill")


@needs_dask
def test_a_cluster_that_cannot_be_reached_is_named(here, tmp_path):
    words, _ = here
    status, err = batch(*words, "--cluster", "tcp://127.0.0.1:1", "-o", "there", cwd=tmp_path,
                        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "2s"})  # fmt: skip
    assert status == 1
    assert "tcp://127.0.0.1:1" in err.splitlines()[-1]


@needs_dask
@needs_slurm
def test_jobs_of_slurm(here, tmp_path):
    words, expected = here
    (tmp_path / "slurm").mkdir()
    with slurm.running(tmp_path / "slurm") as environment:
        status, err = batch(*words, "--cluster", "slurm", "-o", "there", cwd=tmp_path, env=environment)
    assert status == 2, err
    assert (tmp_path / "there" / "result.feather").read_bytes() == expected
