"""Videos of runs: how long, how large, what is where; and what happens when ffmpeg is missing or fails."""

import os
import shutil
import sys
from fractions import Fraction

import numpy as np
import pytest
from matplotlib.image import imread
from support.films import FFMPEG, fake_ffmpeg, frames, probe
from support.running import PREAMBLE, robots, scenario

RED = (
    PREAMBLE
    + """
static void step(void) {
    pogobot_motor_set(motorL, motorFull);
    pogobot_motor_set(motorR, motorFull);
}
static void init(void) { pogobot_led_setColor(25, 0, 0); }
int main(void) {
    pogobot_init();
    pogobot_start(init, step);
    return 0;
}
"""
)
SIZE = ("--size", "200x200", "--layers", "none")


def place(x_mm, y_mm):
    """Row and column of a place in the arena of 1000 mm, in a picture of 200 px without anything around it."""
    return int(12 + 0.176 * y_mm), int(12 + 0.176 * x_mm)


def red(pixels):
    """Which pixels are red."""
    return (pixels[..., 0] > 150) & (pixels[..., 1] < 90) & (pixels[..., 2] < 90)


def red_centres(file):
    """Mean column of what is red, in mm, by frame."""
    return [(np.argwhere(red(frame))[:, 1].mean() + 0.5 - 12) / 0.176 for frame in frames(file)]


def moving(**keys):
    """A robot that drives at 100 mm/s from x = 200 mm to the right."""
    return scenario(
        objects={"robots": robots(1, x=200.0, y=500.0, theta=0.0)}, **{"simulation_time": 2.0, **keys}
    )


@pytest.mark.parametrize("ending", ["mp4", "webm", "gif"])
def test_a_video_is_as_long_as_was_asked_and_shows_where_the_robot_is(run_scenario, tmp_path, ending):
    file = tmp_path / "deep" / f"film.{ending}"
    run = run_scenario(RED, moving(), "--video", file, *SIZE)
    assert run.status == 0, run.console
    film = probe(file)
    assert (film.width, film.height, film.frames, film.fps) == (200, 200, 50, 25)
    assert film.duration == pytest.approx(2.0, abs=1 / 25)
    x = red_centres(file)
    wanted = [200 + 100 * i / 25 for i in range(50)]
    assert x == pytest.approx(wanted, abs=4)  # 6 mm a pixel
    assert list(file.parent.iterdir()) == [file]


def test_the_first_frame_is_the_start(run_scenario, tmp_path):
    picture = tmp_path / "start.png"
    file = tmp_path / "film.mp4"
    run = run_scenario(RED, moving(), "--video", file, "--picture", picture, "--picture-at", "0", *SIZE)
    assert run.status == 0, run.console
    still = 255 * imread(picture)[..., :3]
    assert np.abs(frames(file)[0] - still).mean() < 3


def test_speed_range_and_rate(run_scenario, tmp_path):
    file = tmp_path / "film.mp4"
    flags = ("--from", "0.5", "--to", "1.5", "--video-speed", "0.25", "--fps", "12.5")
    run = run_scenario(RED, moving(), "--video", file, *flags, *SIZE)
    assert run.status == 0, run.console
    film = probe(file)
    assert (film.frames, film.fps) == (50, Fraction(25, 2))
    assert film.duration == pytest.approx(4.0, abs=1 / 12.5)
    x = red_centres(file)
    assert x[0] == pytest.approx(250, abs=4)
    assert x[-1] == pytest.approx(350 - 100 * 0.25 / 12.5, abs=4)


@pytest.mark.parametrize("mode", ["robot", "pogosim"])
def test_a_time_step_longer_than_a_frame_makes_no_film_shorter(run_scenario, tmp_path, mode):
    file = tmp_path / "film.mp4"
    run = run_scenario(RED, moving(time_step=0.07, compatibility=mode), "--video", file, *SIZE)
    assert run.status == 0, run.console
    assert probe(file).frames == 50


def test_sides_of_odd_length_get_a_pixel_more_where_the_kind_of_video_wants_it(run_scenario, tmp_path):
    sizes = {}
    for ending in ("mp4", "webm", "gif"):
        file = tmp_path / f"film.{ending}"
        run_scenario(RED, moving(simulation_time=0.2), "--video", file, "--size", "121x91")
        sizes[ending] = probe(file)[:2]
    assert sizes == {"mp4": (122, 92), "webm": (122, 92), "gif": (121, 91)}


def test_the_camera_follows_zooms_and_is_placed(run_scenario, tmp_path):
    def reds(*flags):
        file = tmp_path / "film.mp4"
        run = run_scenario(RED, moving(), "--video", file, *flags, *SIZE)
        assert run.status == 0, run.console
        return red(frames(file)[-1])

    far, followed = reds(), reds("--follow", "0", "--zoom", "4")
    assert np.argwhere(followed).mean(axis=0) == pytest.approx([99.5, 99.5], abs=2)
    assert followed.sum() > 12 * far.sum()
    placed = reds("--centre", "400,500")  # where it is in the end
    assert np.argwhere(placed).mean(axis=0) == pytest.approx([99.5, 99.5], abs=2)


def test_the_run_is_the_same_with_and_without_a_video(run_scenario, tmp_path):
    content = scenario(objects={"robots": robots(10)})
    logs = []
    for number, flags in enumerate([(), ("--video", tmp_path / "film.mp4", "--layers", "all")]):
        run = run_scenario("drive", content, *flags)
        assert run.status == 0, run.console
        logs.append((tmp_path / f"run{number}" / "data.feather").read_bytes())
    assert logs[0] == logs[1]


def test_no_display_is_needed(run_scenario, tmp_path):
    env = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "nonsense"}
    file = tmp_path / "film.mp4"
    assert run_scenario(RED, moving(simulation_time=0.2), "--video", file, *SIZE, env=env).status == 0
    assert probe(file).frames == 5


def test_a_run_that_stops_early_leaves_the_video_up_to_there(run_scenario, tmp_path):
    stopping = RED.replace(
        "static void step(void) {",
        "static void step(void) {\n if (current_time_milliseconds() > 500) stop_simulation();",
    )
    file = tmp_path / "film.mp4"
    run = run_scenario(stopping, moving(), "--video", file, *SIZE)
    assert run.status == 0, run.console
    assert probe(file).frames == pytest.approx(0.5 * 25, abs=2)


# Without ffmpeg


def nowhere(tmp_path):
    """A PATH with neither ffmpeg nor Python."""
    empty = tmp_path / "empty"
    empty.mkdir()
    return {"PATH": str(empty), "VIRTUAL_ENV": "", "SHOAL_FFMPEG": ""}


def test_a_missing_ffmpeg_is_told_before_the_run_and_frames_still_work(run_scenario, controller, tmp_path):
    image = controller(RED)
    run = run_scenario(image, moving(), "--video", tmp_path / "film.mp4", env=nowhere(tmp_path))
    assert run.status == 2
    for words in (
        "apt-get install ffmpeg",
        "pip install imageio-ffmpeg",
        "SHOAL_FFMPEG",
        "save_video_period",
    ):
        assert words in run.console
    assert run.rows is None
    assert not (tmp_path / "film.mp4").exists()
    framed = run_scenario(image, moving(save_video_period=1.0), env={"PATH": str(tmp_path / "empty")})
    assert framed.status == 0
    assert len(list((tmp_path / "run1" / "frames").iterdir())) == 3


def test_ffmpeg_is_also_found_in_the_python_environment(run_scenario, controller, tmp_path):
    packages = tmp_path / "packages"
    packages.mkdir()
    (packages / "imageio_ffmpeg.py").write_text(f"def get_ffmpeg_exe(): return {FFMPEG!r}\n")
    programs = tmp_path / "venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (programs / "python3").chmod(0o755)
    env = {**nowhere(tmp_path), "VIRTUAL_ENV": str(tmp_path / "venv"), "PYTHONPATH": str(packages)}
    file = tmp_path / "film.mp4"
    run = run_scenario(controller(RED), moving(simulation_time=0.2), "--video", file, *SIZE, env=env)
    assert run.status == 0, run.console
    assert probe(file).frames == 5


@pytest.mark.parametrize("named", ["/nowhere/ffmpeg", "/dev/null", shutil.which("false")])
def test_an_ffmpeg_that_will_not_do_is_told_before_the_run(run_scenario, tmp_path, named):
    run = run_scenario(RED, moving(), "--video", tmp_path / "film.mp4", env={"SHOAL_FFMPEG": named})
    assert run.status == 2
    assert named in run.console
    assert run.rows is None


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("head -c 200000 >/dev/null; echo disk full >&2; exit 1\n", "disk full"),
        ("head -c 200000 >/dev/null; kill -9 $$\n", "signal 9"),
        ("cat >/dev/null; echo no room left >&2; exit 1\n", "no room left"),
        ("exit 3\n", "status 3"),
    ],
)
def test_an_ffmpeg_that_dies_costs_the_video_but_not_the_run(run_scenario, tmp_path, script, reason):
    program = fake_ffmpeg(tmp_path / "bin", script)
    film = tmp_path / "films" / "film.mp4"
    film.parent.mkdir()
    film.write_bytes(b"older")
    run = run_scenario(RED, moving(), "--video", film, *SIZE, env={"SHOAL_FFMPEG": str(program)})
    assert run.status == 2
    assert "cannot write the video" in run.console
    assert reason in run.console
    assert len(run.rows) == 21
    assert film.read_bytes() == b"older"
    assert os.listdir(film.parent) == ["film.mp4"]


def test_a_disk_that_is_full_is_told(run_scenario, tmp_path):
    program = fake_ffmpeg(tmp_path / "bin", f'ulimit -f 4\nexec {FFMPEG} "$@"\n')
    film = tmp_path / "films" / "film.mp4"
    run = run_scenario(
        RED, moving(), "--video", film, "--size", "600x600", env={"SHOAL_FFMPEG": str(program)}
    )
    assert run.status == 2
    assert "cannot write the video" in run.console
    assert len(run.rows) == 21
    assert os.listdir(film.parent) == []


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--video", "film.avi"], ".mp4, .webm or .gif"),
        (["--video", "film"], ".mp4, .webm or .gif"),
        (["--video", "/proc/film.mp4"], "/proc/film.mp4"),
        (["--video", "f.mp4", "--from", "3"], "nothing to film"),
        (["--video", "f.mp4", "--from", "1", "--to", "1"], "nothing to film"),
        (["--video", "f.mp4", "--follow", "99"], "--follow"),
        (["--video", "f.mp4", "--follow", "0", "--centre", "1,1"], "--follow"),
        (["--video", "f.mp4", "--centre", "12"], "X,Y"),
        (["--video", "f.mp4", "--fps", "0"], "--fps"),
        (["--video", "f.mp4", "--video-speed", "-1"], "--video-speed"),
        (["--video", "f.mp4", "--zoom", "0"], "--zoom"),
    ],
)
def test_mistakes_are_told(run_scenario, tmp_path, flags, said):
    run = run_scenario(RED, moving(), *flags)
    assert run.status in (1, 2)
    assert said in run.console
    assert not list((tmp_path / "run0").glob("f.mp4*"))
