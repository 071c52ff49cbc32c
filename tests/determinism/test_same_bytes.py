"""A run is a function of scenario, controller and seed: same bytes for any number of threads, any instruction set, again
and again, whatever is printed or logged."""

import hashlib

import pandas as pd
import pytest
from support.running import robots, scenario

RUN_AND_TUMBLE = {
    "run_duration_min": 100,
    "run_duration_max": 500,
    "tumble_duration_min": 100,
    "tumble_duration_max": 300,
    "enable_backward_dir": True,
}
NOISE = {
    "linear_noise_stddev": 0.2,
    "angular_noise_stddev": 0.5,
    "angular_systematic_bias_domain": [-80, 80],
    "temporal_noise_stddev": 500.0,
}
BALLS = {"type": "passive_object", "nb": 30, "geometry": "disk", "radius": 30.0, "body_density": 2.0}
BOXES = {"type": "passive_object", "nb": 20, "geometry": "rectangle", "body_width": 80.0, "body_height": 40.0}


def crowd(nb, surface, length=3.0, objects=None, **keys):
    body = {"max_angular_speed": 2.0, **keys.pop("body", {})}
    everything = {"robots": robots(nb, **body), **(objects or {})}
    return scenario(
        objects=everything, arena_surface=surface, simulation_time=length, parameters=RUN_AND_TUMBLE, **keys
    )


SCENES = {
    "run and tumble": crowd(100, 1.0e6, length=10.0),
    "three thousand": crowd(3000, 2.0e7, length=2.0),
    "passive objects": crowd(60, 1.0e6, length=6.0, objects={"balls": BALLS, "boxes": BOXES}),
    "noise and bias": crowd(300, 2.0e6, body=NOISE),
    "periodic": crowd(300, 2.0e6, boundary_condition="periodic"),
    "as Pogosim": crowd(300, 2.0e6, body=NOISE, compatibility="pogosim"),
}


def digest(rows: pd.DataFrame) -> dict[str, str]:
    """One hash for the bytes of each column."""
    return {name: hashlib.sha256(column_bytes(rows[name])).hexdigest() for name in rows.columns}


def column_bytes(column: pd.Series) -> bytes:
    numbers = pd.api.types.is_numeric_dtype(column)
    return column.to_numpy().tobytes() if numbers else "\0".join(column).encode()


@pytest.fixture
def outcome(run_scenario):
    def run(scene, *flags, **options):
        done = run_scenario("run_and_tumble", SCENES[scene], *flags, **options)
        assert done.status == 0, done.console
        return digest(done.rows)

    return run


@pytest.mark.parametrize("scene", SCENES)
def test_for_any_number_of_threads_and_again(outcome, scene):
    first = outcome(scene, "--threads", "1")
    for threads in ("1", "2", "3", "8"):
        assert outcome(scene, "--threads", threads) == first, f"{threads} threads"


@pytest.mark.parametrize("scene", ["three thousand", "passive objects", "periodic"])
def test_for_any_instruction_set(outcome, scene):
    with open("/proc/cpuinfo") as cpuinfo:
        words = set(cpuinfo.read().split())
    sets = ["scalar", "baseline"] + [
        name for name, flag in (("avx2", "avx2"), ("avx512", "avx512f")) if flag in words
    ]
    results = {name: outcome(scene, env={"SHOAL_SIMD": name}) for name in sets}
    assert all(result == results["scalar"] for result in results.values()), results


def test_another_seed_gives_another_run(outcome):
    assert outcome("run and tumble", "--seed", "1") == outcome("run and tumble")
    assert outcome("run and tumble", "--seed", "2")["x"] != outcome("run and tumble")["x"]


def test_the_environment_and_the_directory_do_not_matter(outcome):
    first = outcome("noise and bias")
    assert outcome("noise and bias", env={f"PADDING_{i}": "x" * 500 for i in range(50)}) == first


def test_what_is_printed_and_logged_does_not_change_poses(run_scenario):
    content = {**SCENES["noise and bias"], "save_data_period": 0.5}
    full = run_scenario("run_and_tumble", content).rows
    quiet = run_scenario("run_and_tumble", content, "-q").rows
    often = run_scenario("run_and_tumble", {**content, "save_data_period": 0.01}).rows
    fields = ["time", "robot_id", "x", "y"]
    few = run_scenario(
        "run_and_tumble", {**content, "data_logger_fields": fields, "enable_console_logging": True}
    ).rows
    assert digest(quiet) == digest(full)
    assert digest(few) == digest(full[fields])
    instants = often[(often["time"] * 2).round(4) % 1 == 0]
    assert digest(instants) == digest(full)


def test_poses_do_not_depend_on_whether_prints_are_shown(run_scenario):
    content = scenario(objects={"robots": robots(20)})
    shown = run_scenario("callbacks", {**content, "parameters": {"steps": 100}})
    hidden = run_scenario("callbacks", {**content, "parameters": {"steps": 100}}, "-nr")
    assert len(shown.printed()) > 1000
    assert hidden.printed() == []
    assert digest(shown.rows) == digest(hidden.rows)
