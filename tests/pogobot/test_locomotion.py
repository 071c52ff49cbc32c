"""Kinds of locomotion, measured as the Pogobot paper does: MSD for v and Ω, a circle fit for R, runs of 6 s."""

import numpy as np
import pandas as pd
import pytest
from shoal.trajectories import circle_radius, describe, rate_from_msd
from support.running import robots, scenario

FULL = 1023
STEP = 0.01  # s
WHEELS = {"locomotion": "wheels"}
RAW_WHEELS = {"locomotion": "wheels", "calibrated": False}
TPU = {"locomotion": "tpu_brush"}
NYLON = {"locomotion": "nylon_brush"}


def group(body, nb):
    keys = robots(nb, **body)
    del keys["max_linear_speed"], keys["max_angular_speed"]
    return keys


def content(body, left, right, nb=40, **keys):
    """Robots far enough apart to never meet."""
    parameters = {"left_power": left, "right_power": right, **keys}
    return scenario(
        objects={"robots": group(body, nb)},
        parameters=parameters,
        arena_surface=4e8,
        initial_formation="chessboard",
        chessboard_distance_between_neighbors=2000.0,
        simulation_time=6.0,
        save_data_period=STEP,
    )


def measure(run_scenario, body, left, right=None, **keys):
    rows = run_scenario("drive", content(body, left, left if right is None else right, **keys)).rows
    rows = rows[rows["time"] > 0.1]
    return pd.DataFrame([describe(r["x"], r["y"], r["angle"], STEP) for _, r in rows.groupby("robot_id")])


def test_the_method_itself():
    t = np.arange(0, 6, STEP)
    circle = np.column_stack([300 + 50 * np.cos(0.4 * t), 50 * np.sin(0.4 * t)])
    assert circle_radius(circle) == pytest.approx(50, rel=1e-6)
    assert circle_radius(np.column_stack([t, 2 * t])) == np.inf
    assert np.isnan(circle_radius(np.zeros((10, 2))))
    assert rate_from_msd(circle, STEP) == pytest.approx(20, rel=1e-3)
    assert rate_from_msd(0.4 * t[:, None], STEP) == pytest.approx(0.4, rel=1e-6)


def test_wheels_reach_25_cm_a_second_on_paths_of_about_a_metre(run_scenario):
    paths = measure(run_scenario, WHEELS, FULL)
    assert paths["speed"].median() == pytest.approx(250, rel=0.03)
    assert paths["radius"].median() == pytest.approx(1000, rel=0.15)
    assert paths["turning"].median() == pytest.approx(0.25, rel=0.2)


def test_tpu_brushes_reach_7_cm_a_second_on_paths_of_about_10_cm(run_scenario):
    paths = measure(run_scenario, TPU, FULL)
    assert paths["speed"].median() == pytest.approx(70, rel=0.05)
    assert paths["radius"].median() == pytest.approx(100, rel=0.15)
    assert paths["turning"].median() == pytest.approx(0.7, rel=0.2)


def test_nylon_brushes_spin_at_15_radians_a_second(run_scenario):
    paths = measure(run_scenario, NYLON, FULL)
    assert paths["turning"].median() == pytest.approx(15, rel=0.15)
    assert paths["speed"].median() < 30
    assert paths["radius"].median() < 10


def test_wheels_differ_least_and_nylon_brushes_most(run_scenario):
    spread = {}
    for name, body in {"wheels": WHEELS, "tpu": TPU, "nylon": NYLON}.items():
        paths = measure(run_scenario, body, FULL)
        spread[name] = (paths.std() / paths.mean())[["speed", "turning"]]
    assert (spread["wheels"] < spread["tpu"]).all()
    assert (spread["tpu"] < spread["nylon"]).all()


@pytest.mark.parametrize("body", [WHEELS, TPU, NYLON])
def test_speed_and_turning_grow_with_power_and_the_curvature_stays(run_scenario, body):
    rows = [measure(run_scenario, body, power).median() for power in (400, 600, 800, 1023)]
    assert (np.diff([r["speed"] for r in rows]) > 0).all()
    assert (np.diff([r["turning"] for r in rows]) > 0).all()
    curvature = [r["turning"] / r["speed"] for r in rows]
    assert max(curvature) < 1.35 * min(curvature)


@pytest.mark.parametrize("body", [WHEELS, TPU, NYLON])
def test_a_little_power_moves_nothing(run_scenario, body):
    rows = run_scenario("drive", content(body, 100, 100)).rows
    assert (rows.groupby("robot_id")[["x", "y", "angle"]].nunique() == 1).all().all()


def test_calibration_straightens_wheels(run_scenario):
    raw = measure(run_scenario, RAW_WHEELS, FULL)
    balanced = measure(run_scenario, WHEELS, FULL)
    assert raw["radius"].median() == pytest.approx(250, rel=0.2)
    assert raw["speed"].median() == pytest.approx(balanced["speed"].median(), rel=0.05)


@pytest.mark.parametrize("body", [WHEELS, TPU])
def test_unequal_powers_steer(run_scenario, body):
    rows = run_scenario("drive", content(body, FULL, 0)).rows
    turned = rows.groupby("robot_id")["angle"].apply(lambda a: np.unwrap(a)[-1] - a.iloc[0])
    assert (turned > 3).all()


def test_wheels_go_backwards_but_brushes_cannot(run_scenario):
    back = {"left_dir": 0, "right_dir": 1}
    ahead = run_scenario("drive", content(TPU, FULL, FULL)).rows
    astern = run_scenario("drive", content(TPU, FULL, FULL, **back)).rows
    assert ahead.equals(astern)
    rows = run_scenario("drive", content(WHEELS, FULL, FULL, **back)).rows
    first = rows[rows["time"] <= 0.5001].groupby("robot_id")
    heading = first["angle"].first()
    moved = first[["x", "y"]].last() - first[["x", "y"]].first()
    ahead_mm = moved["x"] * np.cos(heading) + moved["y"] * np.sin(heading)
    assert (ahead_mm < -100).all()


def test_a_robot_is_the_same_in_each_run_of_a_seed_and_another_with_another(run_scenario):
    once = measure(run_scenario, TPU, FULL, nb=5)
    again = measure(run_scenario, TPU, FULL, nb=5)
    assert once.equals(again)
    other = {**content(TPU, FULL, FULL, nb=5), "seed": 2}
    assert not run_scenario("drive", other).rows.equals(
        run_scenario("drive", content(TPU, FULL, FULL, nb=5)).rows
    )


def test_keys_of_the_ideal_drive_are_warned_about(run_scenario):
    console = run_scenario("drive", scenario(objects={"robots": robots(**TPU)})).console
    assert "max_linear_speed: this key has no effect" in console
    assert "calibrated" not in console
    console = run_scenario("drive", scenario(objects={"robots": robots(calibrated=False)})).console
    assert "calibrated: this key has no effect" in console
