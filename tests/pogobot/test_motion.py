"""Motion that is true to the robot: commanded powers keep driving until they are changed."""

import math

import numpy as np
import pytest
from support.running import PREAMBLE, robots, scenario

FULL = 1023
SPEED = 100.0  # mm/s, both motors at full power
TURN = 1.0  # rad/s, as max_angular_speed


def drive(body=None, **parameters):
    """Rows each 0.1 s for 4 s, on an arena of 4 m."""
    keys = {"x": 2000.0, "y": 2000.0, **(body or {})}
    return scenario(
        arena_surface=1.6e7,
        simulation_time=4.0,
        objects={"robots": robots(**keys)},
        parameters=parameters,
    )


def speed(rows):
    """After the first 0.1 s: traction takes 10 ms to bring a robot to full speed."""
    return np.hypot(rows["x"].diff(), rows["y"].diff())[2:].to_numpy() / 0.1


def turning(rows):
    return np.diff(np.unwrap(rows["angle"])) / 0.1


def test_different_powers_give_the_arc_that_v_and_omega_predict(run_scenario):
    rows = run_scenario("drive", drive(left_power=512, right_power=FULL)).rows
    v = SPEED * (512 + FULL) / (2 * FULL)
    omega = TURN * (512 - FULL) / (0.5 * FULL)
    assert speed(rows) == pytest.approx(v, rel=2e-3)
    assert turning(rows) == pytest.approx(omega, rel=1e-4)

    # All points lie on the circle of radius v / |omega| to the left of the start: towards -y.
    radius = v / abs(omega)
    distance = np.hypot(rows["x"] - 2000, rows["y"] - (2000 - radius))
    assert distance.to_numpy() == pytest.approx(radius, abs=0.5)
    assert abs(np.unwrap(rows["angle"])[-1]) == pytest.approx(abs(omega) * 4, rel=1e-3)


@pytest.mark.parametrize("damping", [0.0, 0.3, 3.0])
def test_damping_does_not_slow_a_driven_robot(run_scenario, damping):
    body = {"body_linear_damping": damping, "body_angular_damping": damping}
    rows = run_scenario("drive", drive(body)).rows
    assert speed(rows) == pytest.approx(SPEED, rel=1e-3)


def test_a_change_of_direction_acts_at_once(run_scenario):
    back = {"left_power_after": FULL, "right_power_after": FULL, "left_dir_after": 0, "right_dir_after": 1}
    rows = run_scenario("drive", drive(change_ms=2000, **back)).rows
    x = rows["x"].to_numpy() - 2000
    assert x[20] == pytest.approx(200, abs=0.5)
    assert x[40] == pytest.approx(0, abs=3.5)  # two ticks at most to turn the speed around
    assert x[25:].max() < x[20]


def test_direction_alone_turns_a_driving_robot_around(run_scenario):
    source = (
        PREAMBLE
        + """
static void user_init(void) { pogobot_motor_set(motorL, motorFull); pogobot_motor_set(motorR, motorFull); }
static void user_step(void) {
    if (pogobot_ticks == 60) { pogobot_motor_dir_set(motorL, 0); pogobot_motor_dir_set(motorR, 1); }
}
int main(void) { pogobot_start(user_init, user_step); return 0; }
"""
    )
    rows = run_scenario(source, drive()).rows
    steps = rows["x"].diff()[2:].to_numpy() / 0.1
    assert steps[:8] == pytest.approx(SPEED, rel=1e-3)
    assert steps[10:] == pytest.approx(-SPEED, rel=1e-3)


@pytest.mark.parametrize("bias", [[0, 0], [80, 80]])
@pytest.mark.parametrize("damping", [0.0, 0.3])
def test_stopped_means_stopped(run_scenario, bias, damping):
    noise = {"linear_noise_stddev": 0.1, "angular_noise_stddev": 0.5}
    body = {"angular_systematic_bias_domain": bias, "body_linear_damping": damping, **noise}
    rows = run_scenario("drive", drive(body, change_ms=1000)).rows
    assert rows["x"].iloc[10] > 2050
    after = rows[rows["time"] > 1.05][["x", "y", "angle"]].to_numpy()
    assert np.abs(np.diff(after, axis=0)).max() == 0.0


def test_a_bias_bends_the_path_of_a_driving_robot(run_scenario):
    rows = run_scenario("drive", drive({"angular_systematic_bias_domain": [80, 80]})).rows
    assert turning(rows) == pytest.approx(TURN * 160 / (0.5 * FULL), rel=1e-4)


POWERS = [0, 1, 255, 511, 512, 767, 1022, 1023, 1024, 65535]


def expected_power(power):
    return min(power, FULL)


def test_power_table_is_monotone_symmetrical_and_capped(run_scenario):
    forward, backward, left, right = [], [], [], []
    for power in POWERS:
        forward.append(run_scenario("drive", drive(left_power=power, right_power=power)).rows)
        backward.append(
            run_scenario("drive", drive(left_power=power, right_power=power, left_dir=0, right_dir=1)).rows
        )
        left.append(run_scenario("drive", drive(left_power=power, right_power=0)).rows)
        right.append(run_scenario("drive", drive(left_power=0, right_power=power)).rows)
    wanted = np.array([SPEED * expected_power(power) / FULL for power in POWERS])
    ahead = np.array([(rows["x"].iloc[-1] - rows["x"].iloc[0]) / 4 for rows in forward])
    astern = np.array([(rows["x"].iloc[0] - rows["x"].iloc[-1]) / 4 for rows in backward])
    assert ahead == pytest.approx(wanted, rel=1e-3, abs=1e-3)
    assert astern == pytest.approx(wanted, rel=1e-3, abs=1e-3)
    assert (np.diff(ahead) >= -1e-3).all()

    turns = np.array([2 * TURN * expected_power(power) / FULL for power in POWERS])
    assert [turning(rows).mean() for rows in left] == pytest.approx(turns, rel=1e-3, abs=1e-5)
    assert [-turning(rows).mean() for rows in right] == pytest.approx(turns, rel=1e-3, abs=1e-5)


def test_commanding_again_at_each_step_changes_nothing(run_scenario):
    once = run_scenario("drive", drive(left_power=512)).rows
    often = run_scenario("drive", drive(left_power=512, every_step=True)).rows
    assert once.equals(often)


def test_a_robot_driven_into_a_wall_stays_inside(run_scenario):
    content = drive({"x": 2000.0, "y": 3900.0, "theta": math.pi / 2})
    rows = run_scenario("drive", {**content, "simulation_time": 20.0}).rows
    assert rows["y"].max() <= 4000 - 26.5 + 0.5
    assert rows["y"].iloc[-1] == pytest.approx(4000 - 26.5, abs=1.0)


def test_other_objects_with_firmware_ignore_their_motors(run_scenario):
    rows = run_scenario("drive", drive({"type": "pogobject"})).rows
    assert rows["x"].tolist() == [2000.0] * len(rows)
    assert rows["pogobot_ticks"].iloc[-1] == 240
