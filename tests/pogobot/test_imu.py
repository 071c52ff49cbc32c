"""What the IMU tells: ahead, left and up, in m/s² and rad/s, from the first reading on."""

import math

import numpy as np
import pytest
from support.running import robots, scenario

FULL = 1023
AXES = ["ax", "ay", "az", "gx", "gy", "gz"]


def driving(left=FULL, right=FULL, body=None, **keys):
    powers = {"left_power": left, "right_power": right, "hz": keys.pop("hz", 60)}
    group = robots(x=2000.0, y=2000.0, **(body or {}))
    base = {"arena_surface": 1.6e7, "simulation_time": 4.0, "save_data_period": 0.1}
    return scenario(**{**base, "objects": {"robots": group}, "parameters": powers, **keys})


@pytest.mark.parametrize("hz", [10, 60, 100])
@pytest.mark.parametrize(("left", "right"), [(FULL, 500), (500, FULL), (FULL, 0)])
def test_a_circle_has_the_centripetal_acceleration_v_omega(run_scenario, left, right, hz):
    body = {"max_linear_speed": 200.0, "max_angular_speed": 2.0}
    rows = run_scenario("senses", driving(left, right, body, hz=hz)).rows
    v = 0.2 * (left + right) / (2 * FULL)
    omega = 2.0 * (left - right) / (0.5 * FULL)  # positive is clockwise on the screen
    steady = rows[rows["time"] > 0.5]
    # The mean over a control period of an acceleration that turns by omega / hz meanwhile.
    seen = math.sin(omega / hz / 2) / (omega / hz / 2)
    assert steady["gz"].to_numpy() == pytest.approx(-omega, rel=1e-5)
    assert steady["ay"].to_numpy() == pytest.approx(-v * omega * seen, rel=4e-3)
    assert steady["ax"].to_numpy() == pytest.approx(0.0, abs=4e-3 * abs(v * omega))
    assert np.sign(steady["ay"]).equals(np.sign(steady["gz"]))  # a = omega × v in a right-handed frame


def test_driving_off_and_driving_on(run_scenario):
    rows = run_scenario("senses", driving(hz=100, save_data_period=0.01, simulation_time=0.2)).rows
    # The first tick takes the robot to full speed: 0.1 m/s in 10 ms.
    assert rows["ax"].max() == pytest.approx(10.0, rel=1e-3)
    assert rows["ax"].sum() * 0.01 == pytest.approx(0.1, rel=1e-3)
    assert rows["ax"].iloc[-1] == pytest.approx(0.0, abs=1e-4)
    assert rows["ay"].abs().max() < 1e-6


@pytest.mark.parametrize("hz", [0, 7, 60, 100])
def test_readings_are_numbers_from_the_first_one_on(run_scenario, hz):
    rows = run_scenario("senses", driving(FULL, 300, hz=hz)).rows
    assert np.isfinite(rows[AXES].to_numpy()).all()
    assert rows.iloc[0][AXES].tolist() == [0.0] * 6


def test_gravity_when_asked_for(run_scenario):
    assert (run_scenario("senses", driving()).rows["az"] == 0).all()
    rows = run_scenario("senses", driving(body={"imu_gravity": True})).rows
    assert rows["az"].to_numpy() == pytest.approx(9.81)


def crowd(**body):
    keys = {"initial_formation": "chessboard", "arena_surface": 1e8, "simulation_time": 2.0}
    return scenario(**keys, save_data_period=0.05, objects={"robots": robots(500, **body)})


def test_noise_and_bias_have_the_deviations_that_were_asked_for(run_scenario):
    wanted = {"ax": (0.3, 0.05), "ay": (0.3, 0.05), "az": (0.3, 0.05)}
    wanted.update(dict.fromkeys(("gx", "gy", "gz"), (0.1, 0.02)))
    rows = run_scenario(
        "senses",
        crowd(
            imu_acceleration_bias_stddev=0.3,
            imu_acceleration_noise_stddev=0.05,
            imu_gyro_bias_stddev=0.1,
            imu_gyro_noise_stddev=0.02,
        ),
    ).rows
    for axis, (bias, noise) in wanted.items():
        robot = rows.groupby("robot_id")[axis]
        assert robot.std().pow(2).mean() ** 0.5 == pytest.approx(noise, rel=0.02)
        assert robot.mean().std() == pytest.approx(bias, rel=0.15)
        assert abs(robot.mean().mean()) < 4 * bias / math.sqrt(500)
    assert np.abs(rows[AXES].corr().to_numpy() - np.eye(6)).max() < 0.2


def test_the_gyroscope_has_a_range(run_scenario):
    rows = run_scenario("senses", driving(FULL, 0, {"max_angular_speed": 30.0})).rows
    assert rows["gz"].iloc[-1] == pytest.approx(-34.9)


def test_temperature_is_the_arena_s_within_the_sensor_s_range(run_scenario):
    for given, read in [(21.5, 21.5), (-60.0, -40.0), (200.0, 85.0)]:
        rows = run_scenario("senses", driving(arena_temperature=given)).rows
        assert rows["temperature"].iloc[-1] == pytest.approx(read)
