"""A battery lasts 60 minutes with everything on and 120 minutes at half power in the dark."""

import numpy as np
import pytest
from support.running import robots, scenario

FULL, HALF = 1023, 512
MINUTE = 60.0


def hours(power, led, minutes=150, **body):
    group = robots(battery="model", max_linear_speed=0.0, **body)
    return scenario(
        objects={"robots": group},
        parameters={"left_power": power, "right_power": power, "led": led, "hz": 1},
        time_step=0.25,
        simulation_time=minutes * MINUTE,
        save_data_period=MINUTE,
    )


def life(rows):
    """Minutes until the robot has stopped to run its steps."""
    ticks = rows["pogobot_ticks"].to_numpy()
    return rows["time"].to_numpy()[np.argmax(ticks == ticks[-1])] / MINUTE


@pytest.mark.parametrize(("power", "led", "minutes"), [(FULL, 255, 60), (HALF, 0, 120), (FULL, 0, 80)])
def test_life(run_scenario, power, led, minutes):
    rows = run_scenario("senses", hours(power, led)).rows
    assert life(rows) == pytest.approx(minutes, abs=1.01)


def test_voltage_only_falls_and_is_nearly_flat_in_between(run_scenario):
    rows = run_scenario("senses", hours(FULL, 255)).rows
    voltage = rows["battery"].to_numpy().astype(int)
    assert voltage[0] == 3450
    assert (np.diff(voltage) <= 0).all()
    assert np.ptp(voltage[5:46]) < 110
    assert voltage[60] < 2600


def test_an_empty_robot_stands(run_scenario):
    content = hours(FULL, 255, minutes=70)
    content["objects"]["robots"]["max_linear_speed"] = 1.0
    content["parameters"]["right_power"] = 500
    rows = run_scenario("senses", content).rows
    late = rows[rows["time"] > 68 * MINUTE]
    early = rows[rows["time"] < 50 * MINUTE]
    assert late["angle"].nunique() == 1
    assert early["angle"].nunique() > 10


def test_a_battery_is_constant_unless_asked_otherwise(run_scenario):
    content = hours(FULL, 255, minutes=70)
    del content["objects"]["robots"]["battery"]
    rows = run_scenario("senses", content).rows
    assert (rows["battery"] == 32767).all()
    assert rows["pogobot_ticks"].iloc[-1] == 70 * 60
