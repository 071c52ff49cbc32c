"""Membranes, walls with a body, objects that only have a controller, periodic arenas and remote signals, in whole runs."""

import numpy as np
import pandas as pd
import pytest
import yaml
from matplotlib.path import Path
from support.running import PREAMBLE, ROOT, robots, scenario

# Every robot-like object drives as hard as it can, says what it is, and that it has ended.
DRIVERS = (
    PREAMBLE
    + """
static void user_init(void) {
    pogobot_motor_set(motorL, motorFull);
    pogobot_motor_set(motorR, motorFull);
}
static void end(void) { printf("end %u after %lu\\n", pogobot_helper_getid(), (unsigned long)pogobot_ticks); }
static void schema(void) { data_add_column_int32("mine"); }
static void export_data(void) {
    data_set_value_int32("mine", 7);
    if (pogobot_helper_getid() == 65534) disable_data_export();
}
int main(void) {
    const char* kinds[] = {"robots", "skins", "balls", "bars", "walls", "boxes"};
    for (int i = 0; i < 6; ++i) pogobot_start(user_init, NULL, kinds[i]);
    SET_CALLBACK(callback_robot_end, end);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}
"""
)


def membrane(**keys):
    return {"type": "membrane", "geometry": "disk", "radius": 200.0, **keys}


def outline(rows, time):
    parts = rows[(rows["subpart_id"] >= 0) & (rows["time"] == time)]
    return parts.sort_values("subpart_id")[["x", "y"]].to_numpy(float)


def count_inside(rows, time):
    at = rows[(rows["robot_category"] == "robots") & (rows["time"] == time)][["x", "y"]].to_numpy(float)
    return int(Path(outline(rows, time)).contains_points(at).sum())


@pytest.mark.parametrize("kind", ["membrane", "rectmembrane"])
@pytest.mark.parametrize("mode", ["robot", "pogosim"])
def test_robots_stay_in_a_closed_membrane_for_a_minute(run_scenario, kind, mode):
    skin = membrane(type=kind, num_dots=60, serialize_dot_pose=True, body_linear_damping=1.0)
    content = scenario(
        objects={"robots": robots(12), "skins": skin},
        initial_formation_root_object="skins",
        compatibility=mode,
        simulation_time=60.0,
        save_data_period=1.0,
    )
    rows = run_scenario(DRIVERS, content).rows
    times = sorted(rows["time"].unique())
    assert len(times) == (61 if mode == "robot" else 60)
    assert [count_inside(rows, time) for time in times] == [12] * len(times)


def test_a_part_has_a_row_only_if_its_membrane_has(run_scenario):
    skins = membrane(nb=2, radius=100.0, num_dots=5, serialize_dot_pose=True)
    objects = {"skins": skins, "robots": robots(2), "balls": {"type": "pogobject", "geometry": "disk"}}
    rows = run_scenario(DRIVERS, scenario(objects=objects)).rows
    start = rows[rows["time"] == 0]
    assert start["robot_id"].tolist() == [65535] * 6 + [0, 1, 2]  # the other membrane does not export
    assert start["subpart_id"].tolist() == [-1, 0, 1, 2, 3, 4, -1, -1, -1]
    assert start["mine"].iloc[[0, 6, 7, 8]].tolist() == [7, 7, 7, 7]
    assert start["mine"].iloc[1:6].isna().all()
    assert start["pogobot_ticks"].tolist() == [0] * 9
    assert start["angle"].iloc[:6].isna().all()
    whole, first = start.iloc[0], start.iloc[1]
    assert (whole["x"], whole["y"]) == (first["x"], first["y"])
    assert rows["subpart_id"].dtype == np.int16


def test_no_column_of_parts_without_a_membrane_that_asks_for_it(run_scenario):
    rows = run_scenario(DRIVERS, scenario(objects={"skins": membrane(), "robots": robots(2)})).rows
    assert "subpart_id" not in rows
    assert (rows["robot_category"] == "skins").sum() == 11
    refused = run_scenario(DRIVERS, scenario(data_logger_fields=["time", "subpart_id"]))
    assert refused.status != 0
    assert "subpart_id" in refused.console


def test_too_many_parts_for_their_numbers_are_refused(run_scenario):
    skin = membrane(num_dots=40000, serialize_dot_pose=True)
    run = run_scenario(DRIVERS, scenario(objects={"skins": skin}))
    assert run.status != 0
    assert "num_dots" in run.console
    assert "32767" in run.console


def test_every_robot_like_object_ends_once(run_scenario):
    objects = {
        "robots": robots(2),
        "skins": membrane(),
        "walls": {"type": "pogowall", "geometry": "arena"},
        "stones": {"type": "passive_object", "geometry": "disk"},
        "balls": {"type": "active_object", "geometry": "disk"},
    }
    printed = run_scenario(DRIVERS, scenario(objects=objects)).printed()
    assert [line.split()[1] for line in printed] == ["0", "1", "65535", "65534", "2"]
    assert all(line.endswith("after 60") for line in printed)


def test_objects_without_motors_stand_still_and_can_be_pushed(run_scenario):
    pusher = robots(x=400.0, y=500.0)
    for kind in ("pogobject", "active_object"):
        ball = {"type": kind, "geometry": "disk", "radius": 20.0, "x": 480.0, "y": 500.0}
        for mode in ("robot", "pogosim"):
            objects = {"robots": pusher, "balls": ball}
            rows = run_scenario(DRIVERS, scenario(objects=objects, compatibility=mode)).rows
            x = rows[rows["robot_category"] == "balls"]["x"].to_numpy()
            assert x[0] == x[1] == x[2] == 480.0
            assert x[-1] > 500.0


def bar(**keys):
    return {"type": "pogowall", "geometry": "rectangle", "body_width": 20.0, "body_height": 300.0, **keys}


def test_a_wall_stands_where_it_says_and_stops_robots(run_scenario):
    objects = {
        "robots": robots(x=300.0, y=500.0),
        "boxes": robots(x=300.0, y=800.0),
        "bars": bar(x=600.0, y=450.0),
    }
    content = scenario(objects=objects, simulation_time=6.0)
    rows = run_scenario(DRIVERS, content).rows
    wall = rows[rows["robot_category"] == "bars"]
    assert (wall["x"] == 600.0).all()
    assert (wall["y"] == 450.0).all()
    assert (wall["angle"] == 0.0).all()
    assert set(wall["robot_id"]) == {65535}
    stopped, passing = (rows[rows["robot_category"] == name]["x"] for name in ("robots", "boxes"))
    assert stopped.max() == pytest.approx(590.0 - 26.5, abs=1.0)
    assert passing.max() > 850.0


def test_a_turned_wall_blocks_where_it_reaches(run_scenario):
    objects = {"robots": robots(x=300.0, y=500.0), "bars": bar(x=600.0, y=500.0, theta=np.pi / 2)}
    rows = run_scenario(DRIVERS, scenario(objects=objects, simulation_time=6.0)).rows
    assert rows[rows["robot_category"] == "robots"]["x"].max() == pytest.approx(450.0 - 26.5, abs=1.0)


def test_walls_without_coordinates_are_placed_by_the_formation(run_scenario):
    objects = {"robots": robots(20), "bars": bar(nb=3, body_height=100.0)}
    rows = run_scenario(DRIVERS, scenario(objects=objects)).rows
    walls = rows[rows["robot_category"] == "bars"]
    assert walls[["x", "y"]].notna().all(axis=None)
    assert walls.groupby("robot_id")["x"].nunique().tolist() == [1, 1]  # the third does not export


def test_a_membrane_without_springs_says_so(run_scenario):
    run = run_scenario(DRIVERS, scenario(objects={"robots": robots(1), "skins": membrane(stiffness=0)}))
    assert run.status == 0
    assert "objects.skins: stiffness 0 means no springs" in run.console


def test_a_membrane_too_light_for_its_robots_says_so(run_scenario):
    skin = membrane(body_density=0.001)
    run = run_scenario(DRIVERS, scenario(objects={"robots": robots(1), "skins": skin}))
    assert "times heavier than its parts" in run.console


def test_robots_cross_the_seam_of_a_periodic_arena(run_scenario):
    objects = {"robots": robots(x=900.0, y=500.0)}
    content = scenario(objects=objects, boundary_condition="periodic", simulation_time=20.0)
    rows = run_scenario(DRIVERS, content).rows
    assert rows["x"].between(0, 1000).all()
    way = np.unwrap(rows["x"].to_numpy(float), period=1000.0)
    assert way[-1] - way[0] == pytest.approx(2000.0, rel=0.01)
    assert rows["y"].to_numpy() == pytest.approx(500.0, abs=1e-3)


@pytest.mark.parametrize("mode", ["robot", "pogosim"])
def test_contacts_act_across_the_seam(run_scenario, mode):
    ball = {"type": "passive_object", "geometry": "disk", "radius": 20.0, "x": 15.0, "y": 500.0}
    objects = {"robots": robots(x=950.0, y=500.0), "stones": ball}
    content = scenario(
        objects=objects, boundary_condition="periodic", simulation_time=3.0, compatibility=mode
    )
    rows = run_scenario(DRIVERS, content).rows
    robot = rows[rows["robot_category"] == "robots"]["x"].to_numpy(float)
    stone = rows[rows["robot_category"] == "stones"]["x"].to_numpy(float)
    apart = (stone - robot) % 1000.0
    assert apart.min() > 45.5  # they touch at 46.5 and do not pass through each other
    assert stone[-1] > 100.0


def test_walls_in_a_periodic_arena(run_scenario):
    objects = {
        "robots": robots(x=900.0, y=500.0),
        "walls": {"type": "pogowall", "geometry": "arena"},
        "bars": bar(x=100.0, y=500.0),
    }
    content = scenario(objects=objects, boundary_condition="periodic", simulation_time=5.0)
    rows = run_scenario(DRIVERS, content).rows
    assert set(rows["robot_category"]) == {"robots", "bars"}  # the arena has no wall
    x = rows[rows["robot_category"] == "robots"]["x"].to_numpy()
    assert x[-1] == pytest.approx(90.0 - 26.5, abs=1.0)


def test_remote_signals_are_checked_and_given(run_scenario):
    content = scenario(remote=[{"at": 0.5, "payload": "stop"}])
    assert run_scenario(DRIVERS, content).status == 0
    wrong = run_scenario(DRIVERS, scenario(remote=[{"at": 0.5, "payload": "stop", "to": "disk"}]))
    assert wrong.status != 0
    assert "remote[0].to" in wrong.console
    assert "did you mean disc" in wrong.console


def test_a_remote_control_starts_the_robots_it_reaches(run_scenario):
    near = {"type": "pogobot", "geometry": "disk", "radius": 26.5, "x": 300, "y": 500}
    far = {**near, "x": 900}
    content = scenario(
        objects={"robots": near, "others": far},
        save_data_period=0.25,
        simulation_time=1.0,
        remote=[{"at": 0.5, "payload": "start", "to": "disc", "position": [300, 500], "radius": 200}],
    )
    rows = run_scenario("remote_start", content).rows
    reached = rows[rows["robot_category"] == "robots"].set_index("time")
    assert list(reached["heard"]) == [0, 0, 0, 1, 1]
    assert reached.loc[0.5, "x"] == reached.loc[0.0, "x"] == 300
    assert reached.loc[1.0, "x"] == pytest.approx(350, abs=3)


def test_readers_skip_what_has_no_place(run_scenario):
    from shoal import paths

    objects = {
        "robots": robots(3),
        "skins": membrane(num_dots=20, serialize_dot_pose=True),
        "walls": {"type": "pogowall", "geometry": "arena"},
        "lamp": {"type": "static_light", "geometry": "global", "value": 100},
    }
    rows = run_scenario("initial_values", scenario(objects=objects)).rows
    bodies = paths.bodies(rows)
    assert isinstance(bodies, pd.DataFrame)
    assert bodies[bodies["time"] == 0]["robot_category"].tolist() == ["robots"] * 3 + ["skins"]


def example(name, file="scenario.yaml", **keys):
    text = (ROOT / "examples" / "pogobot" / name / file).read_text()
    return {**yaml.safe_load(text), "data_filename": "data.feather", **keys}


def test_the_membrane_example_moves_its_skin_and_keeps_its_robots(run_scenario):
    rows = run_scenario("membrane", example("membrane")).rows
    times = sorted(rows["time"].unique())
    assert len(times) == 121
    assert all(count_inside(rows, time) == 20 for time in times)
    way = np.array([outline(rows, time).mean(axis=0) for time in times])
    assert np.linalg.norm(way - way[0], axis=1).max() > 100.0


def test_the_torus_example_has_no_walls(run_scenario):
    rows = run_scenario("run_and_tumble", example("run_and_tumble", "torus.yaml")).rows
    assert rows[["x", "y"]].to_numpy().min() >= 0.0
    assert rows[["x", "y"]].to_numpy().max() <= 1000.0
    steps = rows.sort_values("time").groupby("robot_id")[["x", "y"]].diff().abs()
    assert (steps > 500.0).any(axis=1).sum() > 50  # crossings of the seam in a minute of 50 robots


def test_threads_do_not_change_a_run_with_membranes(run_scenario):
    content = example("membrane", simulation_time=20.0)
    one, four = (run_scenario("membrane", {**content, "threads": n}).rows for n in (1, 4))
    assert one.equals(four)
