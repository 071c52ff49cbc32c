"""Robots that look for strangers spread over the arena; those that avoid being alone are so less often."""

import runpy

import numpy as np
import pytest
from support.examples import last_instant, run_example
from support.running import ROOT, shoal

NAME = "coverage_neighbors_novelty"
STATS = runpy.run_path(str(ROOT / "examples" / "pogobot" / NAME / "stats.py"))


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """Statistics of each objective, the mean of some seeds."""
    result = {}
    for objective in ("none", "neighbors", "novelty", "both"):
        runs = []
        for seed in (1, 2):
            directory = tmp_path_factory.mktemp(objective)
            rows = run_example(NAME, directory, f"seed={seed}", f"parameters.objective={objective}")
            assert last_instant(rows)["met"].min() > 10
            runs.append(STATS["statistics"](directory / "data.feather"))
        result[objective] = sum(runs) / len(runs)
    return result


def test_the_stats_script_measures_covered_places():
    grid = STATS["places"](1000.0)
    # One robot in the middle covers a disc of 150 mm; far from all walls nothing of it is cut off.
    assert STATS["covered"](np.array([[500.0, 500.0]]), grid) == pytest.approx(np.pi * 0.15**2, rel=0.15)
    assert STATS["covered"](np.array([[0.0, 0.0]]), grid) == pytest.approx(np.pi * 0.15**2 / 4, rel=0.15)
    assert STATS["covered"](grid, grid) == 1


def test_those_who_look_for_strangers_cover_more_and_sooner(tables):
    early = {objective: table["covered"].loc[15] for objective, table in tables.items()}
    whole = {objective: table["covered"].loc[15:].mean() for objective, table in tables.items()}
    for wish in ("novelty", "both"):
        assert early[wish] > early["none"] + 0.1
        assert whole[wish] > whole["none"] + 0.05
        assert (
            tables[wish]["strangeness"].loc[30:].mean() > 1.2 * tables["none"]["strangeness"].loc[30:].mean()
        )


def test_those_who_avoid_it_are_less_often_alone(tables):
    alone = {objective: table["alone"].loc[30:].mean() for objective, table in tables.items()}
    assert alone["neighbors"] < 0.85 * alone["none"]
    assert alone["both"] < 0.85 * alone["novelty"]


def test_an_unknown_objective_ends_the_run_at_once():
    result = shoal(
        "run", ROOT / "examples/pogobot" / NAME, "-g", "--set", "parameters.objective=fame",
        "--set", "enable_data_logging=false", cwd=ROOT,
    )  # fmt: skip
    assert "objective fame: none, neighbors, novelty or both" in result.text
    assert " 120 s of simulated time" not in result.text
