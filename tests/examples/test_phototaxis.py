"""Robots collect in the light: on the spot, or where the lamp is bright enough."""

import numpy as np
from support.examples import last_instant, run_example

RADIUS = 26.5  # mm


def test_robots_collect_in_the_light(tmp_path):
    rows = run_example("phototaxis", tmp_path)
    start, end = rows[rows["time"] == 0], last_instant(rows)
    assert start["arrived"].mean() < 0.3
    assert end["arrived"].mean() >= 0.9
    there = end[end["arrived"]]
    assert (there["light"] >= 1000).all()
    # Bright enough: the spot of 130 mm, and the lamp where 1600 (1 - r / 300) and daylight make 1000.
    on_spot = np.hypot(there["x"] - 250, there["y"] - 250) < 130 + RADIUS
    near_lamp = np.hypot(there["x"] - 700, there["y"] - 700) < 300 * (1 - 700 / 1600) + RADIUS
    assert (on_spot | near_lamp).all()
    assert on_spot.any()
    assert near_lamp.any()


def test_they_do_not_without_light(tmp_path):
    rows = run_example("phototaxis", tmp_path, "objects.spot.value=0", "objects.lamp.value=0")
    assert last_instant(rows)["arrived"].sum() == 0
