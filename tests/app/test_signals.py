"""Stop signals and kills in the middle of a run: the log is complete, or can be recovered."""

import signal
import subprocess
import time

import pandas as pd
import pytest
from shoal import logs
from support.running import LONGEST, SHOAL, robots, scenario, write_scenario


@pytest.fixture
def start(controller, tmp_path):
    """Starts a run that would go on for ever; returns when it has written rows."""
    runs = []

    def begin(**keys):
        endless = scenario(
            simulation_time=1e9,
            time_step=0.01,
            objects={"robots": robots(5)},
            data_logger_flush_period=0.2,
            **keys,
        )
        file = write_scenario(tmp_path, endless)
        words = [SHOAL, "run", controller("drive"), "-c", file, "-g"]
        runs.append(
            subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        )
        wait_until(lambda: any(part.stat().st_size > 4000 for part in tmp_path.glob("*.part-*")))
        return runs[-1]

    yield begin
    for run in runs:
        run.kill()
        run.wait(timeout=LONGEST)


def wait_until(condition):
    end = time.monotonic() + LONGEST / 2
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_signal_ends_the_run_in_good_order(start, tmp_path, number):
    run = start()
    run.send_signal(number)
    out, _ = run.communicate(timeout=LONGEST)
    assert run.returncode == 128 + number
    assert f"stopped by signal {int(number)}" in out
    rows = pd.read_feather(tmp_path / "data.feather")
    assert len(rows) > 50
    assert len(rows) % 5 == 0
    assert rows["time"].to_numpy()[::5] == pytest.approx([0.1 * k for k in range(len(rows) // 5)], abs=0.02)
    assert not list(tmp_path.glob("*.part-*"))


def test_a_kill_loses_at_most_the_last_flush_period(start, tmp_path):
    run = start()
    time.sleep(0.5)
    run.kill()
    run.communicate()
    assert run.returncode == -signal.SIGKILL
    assert not (tmp_path / "data.feather").exists()
    rows, metadata = logs.recover(tmp_path / "data.feather")
    assert len(rows) > 50
    assert rows["robot_id"].to_numpy()[:10].tolist() == [0, 1, 2, 3, 4] * 2
    assert "simulation_time" in metadata["configuration"]


def test_the_old_file_stays_until_the_new_one_is_complete(start, tmp_path):
    old = tmp_path / "data.feather"
    old.write_bytes(b"an older log")
    run = start()
    assert old.read_bytes() == b"an older log"
    run.terminate()
    run.communicate(timeout=LONGEST)
    assert len(pd.read_feather(old)) > 50


def test_two_runs_into_one_file_do_not_mix(start, tmp_path):
    first = start()
    second = start()
    for run in (first, second):
        run.terminate()
        run.communicate(timeout=LONGEST)
        rows = pd.read_feather(tmp_path / "data.feather")
        assert rows["time"].is_monotonic_increasing
        assert len(rows) % 5 == 0


def test_end_callbacks_run_after_a_stop_signal(controller, tmp_path):
    file = write_scenario(tmp_path, scenario(simulation_time=1e9, save_data_period=-1))
    words = [SHOAL, "run", controller("shared_globals"), "-c", file, "-g"]
    with subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as run:
        wait_until(lambda: any(tmp_path.glob("*.part-*")))
        time.sleep(0.2)
        run.terminate()
        out, _ = run.communicate(timeout=LONGEST)
    assert "[PRINTF] counts" in out
