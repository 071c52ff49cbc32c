"""What probes print is what robots wrote: each record once a probe, none made up, and most of them."""

import importlib.util

import numpy as np
import pandas as pd
import pytest
from support.examples import last_instant, run_example
from support.running import ROOT

SEEDS = [1, 2, 3]
KEPT = 8  # records that a robot remembers
PERIOD = 10  # s of a record


def collector():
    file = ROOT / "examples" / "pogobot" / "probes" / "collect.py"
    spec = importlib.util.spec_from_file_location("collect", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", params=SEEDS)
def run(request, tmp_path_factory):
    """The table of a run and the records that its probes printed."""
    directory = tmp_path_factory.mktemp("probes")
    console = directory / "console.txt"
    rows = run_example("probes", directory, f"seed={request.param}", f"console_filename={console}")
    return rows, collector().records(console.read_text())


def written(rows):
    """What each robot wrote, by robot and number."""
    robots = rows[(rows["robot_category"] == "robots") & (rows["number"] > 0)]
    return robots.groupby(["robot_id", "number"]).last()


def test_each_print_is_what_the_robot_wrote(run):
    rows, prints = run
    assert len(prints) > 150
    keys = pd.MultiIndex.from_frame(prints[["robot", "number"]])
    wrote = written(rows).loc[keys]
    for field in ("turns", "heard", "brightest"):
        assert (prints[field].to_numpy() == wrote[f"record_{field}"].to_numpy()).all()
    assert (prints["time_ms"] / 1000 - PERIOD * prints["number"]).abs().max() < 0.5
    assert (prints["darkest"] <= prints["brightest"]).all()
    assert (prints["battery_mv"] == 32767).all()
    assert (prints["temperature"] == 42).all()


def test_a_probe_prints_what_it_collected_each_once(run):
    rows, prints = run
    probes = last_instant(rows[rows["robot_category"] == "probes"]).set_index("robot_id")
    assert not prints.duplicated(["probe", "robot", "number"]).any()
    printed = prints["probe"].value_counts().reindex(probes.index, fill_value=0)
    assert (printed == probes["collected"]).all()
    assert (probes["messages"] > probes["collected"]).all()


def test_most_records_are_collected_and_those_of_robots_that_stayed_near(run):
    rows, prints = run
    collected = set(zip(prints["robot"], prints["number"], strict=True))
    wrote = set(written(rows).index)
    assert collected <= wrote
    assert len(collected) > 0.6 * len(wrote)

    # A robot that is within 100 mm of a probe for four seconds speaks some 48 times, six times of each of eight records.
    probes = last_instant(rows[rows["robot_category"] == "probes"])
    robots = rows[rows["robot_category"] == "robots"].copy()
    gaps = [np.hypot(robots["x"] - x, robots["y"] - y) for x, y in zip(probes["x"], probes["y"], strict=True)]
    robots["near"] = np.min(gaps, axis=0) < 100
    due = set()
    for robot, path in robots.groupby("robot_id"):
        stay = path["near"].rolling(5).sum() == 5
        for newest in path["number"][stay & (path["number"].diff(4) == 0)].unique():
            due |= {(robot, number) for number in range(max(1, int(newest) - KEPT + 1), int(newest) + 1)}
    assert len(due) > 5
    assert due <= collected
