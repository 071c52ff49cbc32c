"""The run's table: a controller's columns, which fields and categories are written, and mistakes with them."""

import math

import pandas as pd
import pyarrow as pa
import pytest
from support.running import PREAMBLE, robots, scenario

BUILT_IN = ["time", "robot_category", "robot_id", "x", "y", "angle", "pogobot_ticks"]


def columns(mistake=0, nb=4, **keys):
    return scenario(objects={"robots": robots(nb)}, parameters={"mistake": mistake}, **keys)


def test_columns_hold_what_the_controller_set(run_scenario):
    rows = run_scenario("columns", columns()).rows
    assert set(rows["robot_id"]) == {0, 2}  # the others do not export
    assert len(rows) == 2 * 11
    first = rows[rows["robot_id"] == 0].iloc[0]
    assert first[["c_int8", "c_int16", "c_int32", "c_int64"]].tolist() == [-8, -16, -32, -(2**63)]
    assert (first["c_double"], first["c_float16"], first["c_string"], first["c_bool"]) == (
        0.1,
        0.5,
        "zero",
        True,
    )
    other = rows[rows["robot_id"] == 2].iloc[0]
    assert (other["c_string"], other["c_bool"]) == ("other", False)


MISTAKES = {
    1: ("c_int8", "exists already", "callback_create_data_schema"),
    2: ("x", "exists already", "callback_create_data_schema"),
    3: ("unknown", "no such data column", "robot 0 (robots)"),
    4: ("c_int8", "another type", "robot 0 (robots)"),
    5: ("late", "callback_create_data_schema", "robot 0 (robots)"),
}


@pytest.mark.parametrize(("mistake", "words"), MISTAKES.items())
def test_a_mistake_with_columns_names_the_column_and_the_place(run_scenario, mistake, words):
    run = run_scenario("columns", columns(mistake))
    assert run.status == 2
    for word in words:
        assert word in run.console


def test_a_mistake_after_some_rows_keeps_those_rows(run_scenario):
    source = (
        PREAMBLE
        + """
static void schema(void) { data_add_column_int8("a"); }
static void export_data(void) {
    data_set_value_int8("a", 1);
    if (pogobot_ticks > 30 && pogobot_helper_getid() == 2) data_set_value_int8("b", 1);
}
int main(void) {
    pogobot_start(NULL, NULL);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}
"""
    )
    run = run_scenario(source, scenario(objects={"robots": robots(4)}))
    assert run.status == 2
    assert "robot 2 (robots), tick 36, in callback_export_data" in run.console
    assert len(run.rows) == 6 * 4 + 2
    assert not run.rows.isna().any(axis=None)


def test_what_is_not_set_is_null(run_scenario):
    source = (
        PREAMBLE
        + """
static void schema(void) { data_add_column_int32("a"); data_add_column_string("b"); }
static void export_data(void) {
    if (pogobot_helper_getid() == 0) data_set_value_int32("a", 5);
}
int main(void) {
    pogobot_start(NULL, NULL);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}
"""
    )
    rows = run_scenario(source, scenario(objects={"robots": robots(2)})).rows
    assert rows.loc[rows["robot_id"] == 0, "a"].tolist() == [5] * 11
    assert rows.loc[rows["robot_id"] == 1, "a"].isna().all()
    assert rows["b"].isna().all()


def test_a_disabled_export_leaves_nothing_behind_and_holds_for_that_robot(run_scenario):
    source = (
        PREAMBLE
        + """
static void schema(void) { data_add_column_int32("a"); }
static void export_data(void) {
    const bool odd = pogobot_helper_getid() % 2 == 1;
    if (odd) { data_set_value_int32("a", 99); disable_data_export(); }
    mydata->value += 1;
    if (odd && mydata->value == 3) enable_data_export();
}
int main(void) {
    pogobot_start(NULL, NULL);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}
"""
    )
    rows = run_scenario(source, scenario(objects={"robots": robots(3)})).rows
    assert rows.loc[rows["robot_id"] != 1, "a"].isna().all()
    assert len(rows) == 2 * 11 + 1
    (third,) = rows[rows["robot_id"] == 1].to_dict("records")
    assert (round(third["time"], 3), third["a"]) == (0.2, 99)


def test_fields_choose_columns_and_keep_their_order(run_scenario):
    fields = ["c_int8", "x", "time"]
    rows = run_scenario("columns", columns(data_logger_fields=fields)).rows
    assert rows.columns.tolist() == ["time", "x", "c_int8"]
    assert (rows["c_int8"] == -8).all()
    only_time = run_scenario("columns", columns(data_logger_fields=["time"])).rows
    assert only_time.columns.tolist() == ["time"]
    assert len(only_time) == len(rows)


def test_a_misspelt_field_is_reported_with_the_names_there_are(run_scenario):
    run = run_scenario("columns", columns(data_logger_fields=["time", "c_in8"]))
    assert run.status != 0
    for word in ("data_logger_fields", "c_in8", "c_int8", "pogobot_ticks"):
        assert word in run.console


def test_categories_choose_rows(run_scenario):
    objects = {"robots": robots(2), "walls": {"type": "pogowall", "geometry": "arena"}}
    content = scenario(objects=objects, data_logger_category=["walls"])
    rows = run_scenario("two_categories", content).rows
    assert set(rows["robot_category"]) == {"walls"}
    assert len(rows) == 11


def test_an_unknown_category_is_reported_with_its_line(run_scenario, tmp_path):
    run = run_scenario("columns", columns(data_logger_category=["robotz"]))
    lines = (tmp_path / "run0" / "scenario.yaml").read_text().splitlines()
    assert f"scenario.yaml:{lines.index('- robotz') + 1}:" in run.console
    assert "data_logger_category" in run.console
    assert "did you mean robots?" in run.console
    assert len(run.rows) == 0


def test_objects_have_rows_in_order_of_creation(run_scenario):
    objects = {
        "balls": {"type": "passive_object", "nb": 2, "geometry": "disk", "radius": 20.0},
        "robots": robots(2),
        "lamp": {"type": "static_light", "geometry": "global", "value": 100},
        "walls": {"type": "pogowall", "geometry": "arena"},
        "boxes": {"type": "active_object", "geometry": "rectangle", "body_width": 40.0, "body_height": 20.0},
    }
    rows = run_scenario("initial_values", scenario(objects=objects)).rows
    instant = rows[rows["time"] == 0]
    assert instant["robot_category"].tolist() == ["balls", "balls", "robots", "robots", "walls", "boxes"]
    assert instant["robot_id"].tolist() == [65535, 65534, 0, 1, 65533, 2]
    balls = rows[rows["robot_category"] == "balls"]
    assert balls["pogobot_ticks"].isna().all()
    assert balls[["x", "y", "angle"]].notna().all(axis=None)
    assert rows[rows["robot_category"] == "walls"][["x", "y", "angle"]].isna().all(axis=None)
    assert rows.columns.tolist() == BUILT_IN


def test_logging_can_be_off(run_scenario):
    run = run_scenario("columns", columns(1, enable_data_logging=False))
    assert (run.status, run.rows) == (0, None)


def test_no_period_logs_the_start_only(run_scenario):
    for period in (0, -1):
        assert run_scenario("drive", scenario(save_data_period=period)).rows["time"].tolist() == [0.0]


@pytest.mark.parametrize("period", [1e-300, 1e-9, 0.01])
def test_a_period_below_a_tick_logs_each_tick(run_scenario, period):
    rows = run_scenario("drive", scenario(save_data_period=period)).rows
    assert len(rows) == 101


def test_angles_are_within_half_a_turn(run_scenario):
    content = scenario(simulation_time=20.0, parameters={"right_power": 0})
    angle = run_scenario("drive", content).rows["angle"]
    assert angle.max() <= math.pi + 1e-6
    assert angle.min() >= -math.pi - 1e-6
    assert angle.max() - angle.min() > 6


def test_strings_of_any_text_are_kept(run_scenario, tmp_path):
    source = (
        PREAMBLE
        + """
static void schema(void) { data_add_column_string("s"); }
static void export_data(void) { data_set_value_string("s", "p\\xc3\\xa9 \\xf0\\x9f\\x90\\x9f, \\"q\\"\\n\\xff"); }
int main(void) {
    pogobot_start(NULL, NULL);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}
"""
    )
    rows = run_scenario(source, scenario()).rows
    assert rows["s"].unique().tolist() == ['pé 🐟, "q"\n\ufffd']


def test_row_batches_are_bounded(run_scenario, tmp_path):
    rows = run_scenario(
        "drive", scenario(objects={"robots": robots(10)}, data_logger_flush_row_count=20)
    ).rows
    file = pa.ipc.open_file(tmp_path / "run0" / "data.feather")
    assert [file.get_batch(i).num_rows for i in range(file.num_record_batches)] == [20] * 5 + [10]
    assert pd.concat([file.get_batch(i).to_pandas() for i in range(6)], ignore_index=True).equals(rows)
