"""Runs under odd conditions: closed streams, full disks, values at the edge of sense."""

import resource
import subprocess

import pandas as pd
import pytest
from support.running import LONGEST, PREAMBLE, SHOAL, command, robots, scenario, write_scenario

TALKER = (
    PREAMBLE
    + """
static void user_step(void) { printf("hello from %d\\n", (int)pogobot_helper_getid()); }
int main(void) { pogobot_start(NULL, user_step); return 0; }
"""
)


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&- <&-"])
def test_closed_standard_streams_do_not_end_up_in_the_log(controller, tmp_path, closed):
    content = scenario(simulation_time=20.0, objects={"robots": robots(5)}, data_logger_flush_row_count=10)
    file = write_scenario(tmp_path, content)
    line = f'exec "$0" run "$1" -c "$2" -g {closed}'
    done = subprocess.run(
        ["sh", "-c", line, SHOAL, controller(TALKER), file],
        cwd=tmp_path,
        timeout=LONGEST,
        capture_output=True,
    )
    assert done.returncode == 0
    assert len(pd.read_feather(tmp_path / "data.feather")) == 201 * 5
    assert b"hello" not in (tmp_path / "data.feather").read_bytes()


@pytest.mark.parametrize("device", ["data_filename", "console_filename"])
def test_a_full_disk(run_scenario, device):
    run = run_scenario("drive", scenario(enable_console_logging=True, **{device: "/dev/full"}))
    if device == "data_filename":
        assert run.status == 2
        assert "No space left" in run.console
    else:  # what is told on the console is not worth a run
        assert run.status == 0
        assert len(run.rows) == 11


def test_a_limit_on_memory_ends_with_a_message(controller, tmp_path):
    content = scenario(arena_surface=1e12, objects={"robots": robots(2_000_000, x=1e5, y=1e5)})
    file = write_scenario(tmp_path, content)
    limit = 600 * 2**20  # bytes
    done = subprocess.run(
        [SHOAL, "run", controller("drive"), "-c", file, "-g"],
        cwd=tmp_path,
        timeout=LONGEST,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("time_step", 1e300),
        ("objects.robots.max_linear_speed", 1e12),
        ("objects.robots.max_angular_speed", 1e12),
        ("objects.robots.body_density", 1e30),
        ("objects.robots.body_density", 1e-30),
        ("objects.robots.traction", 1e-9),
        ("objects.robots.body_linear_damping", 1e30),
        ("objects.robots.linear_noise_stddev", 1e6),
        ("objects.robots.temporal_noise_stddev", 1e12),
        ("arena_surface", 1e30),
        ("firmware_timeout", 1e300),
        ("data_logger_flush_period", 1e-300),
    ],
)
def test_values_at_the_edge_of_sense_run_or_end_with_a_message(run_scenario, key, value):
    run = run_scenario("drive", scenario(objects={"robots": robots(5)}), "--set", f"{key}={value!r}")
    assert run.status in (0, 2)
    assert run.status == 0 or "Error: " in run.console
    assert run.rows[["x", "y", "angle"]].notna().all(axis=None)


def test_ticks_of_a_microsecond(run_scenario):
    rows = run_scenario("drive", scenario(time_step=1e-6, simulation_time=1e-3, save_data_period=1e-4)).rows
    assert rows["time"].tolist() == pytest.approx([k * 1e-4 for k in range(11)])
    assert rows["pogobot_ticks"].iloc[-1] == 1


def test_a_start_outside_the_arena_is_told_and_ends_the_run_or_not(run_scenario):
    outside = scenario(objects={"robots": robots(1, x=-500.0, y=10.0)})
    run = run_scenario("drive", outside)
    assert run.status == 2
    assert "objects.robots: it starts outside the arena, at (-500, 10) mm" in run.console
    assert "object 0 (robots) was lost at 0.010 s" in run.console
    frozen = run_scenario("drive", {**outside, "on_lost_body": "freeze"})
    assert frozen.status == 0
    assert set(frozen.rows["x"]) == {-500.0}
    assert "outside" not in run_scenario("drive", scenario()).console


def test_copies_on_one_spot_are_told(run_scenario):
    run = run_scenario("drive", scenario(objects={"robots": robots(3, x=500.0, y=500.0)}))
    assert run.status == 0
    assert "objects.robots: its 3 copies all start at (500, 500) mm" in run.console


def test_more_than_fits_is_refused_with_how_many_fit(run_scenario):
    run = run_scenario("drive", scenario(objects={"robots": robots(100_000)}))
    assert run.status == 2
    assert "of 100000 objects fit into the arena" in run.console
    assert run.rows is None


@pytest.mark.parametrize("what", ["/dev/null", "/dev/zero", "", "."])
def test_a_scenario_that_is_no_file(controller, shoal, tmp_path, what):
    result = shoal("run", controller("drive"), "-c", what, "-g", cwd=tmp_path)
    assert result.status == 1
    assert result.err


@pytest.mark.parametrize(
    "text", ["", "\0\0\0", "[", "just words", "- a\n- list", "a: b: c", "objects: {}", "\ufeff"]
)
def test_a_scenario_that_makes_no_sense(controller, shoal, tmp_path, text):
    file = write_scenario(tmp_path, text)
    result = shoal("run", controller("drive"), "-c", file, "-g", cwd=tmp_path)
    assert result.status == 1
    assert result.err.startswith("Error: ")
    assert not (tmp_path / "data.feather").exists()


def test_many_threads_for_few_robots(run_scenario):
    assert run_scenario("drive", scenario(), "--threads", "64").rows.equals(
        run_scenario("drive", scenario()).rows
    )


def test_a_working_directory_that_is_gone(controller, tmp_path):
    file = write_scenario(tmp_path, scenario(data_filename=str(tmp_path / "data.feather")))
    line = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" run "$1" -c "$2" -g'
    result = command("sh", "-c", line, SHOAL, controller("drive"), file, cwd=tmp_path)
    assert result.status in (0, 1, 2)
    assert result.status == 0 or "Error" in result.err


def test_ten_thousand_robots_start_and_run(run_scenario):
    content = scenario(
        objects={"robots": robots(10_000)}, arena_surface=1e8, simulation_time=0.1, save_data_period=-1
    )
    run = run_scenario("drive", content, "--threads", "2")
    assert run.status == 0
    assert len(run.rows) == 10_000
