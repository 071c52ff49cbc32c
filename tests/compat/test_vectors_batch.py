"""Columns and files of a batch, as Pogosim 0.10.10's pogobatch gives them."""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pyarrow as pa
import yaml
from support.running import ROOT, robots
from support.running import scenario as scenario_of

ARENAS = ROOT / "arenas"


def test_vector_10_batch(tmp_path):
    (tmp_path / "arenas").mkdir()
    for name in ("disk", "annulus"):
        (tmp_path / "arenas" / f"{name}.csv").write_text((ARENAS / f"{name}.csv").read_text())
    content = scenario_of(
        compatibility="pogosim",
        arena_file={"batch_options": ["arenas/disk.csv", "arenas/annulus.csv"]},
        objects={"robots": {**robots(2), "nb": {"batch_options": [2, 3]}}},
        simulation_time=1.0,
        save_data_period=0.5,
        result_filename_format="result_{objects.robots.nb}.feather",
        result_new_columns=["arena_file", "msg_success_rate"],
    )
    content["objects"]["robots"]["msg_success_rate"] = {
        "batch_hierarchical_options": {
            "name": "msg_success_rate",
            "perfect": {"type": "static", "rate": 1.0},
            "lossy": {"type": "static", "rate": 0.5},
        }
    }
    text = yaml.safe_dump(content, sort_keys=False)
    (tmp_path / "batch.yaml").write_text(text)
    controller = ROOT / "examples" / "pogobot" / "helloworld"
    words = [
        sys.executable,
        "-m",
        "shoal.batch",
        "-c",
        "batch.yaml",
        "-S",
        controller,
        "-r",
        "2",
        "-o",
        "results",
    ]
    done = subprocess.run(
        list(map(str, words)), cwd=tmp_path, env=os.environ, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "Found 8 combination(s) to run." in done.stderr
    assert sorted(os.listdir(tmp_path / "results")) == ["result_2.feather", "result_3.feather"]
    for nb in (2, 3):
        check_result(tmp_path / "results" / f"result_{nb}.feather", nb, text)


def check_result(file: Path, nb: int, text: str) -> None:
    df = pd.read_feather(file)
    assert df["run"].dtype == "int64"
    assert set(df["arena_file"]) == {"disk", "annulus"}
    assert set(df["msg_success_rate"]) == {"perfect", "lossy"}
    runs = df.groupby(["arena_file", "msg_success_rate", "run"])
    assert len(runs) == 2 * 2 * 2
    assert (runs["robot_id"].nunique() == nb).all()
    assert (runs["time"].nunique() == df["time"].nunique()).all()
    metadata = pa.ipc.open_file(file).schema.metadata
    assert metadata[b"configuration"].decode() == text
