"""The tables of neighbours are what geometry says: who, how many, and by which receivers."""

import pytest
from support.examples import run_example
from support.neighbours import direction_lists, heard_by

REACH = 80.0  # mm
SIDES = ["front", "right", "back", "left"]


def table_of(row):
    return {int(word) for word in row["who"].split()}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tables_of_standing_robots_match_geometry(tmp_path, seed):
    # On a channel that loses nothing, 60 steps with a chance of 20 % each leave one robot in 650,000 unheard.
    rows = run_example("neighbor_counter", tmp_path, f"seed={seed}", "simulation_time=5", "parameters.speed=0",
                       "objects.robots.msg_success_rate.type=static", "objects.robots.msg_success_rate.rate=1")  # fmt: skip
    assert rows[rows["time"] == 0]["neighbors"].max() == 0
    heard = heard_by(direction_lists(rows[rows["time"] == 0], REACH))
    assert sum(len(set().union(*by.values())) for by in heard.values()) > 100
    for _, row in rows[rows["time"] >= 2].iterrows():
        by_receiver = heard[row["robot_id"]]
        assert table_of(row) == set().union(*by_receiver.values())
        assert row["neighbors"] == len(table_of(row))
        assert row[SIDES].tolist() == [len(by_receiver[d]) for d in range(4)]


def test_tables_of_driving_robots_are_a_second_behind(tmp_path):
    rows = run_example("neighbor_counter", tmp_path)
    wrong = found = 0
    changed = set()
    for time, instant in rows[rows["time"] >= 2].groupby("time"):
        now = heard_by(direction_lists(instant, REACH))
        before = heard_by(direction_lists(rows[rows["time"] == time - 1], REACH))
        for _, row in instant.iterrows():
            at_most = set().union(*now[row["robot_id"]].values(), *before[row["robot_id"]].values())
            wrong += len(table_of(row) - at_most)
            found += len(table_of(row))
            changed.add((row["robot_id"], row["who"]))
    assert found > 5000
    assert wrong < 0.05 * found  # met in passing between two instants
    assert len(changed) > 400
