"""Robots stop at the wall and stay; those within the skin turn away from it, stay inside, and hardly move it."""

import numpy as np
import pytest
from matplotlib.path import Path
from support.examples import last_instant, run_example

RADIUS = 26.5  # mm
REACH = 60.0  # mm, from a receiver to the wall
ARENA = np.sqrt(2e6 / np.pi)  # mm
ROAMS, TURNS_AWAY, STAYS = range(3)


def skin_of(rows):
    """By time, the skin's dots in order."""
    dots = rows[rows["subpart_id"] >= 0].sort_values("subpart_id")
    return {time: at[["x", "y"]].to_numpy(float) for time, at in dots.groupby("time")}


def robots_of(rows):
    """The robots, each with whether it is within the skin and how far its centre is from the arena's wall."""
    robots = rows[rows["robot_category"] == "robots"].copy()
    skin = skin_of(rows)
    robots["wall"] = ARENA - np.hypot(robots["x"] - ARENA, robots["y"] - ARENA)
    robots["within"] = [Path(skin[t]).contains_point((x, y)) for t, x, y in robots[["time", "x", "y"]].values]
    return robots


def way_of_skin(rows):
    centres = np.array([dots.mean(axis=0) for _, dots in sorted(skin_of(rows).items())])
    return np.hypot(*(centres - centres[0]).T).max()


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return run_example("walls", tmp_path_factory.mktemp("walls"))


@pytest.fixture(scope="module")
def robots(rows):
    return robots_of(rows)


def test_robots_outside_the_skin_stop_at_the_wall_and_stay(robots):
    outside = robots[~robots["within"]]
    assert (last_instant(outside)["state"] == STAYS).mean() > 0.9
    staying = outside[outside["state"] == STAYS]
    # Some receiver hears the wall; others may push a robot by a little.
    assert staying["wall"].max() < RADIUS + REACH + 5
    for _, robot in staying.groupby("robot_id"):
        assert len(robot) == round((45.0 - robot["time"].min()) / 0.5) + 1  # without a break
    moved = staying.groupby("robot_id")[["x", "y"]].diff().dropna()
    assert (np.hypot(moved["x"], moved["y"]) > 0.5).mean() < 0.1  # roaming ones push them at times


def test_nobody_passes_a_wall(robots):
    assert robots["wall"].min() > RADIUS - 2
    within = robots.groupby("robot_id")["within"]
    assert (within.nunique() == 1).all()
    assert 4 <= within.first().sum() <= 15


def test_robots_within_turn_away_from_the_skin(robots):
    within = robots[robots["within"]]
    assert (within["state"] != STAYS).all()
    assert 0.03 < (within["state"] == TURNS_AWAY).mean() < 0.5


@pytest.mark.parametrize("seed", [1, 2])
def test_the_skin_is_left_in_peace_by_robots_that_heed_it(tmp_path, seed):
    heeding = run_example("walls", tmp_path, f"seed={seed}")
    numb = run_example("walls", tmp_path, f"seed={seed}", "parameters.heed_skin=false")
    assert way_of_skin(heeding) < 0.3 * way_of_skin(numb)
    assert not (numb["state"] == TURNS_AWAY).any()
