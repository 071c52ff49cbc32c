"""Robots that heed the walls hardly touch them, get farther, and leave the pillars where they are."""

import numpy as np
import pytest
from support.examples import run_example

RADIUS = 26.5  # mm
SIDE = np.sqrt(1.5e6)  # mm


def robots_of(rows):
    return rows[rows["robot_category"] == "robots"]


def touching(rows):
    """Share of the time that robots spend at the arena's wall."""
    robots = robots_of(rows)
    gap = np.minimum.reduce([robots["x"], SIDE - robots["x"], robots["y"], SIDE - robots["y"]]) - RADIUS
    return (gap < 2).mean()


def ways(rows, instants=1):
    """How far each robot moved in so many half seconds."""
    moved = robots_of(rows).groupby("robot_id")[["x", "y"]].diff(instants).dropna()
    return np.hypot(moved["x"], moved["y"])


def push(rows):
    """How far the pillars ended from where they began, on average."""
    pillars = rows[rows["robot_category"] == "pillars"].groupby("robot_id")[["x", "y"]]
    way = pillars.last() - pillars.first()
    return np.hypot(way["x"], way["y"]).mean()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_robots_avoid_walls_and_pillars(tmp_path, seed):
    heeding = run_example("avoid_walls", tmp_path, f"seed={seed}")
    numb = run_example("avoid_walls", tmp_path, f"seed={seed}", "parameters.avoid=false")
    assert touching(heeding) < 0.01
    assert touching(numb) > 0.3
    assert (ways(heeding, 4) < 20).mean() < 0.03  # stuck for two seconds
    assert (ways(numb, 4) < 20).mean() > 0.15
    assert ways(heeding).sum() > 1.3 * ways(numb).sum()
    assert push(heeding) < 0.2 * push(numb)
    assert 0.03 < robots_of(heeding)["turning"].mean() < 0.2
    assert not robots_of(numb)["turning"].any()


@pytest.mark.parametrize("theta", [0.0, np.pi / 2, np.pi, -np.pi / 2])
def test_a_robot_turns_round_before_a_wall(tmp_path, theta):
    """A single robot that heads for the middle of a wall comes near, but not to it, and leaves again."""
    keys = {"nb": 1, "x": SIDE / 2, "y": SIDE / 2, "theta": theta, "communication_radius": 80.0}
    overrides = [f"objects.robots.{key}={value}" for key, value in keys.items()]
    rows = robots_of(
        run_example("avoid_walls", tmp_path, *overrides, "objects.pillars.nb=0", "save_data_period=0.1")
    )
    gap = np.minimum.reduce([rows["x"], SIDE - rows["x"], rows["y"], SIDE - rows["y"]]) - RADIUS
    assert 2 < gap.min() < 60
    visits = np.flatnonzero(np.diff((gap < 60).astype(int)) == 1)
    assert len(visits) >= 3
