"""Videos of finished logs: the same as those of the runs, but for what is not in a log."""

import numpy as np
import pandas as pd
import pytest
from support.films import frames, probe
from support.running import PREAMBLE, robots, scenario, shoal

SIZE = ("--size", "200x200", "--layers", "none")
RED = (
    PREAMBLE
    + """
static void step(void) {
    pogobot_motor_set(motorL, motorFull);
    pogobot_motor_set(motorR, mydata->value);
}
static void init(void) { pogobot_led_setColor(25, 0, 0); mydata->value = MOTOR; }
static void schema(void) {
    data_add_column_int16("led_r"); data_add_column_int16("led_g"); data_add_column_int16("led_b");
}
static void export(void) {
    data_set_value_int16("led_r", 25); data_set_value_int16("led_g", 0); data_set_value_int16("led_b", 0);
}
int main(void) {
    pogobot_init();
    pogobot_start(init, step);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export);
    return 0;
}
"""
)
COUNTING = (
    PREAMBLE
    + """
static void step(void) {}
static void init(void) {}
static void schema(void) {
    data_add_column_int32("half"); data_add_column_double("time_ms"); data_add_column_string("word");
}
static void export(void) {
    data_set_value_int32("half", current_time_milliseconds() >= 500);
    data_set_value_double("time_ms", current_time_milliseconds());
    data_set_value_string("word", pogobot_helper_getid() == 0 ? "one" : "other");
}
int main(void) {
    pogobot_init();
    pogobot_start(init, step, "left");
    pogobot_start(init, step, "right");
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export);
    return 0;
}
"""
)


LAMP = (
    PREAMBLE
    + """
static void step(void) { pogobot_led_setColor(25, 0, 0); }
static void init(void) {}
int main(void) {
    pogobot_init();
    pogobot_start(init, step, "left");
    pogobot_start(init, step, "right");
    return 0;
}
"""
)


def driving(right_motor="motorFull"):
    return RED.replace("MOTOR", right_motor)


def red(pixels):
    return (pixels[..., 0] > 150) & (pixels[..., 1] < 90) & (pixels[..., 2] < 90)


@pytest.fixture
def film(tmp_path):
    """Films a log; all frames."""

    def make(log, *flags):
        file = tmp_path / "log.gif"
        result = shoal("film", log, file, *SIZE, *flags)
        assert result.status == 0, result.text
        return frames(file)

    return make


@pytest.mark.parametrize("keys", [{}, {"boundary_condition": "periodic"}])
@pytest.mark.parametrize("motor", ["motorFull", "motorHalf"])
def test_a_film_of_a_log_is_that_of_the_run(run_scenario, tmp_path, film, keys, motor):
    robot = robots(1, x=850.0 if keys else 300.0, y=500.0, theta=0.3)
    content = scenario(objects={"robots": robot}, simulation_time=2.0, save_data_period=0.1, **keys)
    file = tmp_path / "run.gif"
    run = run_scenario(driving(motor), content, "--video", file, *SIZE)
    assert run.status == 0, run.console
    of_run, of_log = frames(file), film(tmp_path / "run0" / "data.feather")
    assert len(of_run) == len(of_log) == 50
    for a, b in zip(of_run, of_log, strict=True):
        assert red(a).sum() > 20
        # The glow of a LED is not drawn for a log, where the colours are data.
        assert (red(a) != red(b)).sum() <= 0.2 * red(a).sum()
        assert np.abs(a - b).mean() < 1.0


def test_skins_have_the_shape_of_their_parts(run_scenario, tmp_path, film):
    content = scenario(
        objects={
            "robots": robots(5),
            "skin": {
                "type": "membrane",
                "nb": 1,
                "geometry": "disk",
                "radius": 200.0,
                "x": 500.0,
                "y": 500.0,
                "num_dots": 40,
                "serialize_dot_pose": True,
            },
        },
        initial_formation_root_object="skin",
        simulation_time=2.0,
    )
    file = tmp_path / "run.gif"
    run = run_scenario("drive", content, "--video", file, *SIZE)
    assert run.status == 0, run.console
    of_run, of_log = frames(file)[-1], film(tmp_path / "run0" / "data.feather")[-1]
    assert (np.abs(of_run - of_log).max(axis=-1) > 100).mean() < 0.02


def two(**keys):
    return scenario(
        objects={"left": robots(1, x=300.0), "right": robots(1, x=700.0)}, save_data_period=0.1, **keys
    )


def heads(pictures):
    """The colours of the heads of both robots by frame, beside the arrows."""
    row, left, right = 12 + int(0.176 * 516), 12 + int(0.176 * 300), 12 + int(0.176 * 700)
    return pictures[:, row, left], pictures[:, row, right]


def near(a, b):
    return np.abs(np.asarray(a) - np.asarray(b)).max() < 40


def test_categories_have_a_colour_each(run_scenario, tmp_path, film):
    run_scenario(COUNTING, two())
    left, right = heads(film(tmp_path / "run0" / "data.feather"))
    assert near(left[0], left[-1])
    assert not near(left[0], right[0])


@pytest.mark.parametrize("column", ["half", "time_ms"])
def test_robots_are_painted_by_a_column_of_numbers(run_scenario, tmp_path, film, column):
    run_scenario(COUNTING, two())
    left, right = heads(film(tmp_path / "run0" / "data.feather", "--colour", column))
    assert near(left, right)
    assert not near(left[0], left[-1])
    assert near(left[0], left[2 if column == "time_ms" else 10])


def test_robots_are_painted_by_a_column_of_words(run_scenario, tmp_path, film):
    run_scenario(COUNTING, two())
    left, right = heads(film(tmp_path / "run0" / "data.feather", "--colour", "word"))
    assert near(left[0], left[-1])
    assert not near(left[0], right[0])


def test_the_heads_leds_are_logged_on_request_and_seen_in_films(run_scenario, tmp_path, film):
    plain = run_scenario(LAMP, two(simulation_time=0.4))
    assert "led_r" not in plain.rows
    run = run_scenario(LAMP, two(simulation_time=0.4, data_logger_leds=True))
    assert run.rows["led_r"].max() == 25
    assert set(run.rows["led_b"]) == {0}
    without = run.rows.drop(columns=["led_r", "led_g", "led_b"])
    pd.testing.assert_frame_equal(without, plain.rows, check_exact=True)
    (log,) = tmp_path.glob("run1/data.feather")
    left, right = heads(film(log))
    assert near(left[-1], (245, 36, 36))
    assert near(right[-1], (245, 36, 36))


def test_what_says_led_r_twice_is_told(run_scenario):
    run = run_scenario(driving(), two(simulation_time=0.2, data_logger_leds=True))
    assert run.status == 2
    assert "led_r" in run.console


def test_what_is_not_in_the_log_stands_where_the_scenario_puts_it(run_scenario, tmp_path, film):
    crate = {
        "type": "passive_object",
        "geometry": "rectangle",
        "body_width": 200.0,
        "body_height": 60.0,
        "x": 500.0,
        "y": 800.0,
        "theta": 0.0,
        "body_density": 10.0,
    }
    content = two(data_logger_category=["left", "right"])
    content["objects"]["crate"] = crate
    run_scenario(COUNTING, content)
    assert set(pd.read_feather(tmp_path / "run0" / "data.feather").robot_category) == {"left", "right"}
    (tmp_path / "run0" / "square.csv").unlink()  # the log has the arena
    moved = tmp_path / "elsewhere.feather"
    (tmp_path / "run0" / "data.feather").rename(moved)
    picture = film(moved)[-1]
    inside = picture[12 + int(0.176 * 800), 12 + int(0.176 * 420)]
    assert inside.min() < 220
    assert picture[12 + int(0.176 * 800), 12 + int(0.176 * 380)].min() > 230


def test_range_speed_and_camera(run_scenario, tmp_path):
    run_scenario(driving(), scenario(objects={"robots": robots(1, x=200.0, theta=0.0)}, simulation_time=2.0))
    file = tmp_path / "film.mp4"
    flags = ("--from", "1", "--to", "2", "--video-speed", "0.5", "--fps", "20", "--follow", "0")
    result = shoal("film", tmp_path / "run0" / "data.feather", file, *SIZE, *flags)
    assert result.status == 0, result.text
    assert (probe(file).frames, probe(file).fps) == (40, 20)
    for picture in frames(file)[[0, -1]]:
        assert np.argwhere(red(picture)).mean(axis=0) == pytest.approx([99.5, 99.5], abs=2)


def test_traces_begin_where_the_log_does(run_scenario, tmp_path):
    run_scenario(driving(), scenario(objects={"robots": robots(1, x=200.0, theta=0.0)}, simulation_time=2.0))
    file = tmp_path / "film.gif"
    flags = ("--size", "200x200", "--layers", "none,traces", "--from", "1.5")
    assert shoal("film", tmp_path / "run0" / "data.feather", file, *flags).status == 0
    row, column = 12 + int(0.176 * 500), 12 + int(0.176 * 280)  # 50 mm behind the robot
    assert frames(file)[0][row, column].min() < 200


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--colour", "nothing"], "a column of the log: time"),
        (["--from", "1"], "0 s to 1 s"),
        (["--follow", "77"], "--follow"),
    ],
)
def test_mistakes_are_told(run_scenario, tmp_path, flags, said):
    run_scenario("drive", scenario())
    result = shoal("film", tmp_path / "run0" / "data.feather", tmp_path / "f.mp4", *flags)
    assert result.status == 2
    assert said in result.err
    assert not list(tmp_path.glob("f.mp4*"))


def test_logs_that_cannot_be_filmed(run_scenario, tmp_path):
    (tmp_path / "text.feather").write_text("no log")
    rows = pd.DataFrame({"time": [0.0, 1.0], "robot_id": [0, 0], "x": [0.0, 0.0], "y": [0.0, 0.0]})
    rows.to_feather(tmp_path / "bare.feather")
    rows.assign(run=[0, 1]).to_feather(tmp_path / "runs.feather")
    rows.drop(columns="x").to_feather(tmp_path / "placeless.feather")
    for name, said in [
        ("text", "cannot be read as a Feather file"),
        ("none", "none.feather"),
        ("bare", "configuration"),
        ("runs", "several runs"),
        ("placeless", "x: there is no such column"),
    ]:
        result = shoal("film", tmp_path / f"{name}.feather", tmp_path / "f.mp4")
        assert result.status == 2, name
        assert said in result.err, result.err
