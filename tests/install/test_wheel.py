"""The Python package in a fresh virtual environment: the wheel is all that is there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "pogobot" / "run_and_tumble"
SHOWS = (
    "import shoal; s = shoal.Simulation('run_and_tumble'); s.run(); "
    "print(s.table().to_pandas().groupby('robot_id').x.std())"
)


def run(*command, **options):
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=clean, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Programs of an environment with the wheel. The wheel's build tree is kept, so that the next time is quick."""
    place = tmp_path_factory.mktemp("wheel")
    build = Path(os.environ["SHOAL_BUILD"]) / "wheel"
    options = ("--no-deps", "--no-build-isolation", "-w", place, "-C", f"build-dir={build}")
    run(sys.executable, "-m", "pip", "wheel", "-q", ROOT, *options)
    run(sys.executable, "-m", "venv", place / "venv")
    programs = place / "venv" / "bin"
    run(programs / "pip", "install", "-q", "--disable-pip-version-check", next(place.glob("shoal-*.whl")))
    return programs


@pytest.fixture
def folder(tmp_path):
    """A folder that is not ours, with a controller that has not been built."""
    (tmp_path / "run_and_tumble").mkdir()
    for file in ("main.c", "scenario.yaml"):
        (tmp_path / "run_and_tumble" / file).write_text((EXAMPLE / file).read_text())
    return tmp_path


def test_a_simulation_runs_with_what_is_in_the_package(environment, folder):
    said = run(environment / "python", "-c", SHOWS, cwd=folder)
    assert said.count("\n") == 52  # 50 robots, their heading and the type
    commands = (folder / "run_and_tumble" / "build" / "sim" / "commands.txt").read_text()
    assert f"-I{environment.parent}" in commands  # the headers of the package
    assert str(ROOT) not in commands


def test_robots_without_a_controller_pictures_and_logs(environment, folder):
    script = (
        "import shoal; s = shoal.Simulation('run_and_tumble/scenario.yaml', log='log.feather'); "
        "s.set_motors(500, 1000); s.step(seconds=1); s.close(); "
        "assert s.render((64, 48)).shape == (48, 64, 4); assert len(shoal.load('log.feather')[0]) == 100; "
        "assert 'html' in s.player(seconds=0).html()"
    )
    run(environment / "python", "-c", script, cwd=folder)


def test_the_command(environment, folder):
    run(environment / "shoal", "new", "mine", cwd=folder)
    run(environment / "shoal", "run", "mine", "-g", "--set", "data_filename=log.feather", cwd=folder)
    said = run(
        environment / "python", "-c", "import shoal; print(len(shoal.load('log.feather')[0]))", cwd=folder
    )
    assert int(said) > 0
    assert "plot" in run(environment / "shoal", "--help")


def test_types_are_known(environment):
    package = next(environment.parent.glob("lib/python*/site-packages/shoal"))
    assert (package / "py.typed").exists()
    assert "class Run" in (package / "_core.pyi").read_text()
    assert not (package / "bindings").exists()
