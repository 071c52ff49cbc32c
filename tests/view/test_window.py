"""A run in a real window: each key and each use of the mouse, by what changes and by what is seen."""

import itertools

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import yaml
from matplotlib.image import imread
from shoal import logs
from support.films import FFMPEG, frames, probe
from support.running import PREAMBLE, read_rows, robots, scenario, shoal, write_scenario
from support.window import HAS_DISPLAY, Display, play

pytestmark = pytest.mark.skipif(not HAS_DISPLAY, reason="needs Xvfb")

needs_ffmpeg = pytest.mark.skipif(FFMPEG is None, reason="needs ffmpeg")

STILL = (
    PREAMBLE
    + """
static int clicks;
static void step(void) { pogobot_led_setColor(25, 0, 0); }
static void init(void) {}
static void clicked(void) {
    ++clicks;
    pogobot_led_setColors(0, 25, 0, 1);
    printf("clicked %d\\n", pogobot_helper_getid());
}
static void columns(void) { data_add_column_int32("clicks"); }
static void values(void) { data_set_value_int32("clicks", clicks); }
int main(void) {
    pogobot_init();
    pogobot_start(init, step);
    SET_CALLBACK(callback_create_data_schema, columns);
    SET_CALLBACK(callback_export_data, values);
    SET_CALLBACK(callback_robot_click, clicked);
    return 0;
}
"""
)
TALK = (
    PREAMBLE
    + """
static int heard;
static void listen(message_t *message) { (void)message; ++heard; }
static void step(void) {
    uint8_t data[1] = {7};
    pogobot_infrared_sendShortMessage_omni(data, 1);
}
static void init(void) { main_loop_hz = 60; msg_rx_fn = listen; }
static void columns(void) { data_add_column_int32("heard"); }
static void values(void) { data_set_value_int32("heard", heard); }
int main(void) {
    pogobot_init();
    pogobot_start(init, step);
    SET_CALLBACK(callback_create_data_schema, columns);
    SET_CALLBACK(callback_export_data, values);
    return 0;
}
"""
)
# In a window of 800 x 800 the arena of 1000 mm begins at (34, 34) and is 732 wide.
SCALE = 0.732  # px/mm


@pytest.fixture(scope="module")
def display():
    display = Display()
    yield display
    display.close()


@pytest.fixture
def window(display, controller, tmp_path):
    number = itertools.count()

    def run(script, content=None, *flags, what=STILL):
        content = content or long_run()
        return play(display, tmp_path / f"run{next(number)}", controller(what), content, script, *flags)

    return run


def long_run(**keys):
    """Two robots at (300, 500) and (700, 500) that run longer than any script."""
    pair = {
        "first": robots(1, x=300.0, y=500.0, theta=0.0),
        "robots": robots(1, x=700.0, y=500.0, theta=0.0),
    }
    pair["first"]["type"] = "pogobject"
    return scenario(**{"simulation_time": 1e6, "objects": pair, **keys})


def at(pixels, x_mm, y_mm):
    return tuple(int(c) for c in pixels[round(34 + SCALE * y_mm), round(34 + SCALE * x_mm)])


def is_red(colour):
    return colour[0] > 150 and colour[1] < 80 and colour[2] < 80


def test_it_opens_runs_and_closes_with_escape(window):
    run = window("until 0.3\nshot seen\nkey Escape")
    assert run.status == 0, run.console
    assert "window by x11" in run.console
    assert run.rows["time"].max() >= 0.2
    pixels = run.pixels("seen")
    assert pixels.shape == (800, 800, 3)
    assert is_red(at(pixels, 700 + 19, 500 + 3))


@pytest.mark.parametrize("ending", ["close", "key Space\nclose", "key Space\nkey Escape"])
def test_the_log_is_complete_however_the_window_is_closed(window, ending):
    run = window(f"until 0.3\n{ending}")
    assert run.status == 0, run.console
    assert logs.load(run.directory / "data.feather")[0]["time"].max() >= 0.2


def test_the_end_of_the_run_closes_it(window):
    run = window("wait 0.1", long_run(simulation_time=0.5))
    assert run.status == 0
    assert run.rows["time"].max() == pytest.approx(0.5)


TOGGLES = {
    "F1": ("help", None),
    "F2": (None, "traces"),
    "F6": (None, "leds"),
    "F7": (None, "light"),
    "F8": (None, "time"),
    "F9": (None, "messages"),
    "I": ("panel", None),
    "F": ("follow", None),
    "M": ("unlimited", None),
    "Space": ("paused", None),
}


@pytest.mark.parametrize("key", TOGGLES)
def test_a_key_toggles_once_a_press_and_back(window, key):
    run = window(
        f"wait 0.1\nstate a\nkey {key}\nrepeat {key}\nwait 0.05\nstate b\nkey {key}\nwait 0.05\nstate c\nkey Escape"
    )
    state, layer = TOGGLES[key]
    values = [run.state(n)["layers"][layer] if layer else run.state(n)[state] for n in "abc"]
    assert values == [values[0], not values[0], values[0]]


def test_f8_flips_time_and_scale_each_for_itself(window):
    run = window("wait 0.1\nkey F8\nwait 0.05\nstate a\nkey Escape", long_run(show_time=False))
    layers = run.state("a")["layers"]
    assert layers["time"]
    assert not layers["scale"]


def test_f5_cycles_links_below_above_off(window):
    script = "wait 0.1\n" + "".join(f"key F5\nwait 0.05\nstate s{i}\n" for i in range(3)) + "key Escape"
    run = window(script)
    layers = [run.state(f"s{i}")["layers"] for i in range(3)]
    assert [(x["links"], x["links-above"]) for x in layers] == [(True, False), (True, True), (False, False)]


def test_links_are_seen(window):
    content = long_run()
    for group in content["objects"].values():
        group["communication_radius"] = 600.0
    run = window("until 0.2\nkey Space\nshot off\nkey F5\nwait 0.05\nshot on\nkey Escape", content)
    assert min(at(run.pixels("off"), 560, 500)) > 200
    assert min(at(run.pixels("on"), 560, 500)) < 150


def test_the_help_is_on_the_screen(window):
    run = window(
        "until 0.1\nkey Space\nshot off\nkey F1\nwait 0.05\nshot on\nkey F1\nwait 0.05\nshot again\nkey Escape"
    )
    changed = (run.pixels("off") != run.pixels("on")).any(axis=2)
    rows, columns = np.nonzero(changed)
    assert changed.sum() > 3000
    assert np.median(rows) == pytest.approx(400, abs=80)
    assert np.median(columns) == pytest.approx(400, abs=120)
    assert (run.pixels("off") == run.pixels("again")).all()


@pytest.mark.parametrize(
    ("keys", "factor"),
    [
        ("text +", 1.2),
        ("text -", 1 / 1.2),
        ("key Keypad_+", 1.2),
        ("key Keypad_-", 1 / 1.2),
        ("key =", 1.2),
        ("key +", 1.2),
        ("wheel 1", 1.15),
        ("wheel -2", 1.15**-2),
    ],
)
def test_zoom_keeps_the_place_under_the_cursor_or_in_the_middle(window, keys, factor):
    keys = keys.replace("_", "_")
    run = window(f"wait 0.1\nmove 200 300\nwait 0.05\nstate a\n{keys}\nwait 0.05\nstate b\nkey Escape")
    a, b = run.state("a"), run.state("b")
    assert b["scale"] / a["scale"] == pytest.approx(factor, rel=1e-3)
    fixed = np.array([0.2, 0.3]) if "wheel" in keys else np.array([0.5, 0.5])
    before = np.array(a["origin"]) + a["scale"] * fixed
    after = np.array(b["origin"]) + b["scale"] * fixed
    assert after == pytest.approx(before, abs=1.0)


@pytest.mark.parametrize("reset", ["key 0", "key Keypad_0", "text 0", "key À 0"])
def test_zero_fits_the_arena_again_on_any_keyboard(window, reset):
    run = window(
        f"wait 0.1\nstate a\nwheel 3\nkey Right\nwait 0.05\nstate b\n{reset}\nwait 0.05\nstate c\nkey Escape"
    )
    a, b, c = (run.state(n) for n in "abc")
    assert b["scale"] > 1.2 * a["scale"]
    assert not b["fits"]
    assert (c["scale"], c["origin"]) == (a["scale"], a["origin"])


def test_letters_work_by_place_where_the_alphabet_is_another(window):
    run = window("wait 0.1\nkey Ы S\nwait 0.1\nstate a\nkey Escape")
    assert run.state("a")["paused"]


@pytest.mark.parametrize(
    ("key", "way"), [("Left", (1, 0)), ("Right", (-1, 0)), ("Up", (0, 1)), ("Down", (0, -1))]
)
def test_arrows_and_the_right_button_pan(window, key, way):
    run = window(
        f"wait 0.1\nstate a\nkey {key}\nrepeat {key}\nwait 0.05\nstate b\ndown right 500 500\nmove 600 500\nup right\nwait 0.05\nstate c\nkey Escape"
    )
    a, b, c = (np.array(run.state(n)["origin"]) for n in "abc")
    assert b - a == pytest.approx(40 * np.array(way))
    assert c - b == pytest.approx([73, 0], abs=1.5)


def test_speed_keys_change_the_pace(window):
    run = window(
        "wait 0.1\nstate a\nkey F4\nrepeat F4\nwait 0.05\nstate b\nkey F3\nwait 0.05\nstate c\nkey 1\nwait 0.05\nstate d\nkey Escape"
    )
    speeds = [run.state(n)["speed"] for n in "abcd"]
    assert speeds == pytest.approx([1.0, 1.44, 1.44 * 0.8, 1.0])
    assert "speed: 1.44 x real time" in run.console


@pytest.mark.parametrize("speed", [0.1, 1.0, 10.0])
def test_the_pace_is_exact(window, speed):
    run = window("wait 0.3\nstate a\nwait 3\nstate b\nkey Escape", long_run(GUI_speed_up=speed))
    a, b = run.state("a"), run.state("b")
    elapsed = b["wall"] - a["wall"]
    assert (b["time"] - a["time"]) / elapsed == pytest.approx(speed, rel=0.005 + 0.04 / elapsed)


def test_as_fast_as_possible_is_faster(window):
    run = window("wait 0.1\nkey M\nwait 0.1\nstate a\nwait 0.5\nstate b\nkey Escape")
    assert run.state("b")["time"] - run.state("a")["time"] > 5.0


def test_pause_holds_the_clock_and_space_goes_on_from_there(window):
    run = window(
        "until 0.2\nkey Space\nwait 0.1\nstate a\nwait 0.3\nstate b\nkey Space\nwait 0.3\nstate c\nkey Escape"
    )
    a, b, c = (run.state(n) for n in "abc")
    assert a["time"] == b["time"]
    assert 0.2 < c["time"] - b["time"] < 0.5


def test_s_runs_exactly_one_tick_and_repeats(window):
    run = window(
        "until 0.2\nkey S\nwait 0.1\nstate a\nkey S\nwait 0.05\nstate b\nrepeat S\nrepeat S\nwait 0.05\nstate c\nkey Escape"
    )
    a, b, c = (run.state(n)["tick"] for n in "abc")
    assert (b - a, c - b) == (1, 2)


def test_b_goes_back_and_the_run_repeats_itself(window):
    ticks = "".join(f"key S\nwait 0.03\nstate f{i}\n" for i in range(4))
    back = "".join(f"key B\nwait 0.05\nstate b{i}\n" for i in range(3))
    again = "".join(f"key S\nwait 0.03\nstate g{i}\n" for i in range(3))
    run = window(f"until 0.5\nkey Space\nwait 0.05\n{ticks}{back}{again}key Escape", what="drive")
    forward = [run.state(f"f{i}") for i in range(4)]
    backward = [run.state(f"b{i}") for i in range(3)]
    repeated = [run.state(f"g{i}") for i in range(3)]
    assert [s["tick"] for s in backward] == [s["tick"] for s in forward[2::-1]]
    assert [s["objects"] for s in backward] == [s["objects"] for s in forward[2::-1]]
    assert [s["objects"] for s in repeated] == [s["objects"] for s in forward[1:]]


def test_a_click_selects_shows_the_panel_and_tells_the_robot(window):
    run = window(
        "until 0.2\nshot off\ndown left 700 510\nup\nuntil 0.6\nstate a\nshot on\ndown left 700 500\nup\nwait 0.1\nstate b\nkey Escape"
    )
    assert run.state("a")["selected"] == [1]
    assert run.state("b")["selected"] == []
    assert "[PRINTF] clicked 1" in run.console
    assert run.rows["clicks"].max() == 1
    ring = at(run.pixels("on"), 700 - 1.26 * 26.5, 500)
    assert ring[2] > 150
    assert ring[0] < 120
    panel = np.s_[50:400, 530:780]
    assert (run.pixels("on")[panel].max(axis=2) < 100).sum() > (
        run.pixels("off")[panel].max(axis=2) < 100
    ).sum() + 500


def test_empty_space_deselects_and_a_box_selects_all_in_it(window):
    run = window(
        "until 0.1\ndown left 200 400\nmove 500 500\nmove 800 600\nup\nwait 0.05\nstate a\n"
        "down left 500 200\nup\nwait 0.05\nstate b\nkey Escape"
    )
    assert sorted(run.state("a")["selected"]) == [0, 1]
    assert run.state("b")["selected"] == []


def test_following_keeps_the_robot_in_the_middle(window):
    run = window("until 0.1\ndown left 300 500\nup\nkey F\nwait 0.1\nstate a\nkey Escape")
    a = run.state("a")
    assert np.array(a["origin"]) + a["scale"] * np.array([0.3, 0.5]) == pytest.approx([400, 400], abs=1)


def test_a_robot_is_dragged_and_pushes_what_is_in_its_way(window):
    content = long_run()
    content["objects"]["ball"] = {
        "type": "passive_object",
        "geometry": "disk",
        "radius": 30.0,
        "x": 500.0,
        "y": 500.0,
        "body_density": 100.0,
        "body_linear_damping": 2.0,
    }
    steps = "".join(f"move {x} 500\nwait 0.05\n" for x in range(320, 480, 10))
    run = window(
        f"until 0.1\nstate a\ndown left 300 500\n{steps}wait 0.3\nup\nwait 0.05\nstate b\nkey Escape", content
    )
    a, b = (run.state(n)["objects"] for n in "ab")
    assert b[0][0] == pytest.approx(470, abs=15)
    assert b[2][0] > a[2][0] + 15  # the ball has gone before it
    assert b[0][0] < b[2][0] - 50
    _, metadata = logs.load(run.directory / "data.feather")
    done = yaml.safe_load(metadata["interactions"])
    assert [entry["do"] for entry in (done[0], *done[-2:])] == ["grab", "hand", "drop"]
    assert {entry["id"] for entry in done} == {0}
    assert done[-1]["x"] == pytest.approx(b[0][0], abs=5)
    assert replayed(run) == 0


def test_another_button_during_a_drag_changes_nothing(window):
    run = window(
        "until 0.1\nkey Space\ndown left 300 500\nmove 250 450\ndown right 250 450\nup right\nmove 200 300\nup\n"
        "wait 0.05\nmove 600 600\nwait 0.05\nstate a\nkey Escape"
    )
    assert run.state("a")["objects"][0][:2] == pytest.approx([200, 300], abs=2)
    _, metadata = logs.load(run.directory / "data.feather")
    assert [entry["do"] for entry in yaml.safe_load(metadata["interactions"])][-1] == "drop"


def test_an_object_is_placed_and_turned_in_a_pause(window):
    run = window(
        "until 0.1\nkey Space\ndown left 300 500\nmove 250 450\nmove 200 300\nwheel 3\nwait 0.05\nup\nwait 0.05\nstate a\nkey Escape"
    )
    x, y, angle = run.state("a")["objects"][0]
    assert (x, y) == pytest.approx((200, 300), abs=2)
    assert angle == pytest.approx(0.3)


def replayed(run):
    """Exit status of replaying the run's log: 0 if all rows are the same."""
    return shoal("replay", run.directory / "data.feather").status


def test_a_robot_is_added_and_runs_its_firmware_and_another_is_removed(window):
    content = long_run(simulation_time=1e6)
    run = window(
        "until 0.2\ndown left 700 500\nup\nwait 0.05\nmove 500 200\nkey A\nwait 0.2\nstate a\nshot added\nkey X\nwait 0.2\nstate b\nshot removed\nkey Escape",
        content,
    )
    assert run.status == 0, run.console
    a, b = run.state("a"), run.state("b")
    assert a["objects"][2] == pytest.approx([500, 200, 0], abs=1.5)
    assert is_red(at(run.pixels("added"), 500 + 19, 200 + 3))  # its LED: its firmware runs
    assert len(b["objects"]) == 2
    assert b["selected"] == []
    assert not is_red(at(run.pixels("removed"), 700 + 19, 500 + 3))
    rows = run.rows.groupby("robot_id")
    assert set(rows.groups) == {0, 1, 2}
    assert rows["time"].min()[2] == pytest.approx(a["time"], abs=0.35)
    assert rows["time"].max()[1] < rows["time"].max()[2]
    assert rows["pogobot_ticks"].max()[2] > 5
    done = yaml.safe_load(logs.load(run.directory / "data.feather")[1]["interactions"])
    assert [(entry["do"], entry["id"]) for entry in done] == [("click", 1), ("add", 2), ("remove", 1)]
    assert replayed(run) == 0


def test_a_robot_that_is_added_speaks_and_is_heard(window):
    content = scenario(
        simulation_time=1e6, objects={"robots": robots(1, x=500.0, y=500.0, communication_radius=100.0)}
    )
    run = window("until 0.3\nmove 560 500\nkey Insert\nwait 0.5\nkey Escape", content, what=TALK)
    assert run.status == 0, run.console
    heard = run.rows.groupby("robot_id")["heard"].max()
    assert (heard > 2).all()
    assert set(heard.index) == {0, 1}
    assert replayed(run) == 0


def test_steps_back_reach_to_the_last_robot_that_came(window):
    run = window(
        "until 0.2\nkey Space\nwait 0.1\nmove 500 200\nkey A\nkey S\nkey S\nkey S\nwait 0.1\nstate a\n"
        "key B\nkey B\nkey B\nwait 0.1\nstate b\nkey B\nwait 0.1\nstate c\nkey S\nkey S\nwait 0.1\nkey Escape"
    )
    assert run.status == 0, run.console
    a, b, c = (run.state(name) for name in "abc")
    assert b["tick"] == a["tick"] - 3
    assert c["tick"] == b["tick"]
    assert "nothing earlier" in run.console
    assert len(c["objects"]) == 3
    assert replayed(run) == 0


def test_robots_are_added_inside_the_arena_only(window):
    run = window("until 0.1\nmove -20 500\nkey A\nwait 0.1\nstate a\nkey X\nwait 0.1\nkey Escape")
    assert len(run.state("a")["objects"]) == 2
    assert "is not inside the arena" in run.console
    assert "select the robots" in run.console


def test_what_was_done_is_done_again_when_the_run_goes_back_and_on(window):
    """A click in what is gone over again is repeated; one after going back makes it another run."""
    run = window(
        "until 0.1\nkey Space\nwait 0.1\nkey S\nwait 0.05\ndown left 300 500\nup\nwait 0.05\nkey S\nkey S\nkey S\n"
        "wait 0.1\nstate a\n" + 4 * "key B\n" + 4 * "key S\n" + "wait 0.1\nstate b\nkey Escape"
    )
    assert run.state("a")["tick"] == run.state("b")["tick"]
    assert run.rows[run.rows["robot_id"] == 0]["clicks"].max() <= 1
    assert replayed(run) == 0


def test_a_run_that_was_taken_back_and_changed_cannot_be_replayed_and_says_so(window):
    content = long_run(save_data_period=0.01)
    run = window(
        "until 0.2\nkey Space\nwait 0.1\nkey S\nkey S\nkey B\nkey B\nwait 0.1\n"
        "down left 300 500\nup\nwait 0.1\nkey Escape",
        content,
    )
    result = shoal("replay", run.directory / "data.feather")
    assert result.status == 2
    assert "taken back" in result.text or "took the run back" in result.text


def test_lights_and_the_remote_control(window):
    content = long_run(remote=[{"at": 1e5, "payload": [7, 8]}])
    content["objects"]["sun"] = {
        "type": "static_light",
        "geometry": "global",
        "value": 900,
        "x": 0.0,
        "y": 0.0,
    }
    run = window(
        "until 0.1\nkey F7\nwait 0.1\nshot on\nkey L\nwait 0.1\nshot off\nkey R\nwait 0.1\nkey Escape",
        content,
    )
    assert sum(at(run.pixels("on"), 500, 200)) > sum(at(run.pixels("off"), 500, 200)) + 150
    _, metadata = logs.load(run.directory / "data.feather")
    assert [e["do"] for e in yaml.safe_load(metadata["interactions"])] == ["lights off", "remote"]
    assert replayed(run) == 0


def test_a_picture_is_saved(window):
    run = window("until 0.1\nkey Space\nwait 0.1\nkey P\nwait 0.1\nkey Escape")
    assert len(list(run.directory.glob("shoal_*.png"))) == 1


@needs_ffmpeg
def test_a_key_begins_and_ends_a_clip(window):
    run = window(
        "until 0.1\nkey V\nwait 0.1\nstate a\nwait 1\nstate b\nkey V\nkey V\nwait 0.3\nshot sign\nkey Escape"
    )
    assert run.status == 0, run.console
    first, second = sorted(run.directory.glob("shoal_*.mp4"))
    seconds = run.state("b")["wall"] - run.state("a")["wall"]
    assert probe(first).duration >= seconds - 0.1
    assert probe(second).duration > 0.0  # closing the window completes it
    assert run.console.count("clip: ") == 2
    seen = frames(first)
    assert seen.shape[1:] == (800, 800, 3)
    assert is_red(at(seen[0], 700 + 19, 500 + 3))
    assert is_red(tuple(run.pixels("sign")[17, 400]))  # that a clip is being made
    assert not is_red(tuple(seen[-1][17, 400]))  # is not part of it


def test_a_clip_without_ffmpeg_is_told_and_the_run_goes_on(window, monkeypatch):
    monkeypatch.setenv("SHOAL_FFMPEG", "/nowhere/ffmpeg")
    run = window("until 0.1\nkey V\nuntil 0.3\nkey Escape")
    assert run.status == 0
    assert "SHOAL_FFMPEG" in run.console
    assert run.rows["time"].max() >= 0.3 - 1e-9


@needs_ffmpeg
def test_a_video_beside_an_open_window(window):
    run = window("wait 0.1\nkey M", long_run(simulation_time=1.0), "--video", "run.mp4", "--size", "300x300")
    assert run.status == 0, run.console
    assert frames(run.directory / "run.mp4").shape == (25, 300, 300, 3)


@pytest.mark.parametrize(
    ("flags", "centre", "times"),
    [
        (["--zoom", "3"], (500, 500), 3),
        (["--zoom", "2", "--centre", "300,400"], (300, 400), 2),
        (["--follow", "1"], (700, 500), 1),
    ],
)
def test_the_camera_options_aim_the_window_until_it_is_fitted(window, flags, centre, times):
    run = window("until 0.1\nstate a\nkey 0\nwait 0.05\nstate b\nkey Escape", None, *flags)
    a, b = run.state("a"), run.state("b")
    assert a["scale"] == pytest.approx(times * b["scale"], rel=1e-3)
    middle = np.array(a["origin"]) + a["scale"] * 0.001 * np.array(centre)
    assert middle == pytest.approx([400, 400], abs=1)
    assert np.array(b["origin"]) + b["scale"] * np.array([0.5, 0.5]) == pytest.approx([400, 400], abs=1)


def test_who_is_not_there_cannot_be_followed(window):
    run = window("until 0.1\nkey Escape", None, "--follow", "77")
    assert run.status == 2
    assert "--follow" in run.console


@pytest.mark.parametrize("density", [1, 2, 1.5])
def test_on_dense_displays_the_mouse_and_the_sizes_are_those_of_points(window, density, monkeypatch):
    monkeypatch.setenv("SHOAL_WINDOW_DENSITY", str(density))
    run = window(
        "until 0.1\nkey Space\nwait 0.1\nstate a\nshot seen\ndown left 700 500\nup\nwait 0.1\nshot ring\nstate b\n"
        "down right 500 500\nmove 600 500\nup right\nwait 0.1\nstate c\nkey Escape"
    )
    pixels = run.pixels("seen")
    assert pixels.shape == (800 * density, 800 * density, 3)
    x, y = round(density * (34 + SCALE * 719)), round(density * (34 + SCALE * 503))
    assert is_red(tuple(pixels[y, x]))
    wall = pixels[round(400 * density), : round(60 * density)].sum(axis=1) < 300  # its line, 2.93 points wide
    assert wall.sum() == pytest.approx(2.93 * density, abs=1)
    a, b, c = (run.state(name) for name in "abc")
    assert a["scale"] == pytest.approx(1000 * SCALE)  # points a metre
    assert b["selected"] == [1]
    assert c["origin"][0] - a["origin"][0] == pytest.approx(100 * SCALE, abs=1)


def test_looking_does_not_change_the_run(window, run_scenario):
    content = scenario(objects={"robots": robots(20)}, simulation_time=1.0)
    plain = run_scenario("drive", content)
    keys = "".join(
        f"key {key}\n" for key in ("F1", "F2", "F5", "F6", "F7", "F8", "F9", "Space", "S", "S", "B", "Space")
    )
    seen = window(f"until 0.2\nwheel 2\nkey Left\n{keys}text -\n", content, what="drive")
    assert seen.status == 0, seen.console
    pd.testing.assert_frame_equal(seen.rows, plain.rows, check_exact=True)
    with pa.memory_map(str(seen.directory / "data.feather")) as source:
        assert pa.ipc.open_file(source).num_record_batches == 1
    assert "interactions" not in logs.load(seen.directory / "data.feather")[1]


def test_a_window_shows_what_an_image_shows(window, run_scenario, tmp_path):
    file = tmp_path / "image.png"
    content = long_run(simulation_time=0.3)
    seen = window("until 0.2\nkey Space\nwait 0.05\nstate a\nshot seen\nkey Escape", long_run())
    time = seen.state("a")["time"]
    run_scenario(STILL, content, "--picture", file, "--picture-at", str(time), "--layers", "status")
    image = np.rint(255 * imread(file)).astype(int)[..., :3]
    inside = np.s_[36:764, 36:764]
    assert np.abs(image[inside] - seen.pixels("seen")[inside]).max() <= 2


def test_without_a_display_the_run_goes_on_without_a_window(controller, tmp_path):
    file = write_scenario(tmp_path, scenario(simulation_time=0.2))
    nowhere = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "", "XDG_RUNTIME_DIR": "/nowhere"}
    run = shoal("run", controller("drive"), "-c", file, cwd=tmp_path, env=nowhere)
    assert run.status == 0
    assert "no window: no display was found; the run goes on without one, as with -g" in run.text
    assert read_rows(tmp_path / "data.feather")["time"].max() == pytest.approx(0.2)


def test_a_driver_that_does_not_start_is_passed_over(window, monkeypatch):
    monkeypatch.setenv("SHOAL_TEST_DRIVER", "nonsense")
    run = window("until 0.1\nkey Escape")
    assert run.status == 0
    assert "SDL_VIDEODRIVER=nonsense does not start; window by x11" in run.console
