"""Free robots move as active Brownian particles; among walls they feel bumps and do not get stuck."""

import numpy as np
import pytest
from support.examples import run_example

DIFFUSION = 0.2  # rad²/s
SPEED = 200 * 512 / 1023  # mm/s


def test_free_robots_diffuse_as_the_theory_says(tmp_path):
    rows = run_example(
        "active_brownian_particles",
        tmp_path,
        "arena_surface=4e9",
        "objects.robots.nb=200",
        "objects.robots.imu_acceleration_noise_stddev=0",
        "simulation_time=20",
        "initial_formation=chessboard",
        "formation_cluster_at_center=false",
    )
    free = rows.groupby("robot_id")["bumps"].transform("max") == 0
    assert free.mean() > 0.95  # the others have met somebody
    rows = rows[free]
    columns = {
        name: rows.pivot(index="time", columns="robot_id", values=name) for name in ("x", "y", "angle")
    }
    heading = np.unwrap(columns["angle"].to_numpy(), axis=0)
    one_second = heading[2::2] - heading[:-2:2]
    assert one_second.var() / 2 == pytest.approx(DIFFUSION, rel=0.1)

    # <r²> = 2 v² τ² (t/τ − 1 + exp(−t/τ)) in the plane, τ = 1/D.
    t, tau = 20.0, 1 / DIFFUSION
    squared = sum((columns[axis].iloc[-1] - columns[axis].iloc[0]) ** 2 for axis in "xy").mean()
    assert squared == pytest.approx(2 * SPEED**2 * tau**2 * (t / tau - 1 + np.exp(-t / tau)), rel=0.25)


def stuck(rows):
    """Share of 2 s in which a robot moved by less than 10 mm."""
    moved = rows.groupby("robot_id")[["x", "y"]].diff(4).dropna()
    return (np.hypot(moved["x"], moved["y"]) < 10).mean()


def test_bumps_are_felt_and_keep_robots_from_getting_stuck(tmp_path):
    feeling = run_example("active_brownian_particles", tmp_path)
    numb = run_example("active_brownian_particles", tmp_path, "parameters.feel_bumps=false")
    assert feeling[feeling["time"] == 120]["bumps"].min() > 5
    assert (numb["bumps"] == 0).all()
    assert stuck(feeling) < 0.5 * stuck(numb)
