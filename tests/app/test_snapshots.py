"""`shoal run --save` and `--resume`: the rest of a run in another process, and what may not go on."""

import pandas as pd
import pytest
from support.running import read_rows, robots, scenario, shoal, write_scenario

BUSY = {
    "robots": robots(20, communication_radius=150.0, temporal_noise_stddev=300.0, linear_noise_stddev=3.0)
}
BALLS = {"balls": {"type": "passive_object", "nb": 5, "geometry": "disk", "radius": 30.0}}
SKIN = {"skin": {"type": "membrane", "nb": 1, "geometry": "disk", "radius": 120.0}}

SCENES = {
    "messages": scenario(objects=BUSY, arena_surface=4e5),
    "objects": scenario(objects={**BUSY, **BALLS, **SKIN}, arena_surface=1e6),
    "physical_air": scenario(
        objects={"robots": {**BUSY["robots"], "msg_success_rate": {"type": "physical"}}}, arena_surface=4e5
    ),
    "periodic": scenario(objects=BUSY, arena_surface=4e5, boundary_condition="periodic"),
    "as_pogosim": scenario(objects=BUSY, arena_surface=4e5, compatibility="pogosim"),
    "own_globals": scenario(objects=BUSY, arena_surface=4e5, globals="per_robot"),
}


@pytest.fixture
def run(tmp_path, controller):
    """Runs a scene in a directory of the test's own: how it ended, and the rows of the named log."""

    def run(scene, log, *flags, what="busy"):
        image = controller(what)
        file = write_scenario(tmp_path, scene)
        result = shoal(
            "run", image, "-c", file, "-g", "--set", f"data_filename={log}.feather", *flags, cwd=tmp_path
        )
        return result, read_rows(tmp_path / f"{log}.feather")

    return run


def rest(whole, part):
    return whole[len(whole) - len(part) :].reset_index(drop=True)


@pytest.mark.parametrize("scene", SCENES)
def test_the_rest_of_a_run_is_what_it_would_have_been(run, scene):
    _, whole = run(SCENES[scene], "whole")
    saved, first = run(SCENES[scene], "first", "--save", "state", "--save-at", "0.45")
    assert saved.status == 0, saved.text
    assert "state at 0.4" in saved.text
    resumed, part = run(SCENES[scene], "part", "--resume", "state")
    assert resumed.status == 0, resumed.text
    assert part["time"].min() > 0.4
    assert len(part) > 60
    pd.testing.assert_frame_equal(first, whole)
    pd.testing.assert_frame_equal(part, rest(whole, part), check_exact=True)


def test_cpp_controllers_go_on_too(run):
    scene = scenario(objects={"robots": robots(9)})
    _, whole = run(scene, "whole", what="busy_cpp")
    run(scene, "first", "--save", "state", "--save-at", "0.33", what="busy_cpp")
    resumed, part = run(scene, "part", "--resume", "state", what="busy_cpp")
    assert resumed.status == 0, resumed.text
    pd.testing.assert_frame_equal(part, rest(whole, part), check_exact=True)


def test_a_run_can_be_made_longer(run):
    _, whole = run({**SCENES["messages"], "simulation_time": 2.0}, "whole")
    run(SCENES["messages"], "first", "--save", "state")
    resumed, part = run({**SCENES["messages"], "simulation_time": 2.0}, "part", "--resume", "state")
    assert resumed.status == 0, resumed.text
    assert part["time"].max() == pytest.approx(2.0)
    pd.testing.assert_frame_equal(part, rest(whole, part), check_exact=True)


def test_a_seed_that_was_drawn_comes_from_the_state(run):
    scene = {key: value for key, value in SCENES["messages"].items() if key != "seed"}
    _, whole = run(scene, "whole", "--save", "state", "--save-at", "0.5")
    resumed, part = run(scene, "part", "--resume", "state")
    assert resumed.status == 0, resumed.text
    pd.testing.assert_frame_equal(part, rest(whole, part), check_exact=True)


def refused(run, scene, *flags, what="busy"):
    result, _ = run(scene, "other", "--resume", "state", *flags, what=what)
    assert result.status == 2
    return result.text


def test_what_may_not_go_on_is_refused_by_name(run, tmp_path):
    scene = SCENES["messages"]
    run(scene, "first", "--save", "state", "--save-at", "0.5")
    assert "another seed" in refused(run, scene, "--seed", "9")
    assert "time_step" in refused(run, {**scene, "time_step": 0.02})
    assert "another controller" in refused(run, scene, what="busy_cpp")
    (tmp_path / "square.csv").write_text("0,0\n2,0\n2,1\n0,1\n")
    bytes_ = bytearray((tmp_path / "state").read_bytes())
    bytes_[len(bytes_) // 2] ^= 1
    (tmp_path / "state").write_bytes(bytes_)
    assert "damaged" in refused(run, scene)
    (tmp_path / "state").write_bytes(b"something else, and long enough")
    assert "no state of a run" in refused(run, scene)
    (tmp_path / "state").unlink()
    assert "cannot be read" in refused(run, scene)


def test_the_first_part_of_the_log_is_kept(run):
    run(SCENES["messages"], "log", "--save", "state", "--save-at", "0.5")
    result, rows = run(SCENES["messages"], "log", "--resume", "state")
    assert result.status == 2
    assert "data_filename" in result.text
    assert rows["time"].min() < 0.5


def test_bare_programs_are_refused(run, tmp_path):
    result, _ = run(scenario(), "log", "--save", "state", what="busy_bare")
    assert result.status == 2
    assert "bare robot" in result.text
    assert not (tmp_path / "state").exists()


HEAP = """#include "pogobase.h"
#include <stdlib.h>
typedef struct { int32_t value; char* text; } USERDATA;
DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)
static void init(void) { mydata->text = malloc(100); }
int main(void) { pogobot_init(); pogobot_start(init, NULL, "robots"); return 0; }
"""


def test_pointers_to_the_heap_are_pointed_out(run):
    result, _ = run(scenario(), "log", "--save", "state", what=HEAP)
    assert "robot 0 (robots) has an address of the heap" in result.text
    assert "at byte 8" in result.text


def test_no_pointers_are_found_where_there_are_none(run):
    result, _ = run(SCENES["messages"], "log", "--save", "state")
    assert "address" not in result.text
