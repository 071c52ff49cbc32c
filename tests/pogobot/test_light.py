"""What photosensors on robots read; the lights themselves are measured in light_test.cpp."""

import math

import numpy as np
import pytest
from support.running import robots, scenario

RADIUS = 26.5  # mm
MOUNTINGS = {"back": math.radians(180), "left": math.radians(320), "right": math.radians(40)}
LOW, HIGH = 1000, 31000  # levels of the plane, from -500 to 500 mm around the middle


def plane(angle=0.0, **keys):
    shape = {"light_mode": "plane", "plane_angle": angle, "plane_half_span": 500.0}
    levels = {"value": LOW, "edge_value": HIGH}
    return {"type": "static_light", "geometry": "global", "x": 500.0, "y": 500.0, **shape, **levels, **keys}


def standing(light, body=None, **keys):
    """Robots that stand and look; one second, a row each 0.1 s."""
    objects = {"lamp": light, "robots": robots(**(body or {}))}
    return scenario(**{"objects": objects, **keys})


def expected(x, y, theta, mounting, direction):
    at = x + RADIUS * math.cos(theta + mounting), y + RADIUS * math.sin(theta + mounting)
    along = (at[0] - 500) * math.cos(direction) + (at[1] - 500) * math.sin(direction)
    return LOW + (HIGH - LOW) * (along / 500 + 1) / 2


@pytest.mark.parametrize("step", range(24))
def test_three_sensors_read_the_plane_where_they_are_mounted(run_scenario, step):
    theta = math.radians(15 * step)
    direction = 0.3
    row = run_scenario("senses", standing(plane(direction), {"theta": theta})).rows.iloc[-1]
    for name, mounting in MOUNTINGS.items():
        assert row[name] == pytest.approx(expected(500, 500, theta, mounting, direction), abs=0.51)
    readings = [row[name] for name in MOUNTINGS]
    heights = [math.cos(theta + mounting - direction) for mounting in MOUNTINGS.values()]
    assert np.argsort(readings).tolist() == np.argsort(heights).tolist()
    assert len(set(readings)) == 3


def test_pogosim_reads_the_middle_of_a_bin(run_scenario):
    keys = {"compatibility": "pogosim", "light_map_nb_bin_x": 10, "light_map_nb_bin_y": 10}
    row = run_scenario("senses", standing(plane(), {"x": 540.0}, **keys)).rows.iloc[-1]
    # Sensors at x = 513.5, 560.3, 560.3: all within the bin around 550 mm.
    assert [row["back"], row["left"], row["right"]] == [LOW + (HIGH - LOW) * 0.55] * 3


def uniform(value=200, **keys):
    return {"type": "static_light", "geometry": "global", "value": value, **keys}


def noisy(run_scenario, **body):
    """Three readings of 1000 robots in 41 rows: 1.2e5 samples."""
    crowd = {"nb": 1000, **body}
    keys = {"arena_surface": 1e8, "save_data_period": 0.025, "initial_formation": "chessboard"}
    rows = run_scenario("senses", standing(uniform(), crowd, **keys)).rows
    return rows[["back", "left", "right"]].to_numpy(), rows


def test_no_noise_reads_the_level_itself(run_scenario):
    readings, _ = noisy(run_scenario)
    assert (readings == 200).all()


def test_noise_is_normal_and_truncated_towards_zero(run_scenario):
    deviation = 10.0
    readings, _ = noisy(run_scenario, photosensors_noise_stddev=deviation)
    noise = readings.ravel() - 200
    assert len(noise) > 1e5
    assert abs(noise.mean()) < 3 * noise.std() / math.sqrt(len(noise))
    # Truncation moves every value towards 0 by half a level on average.
    n = np.arange(1, 100)
    tail = np.array([math.erfc(k / deviation / math.sqrt(2)) for k in n])  # P(|noise| >= k)
    assert noise.var() == pytest.approx(np.sum((2 * n - 1) * tail), rel=0.02)
    assert np.mean(noise == 0) == pytest.approx(1 - tail[0], abs=0.005)
    assert np.corrcoef(readings.T).max(where=~np.eye(3, dtype=bool), initial=-1) < 0.02


def test_biases_are_uniform_and_each_sensor_keeps_its_own(run_scenario):
    readings, rows = noisy(run_scenario, photosensors_systematic_bias_domain=[-3, 5])
    biases = np.unique(readings) - 200
    assert biases.tolist() == list(range(-3, 6))
    for name in MOUNTINGS:
        assert (rows.groupby("robot_id")[name].nunique() == 1).all()
        assert rows[name].mean() == pytest.approx(201, abs=3 * 2.6 / math.sqrt(1000))
    first = rows[rows["time"] == 0]
    assert ((first["back"] != first["left"]) | (first["left"] != first["right"])).mean() > 0.9


@pytest.mark.parametrize(
    "key", [{"photosensors_systematic_bias_domain": [5, -3]}, {"photosensors_noise_stddev": -1.0}]
)
def test_a_reversed_domain_or_negative_deviation_is_refused(run_scenario, key):
    run = run_scenario("senses", standing(uniform(), key))
    assert run.status == 1
    assert next(iter(key)) in run.console
    assert "scenario.yaml:" in run.console


def test_readings_saturate(run_scenario):
    body = {"photosensors_systematic_bias_domain": [30000, 30000]}
    assert run_scenario("senses", standing(uniform(30000), body)).rows["back"].iloc[-1] == 32767


def test_photo_start_is_dark_then_a_pulse_then_the_light(run_scenario):
    light = uniform(200, photo_start_at=0.3, photo_start_duration=0.4, photo_start_value=9000)
    rows = run_scenario("senses", standing(light, parameters={"hz": 100})).rows
    # A row tells the last step, which is one tick before it.
    levels = dict(zip(rows["time"].astype(float).round(1), rows["back"], strict=True))
    assert [levels[t] for t in (0.0, 0.2, 0.3)] == [0, 0, 0]
    assert [levels[t] for t in (0.4, 0.5, 0.6, 0.7)] == [9000] * 4
    assert [levels[t] for t in (0.8, 0.9, 1.0)] == [200] * 3


@pytest.mark.parametrize("shadows", ["none", "objects"])
def test_objects_throw_shadows_when_asked_to(run_scenario, shadows):
    lamp = {"type": "static_light", "geometry": "global", "x": 100.0, "y": 500.0, "light_mode": "gradient"}
    lamp = {**lamp, "value": 20000, "edge_value": 20000}
    ball = {"type": "passive_object", "geometry": "disk", "radius": 40.0, "x": 300.0, "y": 500.0}
    objects = {"lamp": lamp, "ball": ball, "robots": robots(x=650.0)}
    hidden = run_scenario("senses", scenario(objects=objects, light_shadows=shadows)).rows
    assert hidden["back"].iloc[-1] == (0 if shadows == "objects" else 20000)
    objects["robots"] = robots(x=650.0, y=620.0)
    beside = run_scenario("senses", scenario(objects=objects, light_shadows=shadows)).rows
    assert beside["back"].iloc[-1] == 20000


def test_a_uniform_light_throws_no_shadow(run_scenario):
    ball = {"type": "passive_object", "geometry": "disk", "radius": 40.0, "x": 420.0, "y": 500.0}
    objects = {"lamp": uniform(), "ball": ball, "robots": robots()}
    assert (
        run_scenario("senses", scenario(objects=objects, light_shadows="objects")).rows["back"].iloc[-1]
        == 200
    )


def test_light_goes_on_across_the_seam_of_a_periodic_arena(run_scenario):
    lamp = {"type": "static_light", "geometry": "disk", "radius": 300.0, "x": 0.0, "y": 500.0}
    lamp = {**lamp, "light_mode": "gradient", "value": 30000, "edge_value": 0}
    rows = run_scenario(
        "senses",
        scenario(
            objects={"lamp": lamp, "robots": robots(x=900.0)},
            boundary_condition="periodic",
            simulation_time=3.0,
            save_data_period=0.01,
            parameters={"left_power": 1023, "right_power": 1023, "hz": 100},
        ),
    ).rows
    # The robot drives from 900 mm over the seam to 200 mm; its back sensor follows at 26.5 mm.
    back = (rows["x"].to_numpy() - RADIUS + 500) % 1000 - 500
    wanted = 30000 * (1 - np.abs(back) / 300)
    assert rows["back"].to_numpy()[2:] == pytest.approx(wanted[1:-1], abs=1.5)
    assert np.abs(np.diff(rows["back"].astype(int)))[2:].max() < 120
