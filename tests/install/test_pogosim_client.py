"""The published package of Pogosim, in an environment of its own, is a client of ours: its pogobatch starts our programs, and its
load_dataframe reads our logs.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SHOAL = os.environ["SHOAL_BIN"]
PACKAGE = "pogosim==0.10.10"
READ = (
    "import sys; from pogosim.utils import load_dataframe; df, meta = load_dataframe(sys.argv[1]); "
    "print(len(df), df.run.nunique() if 'run' in df else 1, meta['configuration']['objects']['robots']['nb'])"
)


@pytest.fixture(scope="session")
def client():
    """Programs of an environment that has the package; kept, so that the next time is quick."""
    place = Path(os.environ["SHOAL_BUILD"]) / "pogosim_client"
    programs = place / "bin"
    if not (programs / "pogobatch").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True)
        pip = [programs / "pip", "install", "-q", "--disable-pip-version-check", PACKAGE]
        done = subprocess.run(pip, capture_output=True, text=True, timeout=900)
        if done.returncode != 0:
            shutil.rmtree(place)
            pytest.skip(f"{PACKAGE} cannot be had: {done.stderr.strip().splitlines()[-1]}")
    return programs


@pytest.fixture
def project(tmp_path):
    """A folder with our hanabi, built, and a scenario of two options."""
    shutil.copytree(
        ROOT / "examples" / "pogobot" / "hanabi", tmp_path / "hanabi", ignore=shutil.ignore_patterns("build")
    )
    shutil.copytree(ROOT / "arenas", tmp_path / "arenas", ignore=shutil.ignore_patterns("*.py"))
    subprocess.run([SHOAL, "build", tmp_path / "hanabi"], check=True, capture_output=True)
    scenario = yaml.safe_load((tmp_path / "hanabi" / "scenario.yaml").read_text())
    scenario.update(simulation_time=2.0, save_data_period=0.5, data_filename="frames/data.feather")
    scenario["objects"]["robots"]["nb"] = {"batch_options": [3, 5]}
    scenario["result_filename_format"] = "result_{objects.robots.nb}.feather"
    (tmp_path / "batch.yaml").write_text(yaml.safe_dump(scenario))
    return tmp_path


def run(*command, cwd):
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=clean, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def test_its_pogobatch_runs_ours_and_its_load_dataframe_reads_the_result(client, project):
    run(
        client / "pogobatch",
        "-c",
        "batch.yaml",
        "-S",
        "hanabi/hanabi",
        "-r",
        2,
        "-t",
        "tmp",
        "-o",
        "results",
        cwd=project,
    )
    for robots in (3, 5):
        result = project / "results" / f"result_{robots}.feather"
        rows, runs, _ = run(client / "python", "-c", READ, result, cwd=project).split(maxsplit=2)
        df = pd.read_feather(result)
        assert int(rows) == len(df)
        assert int(runs) == 2
        assert df[df.robot_category == "robots"].groupby(["run", "time"]).size().unique().tolist() == [robots]


def test_our_batches_give_what_its_pogobatch_gives(client, project):
    words = ("-c", "batch.yaml", "-S", "hanabi/hanabi", "-r", 2, "-t", "tmp")
    run(client / "pogobatch", *words, "-o", "theirs", cwd=project)
    ours = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    subprocess.run([sys.executable, "-m", "shoal.batch", *map(str, words), "-o", "ours"], cwd=project, env=ours, check=True,
                   capture_output=True)  # fmt: skip
    for robots in (3, 5):
        theirs, own = (
            pd.read_feather(project / of / f"result_{robots}.feather") for of in ("theirs", "ours")
        )
        order = ["run", "time", "robot_category", "robot_id"]
        same = [table.sort_values(order).reset_index(drop=True) for table in (theirs, own[theirs.columns])]
        pd.testing.assert_frame_equal(*same, check_dtype=False)


def test_its_load_dataframe_reads_a_log(client, project):
    run(
        SHOAL,
        "run",
        "hanabi",
        "-g",
        "--set",
        "simulation_time=1",
        "--set",
        "data_filename=log.feather",
        cwd=project,
    )
    rows, runs, robots = run(client / "python", "-c", READ, "log.feather", cwd=project).split()
    df = pd.read_feather(project / "log.feather")
    assert (int(rows), int(runs), int(robots)) == (
        len(df),
        1,
        df.robot_id[df.robot_category == "robots"].nunique(),
    )
