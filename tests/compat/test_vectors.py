"""Figures that were measured on Pogosim 0.10.10; `compatibility: pogosim` computes the same."""

import math

import pandas as pd
import pyarrow as pa
import pytest
import yaml
from support.running import PREAMBLE, SQUARE, robots
from support.running import scenario as scenario_of


def scenario(**keys):
    return scenario_of(compatibility="pogosim", **keys)


def test_vector_01_clock(run_scenario):
    run = run_scenario("clock", scenario())
    times = [line.split() for line in run.printed() if line.startswith(("step", "slept"))]
    assert [(what, int(ms)) for what, ms, _ in times] == [
        ("step", 0), ("step", 16), ("step", 32), ("step", 48), ("step", 64), ("step", 80), ("slept", 90),
        ("step", 96), ("step", 112), ("step", 128), ("step", 144), ("slept", 174), ("step", 174), ("step", 190),
    ]  # fmt: skip
    # The stopwatch tells the robot's clock; Pogosim counts sleeps within a step twice, which is not kept.
    assert [int(us) for _, _, us in times] == [1000 * int(ms) for _, ms, _ in times]
    overflow = "[TIME] Error code: 0: TIME OVERFLOW ERROR! Step took 30 ms, should be less than 16 ms."
    assert [line for line in run.printed() if line.startswith("[TIME]")] == [overflow]


def test_vector_02_initial_values(run_scenario):
    run = run_scenario("initial_values", scenario())
    assert run.printed() == [
        "user_data 0",
        "loop 60 3 20 3 0",
        "dir_mem 0 1 0",
        "power_mem 512 512 0",
        "battery 32767",
        "temperature 42",
        "dir_status 4294967295",
        "robots 1 id 0 category robots",
    ]


def drive(**parameters):
    return scenario(time_step=0.01, simulation_time=0.2, save_data_period=0.01, parameters=parameters)


def velocity(rows, column, first=5, last=15):
    return (rows[column][last] - rows[column][first]) / (rows["time"][last] - rows["time"][first])


def test_vector_05_motion(run_scenario):
    straight = run_scenario("drive", drive()).rows
    row = straight[(straight["time"] - 0.06).abs() < 0.001].iloc[0]
    assert row["x"] == pytest.approx(507.0, abs=0.005)
    assert row["y"] == pytest.approx(500.0, abs=0.005)
    assert straight["x"].diff()[2:].to_numpy() == pytest.approx(1.0, abs=0.002)

    turning = run_scenario("drive", drive(right_power=0)).rows
    assert velocity(turning, "angle") == pytest.approx(2.0, rel=1e-3)

    # A direction counts from the next call of that motor's power; powers above 1023 count as 1023.
    counter = run_scenario("drive", drive(left_dir=0, left_power=2000)).rows
    assert velocity(counter, "angle") == pytest.approx(-4.0, rel=1e-3)
    assert velocity(counter, "x") == pytest.approx(0.0, abs=0.1)


def test_vector_05_velocity_is_imposed_at_calls_only(run_scenario):
    rows = run_scenario("drive", drive(left_power=1023, right_power=0)).rows
    assert abs(rows["angle"].iloc[-1]) > 0.3
    assert rows["y"].to_numpy() == pytest.approx(500.0, abs=0.01)
    assert rows["x"].diff()[2:].to_numpy() == pytest.approx(0.5, abs=0.002)


def test_vector_06_ids_and_rows(run_scenario):
    kinds = {
        "robots": {**robots(3)},
        "walls": {"type": "pogowall", "geometry": "arena"},
        "balls": {"type": "passive_object", "geometry": "disk", "radius": 20.0, "colormap": "rainbow"},
    }
    source = (
        PREAMBLE
        + """
static void user_init(void) { printf("robots %lu\\n", (unsigned long)get_nb_robots()); }
static void schema(void) { data_add_column_int32("mine"); }
static void export_data(void) { data_set_value_int32("mine", 7); }
int main(void) {
    pogobot_start(user_init, NULL);
    pogobot_start(user_init, NULL, "walls");
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}
"""
    )
    run = run_scenario(source, scenario(objects=kinds))
    assert run.printed() == ["robots 4"] * 4
    start = run.rows[run.rows["time"] == 0.0]
    assert start["robot_id"].tolist() == [0, 1, 2, 65535, 65534]
    assert start["robot_category"].tolist() == ["robots", "robots", "robots", "walls", "balls"]
    wall, ball = start.iloc[3], start.iloc[4]
    assert all(math.isnan(wall[name]) for name in ("x", "y", "angle"))
    assert wall["pogobot_ticks"] == 0
    assert wall["mine"] == 7
    assert 0 < ball["x"] < 1000
    assert pd.isna(ball["pogobot_ticks"])
    assert pd.isna(ball["mine"])


def test_vector_07_parameters(run_scenario):
    parameters = {
        "a_uint8": 200,
        "an_int8": {"default_option": -5, "batch_options": [1, 2]},
        "a_uint16": "1.0e3",
        "a_bool": "yes",
        "a_double": "4.25",
        "an_int32": 7.9,
        "a_string": "longer than six",
        "some_floats": [1.5, 2.5, 3.5, 4.5],
        "some_doubles": [],
        "grp": {"sub": [10, 11, 12]},
    }
    printed = run_scenario("parameters", scenario(parameters=parameters)).printed()
    assert printed == [
        "bool 1",
        "int -5 2 7",
        "uint 200 1000 6",
        "real 7.5 4.25",
        "floats 1.5 2.5 3.5",
        "doubles 4 5",
        "string longe",
        "nested 11",
    ]
    assert run_scenario("parameters", scenario(parameters={"a_bool": 1})).printed()[0] == "bool 1"


def test_vector_09_data_file(run_scenario, tmp_path):
    run = run_scenario("columns", scenario(save_data_period=1.0, simulation_time=5.0))
    table = pa.ipc.open_file(tmp_path / "run0" / "data.feather").read_all()
    assert [(field.name, field.type) for field in table.schema][:7] == [
        ("time", pa.float32()),
        ("robot_category", pa.utf8()),
        ("robot_id", pa.int32()),
        ("x", pa.float32()),
        ("y", pa.float32()),
        ("angle", pa.float32()),
        ("pogobot_ticks", pa.int64()),
    ]
    assert [field.type for field in table.schema][7:] == [
        pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float64(), pa.utf8(), pa.bool_(), pa.float16(),
    ]  # fmt: skip
    assert run.rows["time"].tolist() == pytest.approx([0.0, 1.01, 2.02, 3.03, 4.04], abs=1e-5)

    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert metadata["program_version"] == "v0.10.10"
    configuration = yaml.safe_load(metadata["configuration"])
    assert configuration["seed"] == 1
    assert configuration["GUI"] is False
    assert configuration["progress_bar"] is False
    assert configuration["mm_to_pixels"] == pytest.approx(0.8)  # 800 pixels for 1000 mm
    (polygon,) = yaml.safe_load(metadata["arena_polygons"])
    corners = {(round(corner["x"], 6), round(corner["y"], 6)) for corner in polygon}
    assert corners == {(0, 0), (10, 0), (10, 10), (0, 10)}  # in units of 100 mm
    assert len(polygon) == len(SQUARE.splitlines())
