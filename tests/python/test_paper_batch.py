"""The listings of Pogosim's paper on logs and batches, typed as printed, with shorter runs of our hanabi."""

import os
import shutil

import pandas as pd
import pytest
import shoal as package
import yaml
from support.running import ROOT, shoal

HANABI = ROOT / "examples" / "pogobot" / "hanabi"
COLUMNS = ["time", "robot_category", "robot_id", "pogobot_ticks", "x", "y", "angle"]


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A folder as the paper has it: examples/hanabi, arenas and conf."""
    shutil.copytree(
        HANABI, tmp_path / "examples" / "hanabi", ignore=shutil.ignore_patterns("build", "hanabi")
    )
    shutil.copytree(ROOT / "arenas", tmp_path / "arenas", ignore=shutil.ignore_patterns("*.py"))
    (tmp_path / "conf" / "batch").mkdir(parents=True)
    for name, target in (("scenario", "conf/test.yaml"), ("batch", "conf/batch/test.yaml")):
        content = yaml.safe_load((HANABI / f"{name}.yaml").read_text())
        content.update(simulation_time=1.0, save_data_period=0.5)
        (tmp_path / target).write_text(yaml.safe_dump(content, sort_keys=False))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(line, folder):
    """``pogobatch`` is ``shoal batch``."""
    return shoal("batch", *line.split()[1:], cwd=folder)


def test_a_batch_of_one_scenario(tree):
    done = typed("pogobatch -c conf/test.yaml -S ./examples/hanabi/hanabi -r 10 -t tmp -o results", tree)
    assert done.status == 0, done.text
    df = pd.read_feather("results/result.feather")
    assert df.groupby("run")["robot_id"].nunique().to_dict() == dict.fromkeys(range(10), 100)


def test_a_batch_of_two_arenas_by_three_sizes(tree):
    done = typed(
        "pogobatch -c conf/batch/test.yaml -S ./examples/hanabi/hanabi -r 10 -t tmp -o results", tree
    )
    assert done.status == 0, done.text
    assert "Found 6 combination(s) to run." in done.err
    names = [f"results/result_{nb}.feather" for nb in (50, 100, 150)]
    assert done.out.splitlines() == [
        "Batch run completed. Generated output files:", *(f" - {name}" for name in names + names)
    ]  # fmt: skip
    assert sorted(os.listdir("results")) == sorted(os.path.basename(name) for name in names)
    for nb, name in zip((50, 100, 150), names):
        df = pd.read_feather(name)
        assert set(COLUMNS) | {"run", "seed", "arena_file"} <= set(df.columns)
        assert df.groupby(["arena_file", "run"])["robot_id"].nunique().to_dict() == {
            (arena, run): nb for arena in ("disk", "arena8") for run in range(10)
        }


def test_a_log_is_opened(tree):
    assert shoal("run", "./examples/hanabi", "-c", "conf/test.yaml", "-g", cwd=tree).status == 0
    df = pd.read_feather("frames/data.feather")
    assert set(COLUMNS) <= set(df.columns)
    assert df[df.time == df.time.min()].robot_id.nunique() == 100
    ours, metadata = package.load("frames/data.feather")
    pd.testing.assert_frame_equal(df, ours)
    assert metadata["configuration"]["save_data_period"] == 0.5
