"""What sensors tell with `compatibility: pogosim`: the gyroscope of vector 5, and the modelling limits 5 and 6."""

import math

import numpy as np
import pytest
from support.running import robots, scenario


def sensing(body=None, left=1023, right=1023, **keys):
    group = robots(**(body or {}))
    parameters = {"left_power": left, "right_power": right, **keys.pop("parameters", {})}
    objects = {**keys.pop("objects", {}), "robots": group}
    return scenario(
        compatibility="pogosim", save_data_period=0.01, parameters=parameters, objects=objects, **keys
    )


def test_vector_05_gyro(run_scenario):
    turning = run_scenario("senses", sensing(right=0)).rows
    assert turning["gz"].iloc[-1] == pytest.approx(-2.0, rel=1e-5)
    counter = run_scenario("senses", sensing(left=2000, parameters={"left_dir": 0})).rows
    assert counter["gz"].iloc[-1] == pytest.approx(4.0, rel=1e-5)
    assert (counter[["gx", "gy"]] == 0).all().all()


def test_limit_05_imu(run_scenario):
    """In units of 100 mm/s²; right before ahead; no number before the second step; a battery that never drains."""
    rows = run_scenario(
        "senses", sensing({"body_linear_damping": 3.0, "max_angular_speed": 2.0}, right=512)
    ).rows
    first = rows[rows["pogobot_ticks"] <= 1]
    assert len(first) > 0
    assert first[["ax", "ay"]].isna().all().all()
    assert (rows["az"] == 0).all()
    later = rows[rows["pogobot_ticks"] > 2].reset_index(drop=True)
    assert np.isfinite(later[["ax", "ay"]].to_numpy()).all()
    # The velocity, imposed once along +x, decays by damping and keeps its direction while the robot turns.
    speed = 1.0 * (1023 + 512) / (2 * 1023)  # units of 100 mm/s
    row = later.iloc[20]
    slowing = (
        3.0 * speed * math.exp(-3.0 * (row["time"] - 0.02))
    )  # over a period that ended a tick or two ago
    assert math.hypot(row["ax"], row["ay"]) == pytest.approx(slowing, rel=0.05)
    assert row["ay"] == pytest.approx(-slowing * math.cos(row["angle"]), rel=0.06)
    assert row["ax"] == pytest.approx(slowing * math.sin(row["angle"]), rel=0.15)
    assert (rows["battery"] == 32767).all()


def test_limit_06_light(run_scenario):
    """A shared grid, on which a white frame takes the place of the light below it."""
    ray = {"type": "rotating_ray_of_light", "geometry": "arena", "value": 700, "angular_speed": 0.001}
    ray |= {"white_frame_duration": 0.5, "white_frame_value": 9000, "ray_half_width": 0.3}
    plane = {"type": "static_light", "geometry": "global", "x": 500.0, "y": 500.0, "light_mode": "plane"}
    plane |= {"value": 0, "edge_value": 2000, "plane_half_span": 500.0}
    objects = {"plane": plane, "ray": ray}
    bins = {"light_map_nb_bin_x": 10, "light_map_nb_bin_y": 10}
    content = sensing({"x": 740.0}, 0, 0, objects=objects, **bins)
    rows = run_scenario("senses", content).rows
    during = rows[(rows["time"] > 0.05) & (rows["time"] < 0.45)]
    assert (during[["back", "left", "right"]] == 9000).all().all()
    last = rows.iloc[-1]
    # y = 500 and 517 lie in the row of bins around 550, y = 483 in that around 450: all see the beam.
    assert [last[name] for name in ("back", "left", "right")] == [700, 700, 700]
    aside = run_scenario("senses", sensing({"x": 240.0}, 0, 0, objects=objects, **bins)).rows.iloc[-1]
    assert [aside[name] for name in ("back", "left", "right")] == [500, 500, 500]
