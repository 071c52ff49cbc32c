"""A log in a real window: the time line, the keys, and what is seen."""

import numpy as np
import pytest
from support.running import robots, scenario, shoal
from support.window import HAS_DISPLAY, Display, play_log

pytestmark = pytest.mark.skipif(not HAS_DISPLAY, reason="needs Xvfb")

SIZE = 800  # px
LINE = (16, SIZE - 16, SIZE - 13)  # px: from, to, height of the time line


@pytest.fixture(scope="module")
def display():
    display = Display()
    yield display
    display.close()


@pytest.fixture
def log(run_scenario, tmp_path):
    """A robot that drives from x = 200 mm at 100 mm/s for 4 s."""
    robot = robots(1, x=200.0, y=500.0, theta=0.0)
    run = run_scenario("drive", scenario(objects={"robots": robot}, simulation_time=4.0))
    assert run.status == 0, run.console
    return tmp_path / "run0" / "data.feather"


@pytest.fixture
def view(display, log, tmp_path):
    def show(script, *flags):
        played = play_log(display, tmp_path / "view", log, script, *flags)
        assert played.status == 0, played.console
        return played

    return show


def to_mm(x, y):
    """What the arena of a square metre has at a place of a window (px) that shows all of it."""
    side = SIZE - 26 - 2 * 34
    left, top = (SIZE - side) / 2, 34
    return 1000 * (x - left) / side, 1000 * (y - top) / side


def on_line(share):
    return to_mm(LINE[0] + share * (LINE[1] - LINE[0]), LINE[2])


def robot_at(pixels):
    """Where the robot is, in mm: by its rim, the only dark thing within the walls."""
    inside = pixels[60:700, 60:740].max(axis=2) < 90
    row, column = np.argwhere(inside).mean(axis=0)
    return to_mm(column + 60.5, row + 60.5)


def test_it_plays_and_stops_at_the_end(view):
    seen = view("until 1\nstate a\nuntil 4\nwait 0.1\nstate b\nkey Space\nwait 0.3\nstate c\nkey Escape")
    a, b, c = (seen.state(name) for name in "abc")
    assert not a["paused"]
    assert b["paused"]
    assert b["time"] == 4.0
    assert not c["paused"]
    assert 0.0 < c["time"] < 2.0  # from the beginning again


def test_the_pace_is_that_of_the_clock(view):
    seen = view("wait 0.2\nstate a\nwait 1\nstate b\nkey Escape")
    a, b = seen.state("a"), seen.state("b")
    assert b["time"] - a["time"] == pytest.approx(b["wall"] - a["wall"], abs=0.1)


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_a_click_on_the_time_line_goes_there(view, share):
    x, y = on_line(share)
    seen = view(f"key Space\ndown left {x} {y}\nup\nwait 0.1\nstate a\nkey Escape")
    assert seen.state("a")["paused"]
    assert seen.state("a")["time"] == pytest.approx(4 * share, abs=0.01)


def test_the_robot_is_where_the_log_has_it(view):
    (x, y), (u, v) = on_line(0.0), on_line(0.5)
    script = f"down left {x} {y}\nwait 0.1\nshot a\nmove {u} {v}\nup\nwait 0.1\nshot b\nstate b\nkey Escape"
    seen = view(script)
    assert robot_at(seen.pixels("a")) == pytest.approx((200, 500), abs=5)
    assert robot_at(seen.pixels("b")) == pytest.approx((400, 500), abs=5)
    assert seen.state("b")["time"] == pytest.approx(2.0, abs=0.01)


def test_rows_are_stepped_through(view):
    x, y = on_line(0.5)
    script = f"down left {x} {y}\nup\nkey S\nkey S\nkey B\nkey S\nwait 0.1\nstate a\nkey Escape"
    assert view(script).state("a")["time"] == pytest.approx(2.0 + 2 * 0.1, abs=0.01)


def test_speed_view_layers_and_help(view):
    script = """
        key Space
        wait 0.1
        state a
        key F4
        key F2
        key F5
        key F1
        wheel 3
        down left 500 500
        move 600 500
        up
        wait 0.1
        state b
        shot help
        key 0
        key 1
        wait 0.1
        state c
        key Escape
    """
    seen = view(script)
    a, b, c = (seen.state(name) for name in "abc")
    assert b["speed"] == pytest.approx(1.2 * a["speed"])
    assert (b["layers"]["traces"], b["layers"]["links"], b["help"]) == (True, True, True)
    assert b["scale"] > 1.3 * a["scale"]
    assert c["scale"] == pytest.approx(a["scale"])
    assert c["origin"] == a["origin"]
    assert c["speed"] == 1.0


def test_without_a_display_it_says_so(log):
    env = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": "/nowhere", "SDL_VIDEODRIVER": ""}
    result = shoal("view", log, env=env)
    assert result.status == 2
    assert "no window" in result.err
    assert "shoal film" in result.err
