"""Speeds, mean squared displacement, Péclet number, the robot paper's method."""

import numpy as np
import pandas as pd
import pytest
from shoal import analysis
from tables import moving, wandering

BOX = (700.0, 900.0)


def straight(speed=30.0, times=100, step=0.5):
    time = step * np.arange(times)[:, None]
    direction = np.array([0.3, 1.7, -2.0])
    return moving(
        speed * time * np.cos(direction),
        speed * time * np.sin(direction),
        step,
        angle=np.zeros((times, 3)) + direction,
    )


def brownian(diffusion=50.0, times=400, robots=200, step=0.5):
    steps = np.random.default_rng(5).normal(0, np.sqrt(2 * diffusion * step), (2, times, robots))
    x, y = np.cumsum(steps, axis=1)
    return moving(x, y, step)


def test_straight_paths_are_ballistic():
    msd = analysis.mean_squared_displacement(straight())
    assert list(msd.columns) == ["time", "tau", "msd", "n"][1:]
    np.testing.assert_allclose(msd["msd"], (30.0 * msd["tau"]) ** 2, rtol=1e-9)


def test_brownian_paths_spread_with_four_d_t():
    msd = analysis.mean_squared_displacement(brownian())
    early = msd[msd["tau"] <= 20]
    np.testing.assert_allclose(early["msd"], 4 * 50.0 * early["tau"], rtol=0.05)


def test_msd_of_chosen_lags_equals_brute_force():
    frame = wandering()
    x, y = (frame[name].to_numpy().reshape(200, 20) for name in "xy")
    msd = analysis.mean_squared_displacement(frame, lags=[1, 3, 5], per="robot")
    for lag in (1, 3, 5):
        expected = ((x[lag:] - x[:-lag]) ** 2 + (y[lag:] - y[:-lag]) ** 2).mean(axis=0)
        part = msd[msd["tau"] == lag]
        np.testing.assert_allclose(part["msd"], expected, rtol=1e-12)
        assert (part["n"] == 200 - lag).all()


def test_thinned_starts_estimate_the_same():
    frame = brownian(times=300)
    lag = 60
    x, y = (frame[name].to_numpy().reshape(300, -1) for name in "xy")
    every_start = np.mean((x[lag:] - x[:-lag]) ** 2 + (y[lag:] - y[:-lag]) ** 2)
    thinned = analysis.mean_squared_displacement(frame, lags=[lag])["msd"].item()
    assert thinned == pytest.approx(every_start, rel=0.03)


@pytest.mark.parametrize("measure", [
    lambda frame, **box: analysis.mean_squared_displacement(frame, **box)["msd"],
    lambda frame, **box: analysis.compute_msd_per_agent(frame, **box)["MSD"],
    lambda frame, **box: analysis.compute_msd_per_agent(frame, per_lag=True, **box)["disp2"],
    lambda frame, **box: analysis.compute_instantaneous_speeds(frame, **box)["v"],
    lambda frame, **box: analysis.estimate_velocities(frame, **box)["vx"],
    lambda frame, **box: analysis.compute_peclet(frame, characteristic_length=53.0, **box)["Pe"],
    lambda frame, **box: analysis.effective_temperature_ratio(frame, 400.0, **box)["Teff_over_Tref"],
    lambda frame, **box: analysis.locomotion(frame, **box)["R"],
])  # fmt: skip
def test_wrapped_paths_move_as_their_unwrapped_twins(measure):
    plane, wrapped = wandering(box=BOX)
    np.testing.assert_allclose(measure(wrapped, box=BOX), measure(plane), rtol=1e-6)
    wrapped.attrs["box"] = BOX
    np.testing.assert_allclose(measure(wrapped), measure(plane), rtol=1e-6)


def test_the_boxs_seam_counts_if_the_domain_is_open():
    plane, wrapped = wandering(box=BOX)
    wrapped.attrs["box"] = BOX
    open_plane = analysis.mean_squared_displacement(wrapped, box="open")["msd"]
    assert not np.allclose(open_plane, analysis.mean_squared_displacement(plane)["msd"])


def test_squared_displacement_from_the_start():
    frame = straight(times=5)
    long = analysis.compute_msd_per_agent(frame, per_lag=True)
    np.testing.assert_allclose(long["disp2"], (30.0 * long["tau"]) ** 2)
    assert len(long) == 3 * 4
    np.testing.assert_allclose(
        analysis.compute_msd_per_agent(frame)["MSD"], 900 * np.mean(np.array([0.5, 1, 1.5, 2]) ** 2)
    )


def test_speeds_of_a_circle():
    time = 0.1 * np.arange(200)[:, None]
    phase = 0.4 * time + np.array([0.0, 1.0])
    frame = moving(
        100 * np.cos(phase), 100 * np.sin(phase), 0.1, angle=np.angle(np.exp(1j * (phase + np.pi / 2)))
    )
    speeds = analysis.compute_instantaneous_speeds(frame)
    assert speeds.groupby("robot_id")["v"].count().tolist() == [199, 199]
    np.testing.assert_allclose(speeds["v"].dropna(), 2 * 100 * np.sin(0.02) / 0.1)  # the chord
    np.testing.assert_allclose(speeds["omega"].dropna(), 0.4)
    assert speeds["time_mid"].dropna().iloc[0] == pytest.approx(0.05)
    agents, over_time = analysis.summarize_speed_stats(frame)
    assert agents["omega_mean"].tolist() == pytest.approx([0.4, 0.4])
    assert agents["n_segments"].tolist() == [199, 199]
    assert over_time["mean_v"].iloc[-1] == pytest.approx(40.0, rel=1e-3)
    assert over_time["n_agents"].unique().tolist() == [2]
    found = analysis.locomotion(frame)
    assert found["v"].tolist() == pytest.approx([40.0, 40.0], rel=2e-3)
    assert found["Omega"].tolist() == pytest.approx([0.4, 0.4], rel=1e-3)
    assert found["R"].tolist() == pytest.approx([100.0, 100.0], rel=1e-6)


def test_peclet_of_brownian_robots():
    frame = brownian(robots=100, times=2000)
    found = analysis.compute_peclet(
        frame, characteristic_length=53.0, t_fit_min=1.0, t_fit_max=20.0, return_diffusivity=True
    )
    assert found["D"].mean() == pytest.approx(50.0, rel=0.05)
    np.testing.assert_allclose(found["Pe"], found["v_mean"] * 53.0 / found["D"])
    assert found["v_mean"].mean() == pytest.approx(
        np.sqrt(np.pi * 50.0 / 0.5), rel=0.02
    )  # mean of a Rayleigh law


def test_effective_temperature():
    assert np.allclose(
        analysis.effective_temperature_ratio(straight(speed=30.0), 450.0)["Teff_over_Tref"], 2.0
    )


def test_robots_that_come_and_go_or_are_shuffled():
    frame = wandering(times=60, robots=6)
    shuffled = frame.sample(frac=1.0, random_state=1)
    whole = analysis.mean_squared_displacement(frame, per="robot", lags=[1, 4])
    pd.testing.assert_frame_equal(
        analysis.mean_squared_displacement(shuffled, per="robot", lags=[1, 4]).sort_values(
            ["robot_id", "tau"], ignore_index=True
        ),
        whole.sort_values(["robot_id", "tau"], ignore_index=True),
    )
    late = frame[(frame["robot_id"] != 2) | (frame["time"] >= 30)]
    found = analysis.mean_squared_displacement(late, per="robot", lags=[4])
    assert found.set_index("robot_id")["n"].to_dict() == {0: 56, 1: 56, 2: 26, 3: 56, 4: 56, 5: 56}
    assert np.isfinite(analysis.locomotion(late)["v"]).all()


def test_walls_parts_of_membranes_and_missing_poses_do_not_count():
    frame = wandering(times=30, robots=4).assign(subpart_id=-1)
    wall = frame[frame["robot_id"] == 0].assign(
        robot_category="walls", robot_id=65535, x=np.nan, y=np.nan, angle=np.nan
    )
    dots = frame[frame["robot_id"] == 1].assign(
        robot_category="skin", robot_id=65535, subpart_id=3, angle=np.nan
    )
    mixed = pd.concat([frame, wall, dots]).sort_values("time", kind="stable", ignore_index=True)
    for measure in (analysis.mean_squared_displacement, analysis.locomotion, analysis.vicsek_polar_order):
        pd.testing.assert_frame_equal(measure(mixed), measure(frame))


def test_bodies_that_share_an_id_are_told_apart():
    frame = straight(times=10).assign(robot_id=65534, robot_category="cubes")
    assert np.allclose(analysis.compute_instantaneous_speeds(frame)["v"].dropna(), 30.0)
    assert len(analysis.locomotion(frame)) == 3


def test_runs_and_arenas_are_kept_apart():
    frame = straight(times=20)
    both = pd.concat(
        [
            frame.assign(arena_file="disk", run=0),
            frame.assign(arena_file="disk", run=1, x=2 * frame["x"], y=2 * frame["y"]),
        ]
    )
    msd = analysis.mean_squared_displacement(both, lags=[1])
    assert msd[["arena_file", "run"]].to_numpy().tolist() == [["disk", 0], ["disk", 1]]
    assert msd["msd"].tolist() == pytest.approx([225.0, 900.0])
    assert list(analysis.vicsek_polar_order(both).columns) == ["arena_file", "run", "time", "P_polar"]


def test_an_empty_table_gives_an_empty_one():
    nothing = straight()[:0]
    assert len(analysis.mean_squared_displacement(nothing)) == 0
    assert len(analysis.vicsek_polar_order(nothing)) == 0


def test_missing_columns_are_named():
    with pytest.raises(KeyError, match="no column angle"):
        analysis.vicsek_polar_order(straight().drop(columns="angle"))
    with pytest.raises(ValueError, match="box: found"):
        analysis.mean_squared_displacement(straight(), box=(0.0, 100.0))
