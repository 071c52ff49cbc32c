"""Waiting by density gathers robots in clusters; waiting as much without regard to it does not."""

import numpy as np
import pytest
from support.examples import run_example

RUN, TUMBLE, WAIT = range(3)
NEAR = 2 * 26.5 + 60.0  # mm between the centres of robots in reach


def largest_cluster(near):
    """Robots of the largest component: each takes the least number among those near, until nothing changes."""
    label = np.arange(len(near))
    while True:
        least = np.where(near, label, len(near)).min(axis=1)
        if (least == label).all():
            return np.bincount(label).max()
        label = least


def crowd(rows):
    """Mean number of others in reach and mean size of the largest cluster, in the last minute."""
    others, largest = [], []
    for _, at in rows[rows["time"] > 90].groupby("time"):
        x, y = at["x"].to_numpy(), at["y"].to_numpy()
        near = np.hypot(x[:, None] - x, y[:, None] - y) < NEAR
        others.append(near.sum(axis=1).mean() - 1)
        largest.append(largest_cluster(near))
    return np.mean(others), np.mean(largest)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_robots_gather_where_they_are_many(tmp_path, seed):
    rows = run_example("run_tumble_wait", tmp_path, f"seed={seed}")
    blind = run_example("run_tumble_wait", tmp_path, f"seed={seed}", "parameters.density_controlled=false")
    others, largest = crowd(rows)
    others_blind, largest_blind = crowd(blind)
    assert others > 2 * others_blind
    assert largest > 1.7 * largest_blind
    waiting, waiting_blind = ((r[r["time"] > 90]["phase"] == WAIT).mean() for r in (rows, blind))
    assert abs(waiting - waiting_blind) < 0.2  # it is not that more robots stand


def test_robots_wait_the_longer_the_more_they_hear(tmp_path):
    rows = run_example("run_tumble_wait", tmp_path)
    rows["next"] = rows.groupby("robot_id")["phase"].shift(-1)
    waiting = rows[(rows["phase"] == WAIT) & rows["next"].notna()]
    left = waiting["next"] != WAIT
    # Alone, robots leave at 0.5/s, so 39 % within a second; a few of them have stopped again or got company by then.
    assert 0.3 < left[waiting["crowding"] < 0.05].mean() < 0.45
    assert left[waiting["crowding"] > 0.95].mean() < 0.03
    expected = rows["density"] ** 4 / (rows["density"] ** 4 + 2.0**4)
    assert rows["crowding"].to_numpy() == pytest.approx(expected.to_numpy(), abs=1e-12)
