"""Still pictures and frames of runs: what is where, without a display, and without changing the run."""

import numpy as np
import pytest
from matplotlib.image import imread
from support.running import PREAMBLE, robots, scenario

SIZE = 400  # px; with `--layers none` the arena of 1000 mm takes the middle 376
LAMPS = (
    PREAMBLE
    + """
static void step(void) {
    pogobot_led_setColors(25, 0, 0, 0);
    pogobot_led_setColors(0, 0, 25, 2);
    pogobot_infrared_sendLongMessage_omniGen((uint8_t*)"hello", 5);
}
static void init(void) {}
int main(void) {
    pogobot_init();
    pogobot_start(init, step, "left");
    pogobot_start(init, step, "right");
    SET_CALLBACK(callback_export_data, NULL);
    return 0;
}
"""
)


class Picture:
    def __init__(self, file):
        self.pixels = np.rint(255 * imread(file)).astype(int)
        self.height, self.width = self.pixels.shape[:2]

    def at(self, x_mm, y_mm):
        """Red, green, blue at a place in the arena of 1000 mm."""
        column, row = (12 + 0.376 * np.array([x_mm, y_mm])).astype(int)
        return tuple(self.pixels[row, column, :3])


def is_red(colour):
    return colour[0] > 150 and colour[1] < 80 and colour[2] < 80


def is_blue(colour):
    return colour[2] > 150 and colour[0] < 80 and colour[1] < 80


@pytest.fixture
def draw(run_scenario, tmp_path):
    def run(content, layers="none", *flags, **options):
        file = tmp_path / "picture.png"
        result = run_scenario(
            LAMPS,
            content,
            "--picture",
            file,
            "--size",
            f"{SIZE}x{SIZE}",
            "--layers",
            layers,
            *flags,
            **options,
        )
        assert result.status == 0, result.console
        return Picture(file)

    return run


def two(distance, **keys):
    """Two robots side by side, heading to +x."""
    place = {"y": 500.0, "theta": 0.0, "communication_radius": 200.0, **keys}
    return scenario(
        objects={
            "left": robots(1, **{**place, "x": 400.0}),
            "right": robots(1, **{**place, "x": 400.0 + distance}),
        }
    )


def test_a_red_robot_is_where_it_should_be(draw):
    picture = draw(two(200))
    assert (picture.width, picture.height) == (SIZE, SIZE)
    for x in (400, 600):
        assert is_red(picture.at(x + 18, 505))
    assert min(picture.at(500, 500)) > 230  # the floor between them
    assert max(picture.at(400, 500 + 26)) < 120  # its rim


def test_lamps_at_the_side_are_shown_where_they_are_and_can_be_hidden(draw):
    right = 0.74 * 26.5  # below the robot: y goes down
    apart = {"rotate_LEDs_45_deg": False}
    assert is_blue(draw(two(200, **apart), "none,leds").at(400, 500 + right))
    assert is_red(draw(two(200, **apart)).at(400, 500 + right))
    turned = draw(two(200), "none,leds")
    assert is_blue(turned.at(400 + right * 0.7071, 500 + right * 0.7071))


def test_links_go_half_the_way_in_the_colour_of_each_emitter(draw):
    picture = draw(two(150), "none,links")
    front = picture.at(400 + 50, 500)
    back = picture.at(400 + 100, 500)
    assert front[0] > 180
    assert front[2] < 140
    assert back[2] > 180
    assert back[0] < 140
    assert min(draw(two(300), "none,links").at(500, 500)) > 230  # out of range


def test_light_is_brighter_where_there_is_more_of_it(draw):
    content = two(200)
    content["objects"]["lamp"] = {
        "type": "static_light",
        "geometry": "disk",
        "radius": 100.0,
        "x": 500.0,
        "y": 200.0,
        "value": 1000,
    }
    picture = draw(content, "none,light")
    assert sum(picture.at(500, 200)) > sum(picture.at(500, 350)) + 150
    assert picture.at(500, 200) == picture.at(500, 285)
    assert sum(draw(content).at(500, 350)) > 700  # the bare floor


def test_objects_have_their_shapes(draw):
    content = two(200)
    content["objects"]["crate"] = {
        "type": "passive_object",
        "geometry": "rectangle",
        "body_width": 200.0,
        "body_height": 60.0,
        "x": 500.0,
        "y": 800.0,
        "theta": 0.0,
        "body_density": 10.0,
    }
    picture = draw(content)
    for x, y in [(410, 800), (590, 800), (500, 775), (500, 825)]:
        assert min(picture.at(x, y)) < 220, (x, y)
    for x, y in [(390, 800), (610, 800), (500, 765), (500, 835)]:
        assert min(picture.at(x, y)) > 230, (x, y)


def test_walls_and_what_is_outside(draw):
    picture = draw(two(200))
    assert max(picture.at(500, 0)) < 120
    assert picture.at(-20, 500) == picture.at(1020, 500) == (233, 235, 239)


@pytest.mark.parametrize(
    ("layer", "strip"), [("time", np.s_[16:30, 200:384]), ("scale", np.s_[-30:-16, 16:200])]
)
def test_writing_around_the_world_can_be_switched(draw, layer, strip):
    def is_written(layers):
        return (draw(two(200), layers).pixels[strip][..., :3].max(axis=2) < 100).any()

    assert is_written(f"none,{layer}")
    assert not is_written("none")


def test_no_display_and_no_driver_is_needed(draw):
    env = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "nonsense", "XDG_RUNTIME_DIR": "/nowhere"}
    assert is_red(draw(two(200), env=env).at(418, 505))


def test_pictures_do_not_change_the_run_and_are_the_same_each_time(run_scenario, tmp_path):
    content = scenario(objects={"robots": robots(20)}, show_trajectory_traces=True)
    plain = run_scenario("drive", content)
    file = tmp_path / "p.png"
    flags = ("--picture", file, "--layers", "all", "--set", "save_video_period=0.1")
    seen = run_scenario("drive", content, *flags)
    assert seen.rows.equals(plain.rows)
    first = file.read_bytes()
    run_scenario("drive", content, *flags)
    assert file.read_bytes() == first


def test_a_picture_is_of_the_time_that_was_asked_for(run_scenario, tmp_path):
    content = scenario(objects={"robots": robots(1, x=200.0, theta=0.0)}, simulation_time=2.0)
    places = []
    for name, at in [("early", ["--picture-at", "0"]), ("late", [])]:
        file = tmp_path / f"{name}.png"
        run_scenario("drive", content, "--picture", file, "--size", "400x400", "--layers", "none", *at)
        dark = Picture(file).pixels[180:220, 20:380, :3].max(axis=2) < 130
        places.append(np.argwhere(dark.any(axis=0)).mean())
    assert places[1] > places[0] + 10


@pytest.mark.parametrize(
    ("mode", "names"),
    [
        ("robot", ["0000.0000", "0000.2500", "0000.5000", "0000.7500", "0001.0000"]),
        ("pogosim", ["0000.2400", "0000.4900", "0000.7400", "0000.9900"]),
    ],
)
def test_frames_are_whole_periods_apart(run_scenario, tmp_path, mode, names):
    run = run_scenario(
        "drive",
        scenario(
            save_video_period=0.25,
            compatibility=mode,
            frames_name="film/f{:09.4f}.png",
            window_width=120,
            window_height=90,
        ),
    )
    assert run.status == 0, run.console
    frames = sorted((tmp_path / "run0" / "film").iterdir())
    assert [f.stem[1:] for f in frames] == names
    assert Picture(frames[0]).width == 120


def test_old_frames_are_deleted_if_asked(run_scenario, tmp_path):
    old = tmp_path / "run0" / "film" / "old.png"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"")
    (old.parent / "kept.txt").write_text("")
    keys = {"save_video_period": 0.5, "frames_name": "film/f{}.png", "delete_old_files": True}
    run_scenario("drive", scenario(**keys))
    assert not old.exists()
    assert (old.parent / "kept.txt").exists()


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--size", "12"], "WIDTHxHEIGHT"),
        (["--size", "0x10"], "WIDTHxHEIGHT"),
        (["--layers", "lihgt", "--picture", "x.png"], "lihgt"),
        (["--picture", "/proc/x.png"], "/proc/x.png"),
        (["--set", "save_video_period=0.1", "--set", "frames_name=frame.png"], "frames_name"),
    ],
)
def test_mistakes_are_told(run_scenario, flags, said):
    run = run_scenario("drive", scenario(), *flags)
    assert run.status in (1, 2)
    assert said in run.console
