"""Robots flock at low noise and not at full noise; they know their headings, at the seam of the torus too."""

import numpy as np
import pytest
from support.examples import run_example

ROBOTS = 50


def late_rows(directory, noise, seed=1):
    rows = run_example(
        "vicsek", directory, f"parameters.noise={noise}", f"seed={seed}", "simulation_time=120"
    )
    return rows[rows["time"] > 60]


def order(rows):
    return rows.groupby("time")["angle"].agg(lambda angle: abs(np.exp(1j * angle.to_numpy()).mean()))


@pytest.mark.parametrize("seed", [1, 2])
def test_low_noise_makes_a_flock(tmp_path, seed):
    assert order(late_rows(tmp_path, 0.1, seed)).min() > 0.95


def test_order_falls_with_noise(tmp_path):
    still, low, middle, high, full = (order(late_rows(tmp_path, noise)) for noise in (0, 0.1, 0.3, 0.7, 1))
    assert still.mean() > 0.99
    assert still.mean() > low.mean() > middle.mean() > high.mean() > full.mean()
    # Random headings: <v^2> = 1/N.
    assert (full**2).mean() == pytest.approx(1 / ROBOTS, rel=0.3)


def test_robots_know_their_headings(tmp_path):
    rows = late_rows(tmp_path, 0.3)
    error = np.abs(np.angle(np.exp(1j * (rows["heading"] - rows["angle"]).to_numpy())))
    at_seam = ((rows["x"] < 20) | (rows["x"] > 980)).to_numpy()
    assert at_seam.any()
    assert np.median(error) < 0.03
    assert error.max() < 0.25  # turning at 2 rad/s, a control period late, and the gyroscope's errors
