"""Robots climb the gradient to the lamp, across the seam of the arena where that is shorter."""

import numpy as np
import pytest
from support.examples import last_instant, run_example

SIDE = 1000.0  # mm
LAMP = (150.0, 300.0)  # mm


def distance(rows):
    dx, dy = ((rows[axis] - at + SIDE / 2) % SIDE - SIDE / 2 for axis, at in zip("xy", LAMP, strict=True))
    return np.hypot(dx, dy)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_robots_gather_at_the_lamp(tmp_path, seed):
    rows = run_example("phototaxis_gradient", tmp_path, f"seed={seed}")
    assert distance(rows[rows["time"] == 0]).mean() > 300
    # Twelve discs of 26.5 mm about a point fill a disc of about 110 mm.
    assert distance(last_instant(rows)).max() < 130


def test_the_short_way_may_lead_across_the_seam(tmp_path):
    rows = run_example("phototaxis_gradient", tmp_path)
    jumps = rows.groupby("robot_id")[["x", "y"]].diff().abs().max(axis=1) > SIDE / 2
    assert jumps.any()
