"""Hop counts of waves settle at the breadth-first distances in the graph of who hears whom."""

import pytest
from support.examples import run_example
from support.neighbours import direction_lists, heard_by, hops_from

SETTLED = 3.0  # s after its start, every robot knows the shortest way of a wave


@pytest.mark.parametrize("seed", [1, 2])
def test_hops_are_the_shortest_ways_of_messages(tmp_path, seed):
    rows = run_example("blooming", tmp_path, f"seed={seed}")
    heard = heard_by(direction_lists(rows[rows["time"] == rows["time"].max()], reach=80.0))
    compared = set()
    for (generation, origin), wave in rows[rows["generation"] > 0].groupby(["generation", "seed"]):
        shortest = wave["robot_id"].map(hops_from(origin, heard))
        assert (wave["hops"] >= shortest).all()
        assert (wave["robot_id"][wave["is_seed"]] == origin).all()
        settled = wave["time"] > wave["time"].min() + SETTLED
        assert (wave["hops"] == shortest)[settled].all()
        if settled.any():
            assert wave[wave["time"] == wave["time"].max()]["hops"].max() >= 5
            compared.add((generation, origin))
    assert len({origin for _, origin in compared}) >= 3


def test_a_newer_wave_replaces_all_others(tmp_path):
    rows = run_example("blooming", tmp_path)
    for _, waves in rows.groupby("robot_id"):
        age = waves["generation"] * 65536 + waves["seed"]
        assert age.is_monotonic_increasing
    assert rows["generation"].max() >= 5


def test_robots_sleep_until_the_flash(tmp_path):
    rows = run_example("blooming", tmp_path)
    assert rows["time"].min() == 1.5  # the first instant after the flash began at 1 s
    assert rows[rows["time"] == 1.5]["robot_id"].nunique() == 150
    dark = run_example("blooming", tmp_path, "objects.daylight.photo_start_value=19999", "simulation_time=10")
    assert dark.empty
