"""An installation works from where it lies: the command, a project made from its template, and find_package(Shoal)."""

import os
import subprocess

import pytest


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    directory = tmp_path_factory.mktemp("prefix")
    run("cmake", "--install", os.environ["SHOAL_BUILD"], "--prefix", str(directory))
    moved = directory.with_name(directory.name + " moved")  # a tree may be moved, also to a name with a space
    directory.rename(moved)
    return moved


def test_a_new_project_runs(prefix, tmp_path):
    shoal = str(prefix / "bin" / "shoal")
    run(shoal, "new", str(tmp_path / "mine"))
    run(shoal, "run", str(tmp_path / "mine"), "-g", "--set", "simulation_time=1", cwd=tmp_path)


def test_another_program_finds_the_package(prefix, tmp_path):
    source = os.path.join(os.path.dirname(__file__), "consumer")
    run("cmake", "-G", "Ninja", "-S", source, "-B", str(tmp_path), f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", str(tmp_path))
    run(str(tmp_path / "consumer"))
