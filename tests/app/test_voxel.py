"""Scenarios of the family voxel: soft robots run, are logged, and mistakes in them are named."""

import pandas as pd
import pytest
import yaml
from support.running import shoal

PAPER = """
family: voxel
simulation_time: 5
control_interval: 1
robots:
  walker:
    number: 3
    body:
      grid: ["ssss", "hhhh"]
      materials:
        s: {spring_frequency: 6}
        h: {spring_frequency: 30}
    controller: {type: sines, frequency: 1, phase_x: 0.785}
  ball:
    body: {shape: ball-5}
    sensors: [area_ratio, "average(touch, 0.25)"]
    controller: {type: centralized, hidden: [4], random_weights: 7, driving_frequency: 1}
"""


@pytest.fixture
def scenario(tmp_path):
    def write(text=PAPER):
        file = tmp_path / "soft.yaml"
        file.write_text(text)
        return file

    return write


def run(scenario, folder, *words):
    log = folder / "log.feather"
    result = shoal("run", scenario, "--set", f"data_filename={log}", *words)
    assert result.status == 0, result.text
    return result.text, pd.read_feather(log)


def test_robots_walk_alike_and_are_logged(scenario, tmp_path):
    text, log = run(scenario(), tmp_path)
    assert "walker" in text
    assert "x real time" in text
    assert set(log.robot_id) == {0, 1, 2, 3}
    walkers = [log[log.robot_id == i].reset_index(drop=True).drop(columns="robot_id") for i in range(3)]
    pd.testing.assert_frame_equal(walkers[0], walkers[1])
    pd.testing.assert_frame_equal(walkers[0], walkers[2])
    assert log.time.nunique() == 50  # one each 0.1 s
    assert (
        walkers[0].y.iloc[0] > walkers[0].y[walkers[0].time > 2].max()
    )  # they fall onto the ground at first
    assert log.control.abs().max() <= 1.0
    assert (log[log.robot_category == "ball"].area_ratio - 1).abs().max() > 0.005


def test_threads_change_no_bit(scenario, tmp_path):
    logs = [run(scenario(), tmp_path, "--threads", threads)[1] for threads in (1, 2)]
    pd.testing.assert_frame_equal(*logs, check_exact=True)


def test_the_log_has_the_scenario(scenario, tmp_path):
    import pyarrow.feather

    run(scenario(), tmp_path)
    metadata = pyarrow.feather.read_table(tmp_path / "log.feather").schema.metadata
    assert yaml.safe_load(metadata[b"configuration"])["robots"]["walker"]["number"] == 3


@pytest.mark.parametrize(("old", "new", "named"), [
    ("spring_frequency: 6", "spring_frequency: -6", ["soft.yaml:11", "robots.walker.body.materials.s.spring_frequency", "-6"]),
    ("type: sines", "type: sinus", ["robots.walker.controller.type", "sinus", "sines"]),
    ('"ssss"', '"sss"', ["robots.walker", "grid"]),
    ('"ssss"', '"sxss"', ["robots.walker", "x"]),
    ("shape: ball-5", "shape: pyramid-5", ["robots.ball", "pyramid-5"]),
    ("hidden: [4]", "weights: [1, 2]", ["robots.ball", "weights"]),
    ("average(touch, 0.25)", "avrage(touch)", ["robots.ball", "avrage"]),
    ("control_interval: 1", "terrain: moon", ["terrain", "moon"]),
    ("control_interval: 1", "control_interval: -1", ["control_interval", "-1"]),
    ("robots:", "robot:", ["robots"]),
])  # fmt: skip
def test_mistakes_are_named(scenario, old, new, named):
    assert old in PAPER
    result = shoal("check", scenario(PAPER.replace(old, new, 1)))
    assert result.status == 1, result.text
    for part in named:
        assert part in result.text, result.text
