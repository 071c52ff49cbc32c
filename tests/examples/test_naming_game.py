"""The vocabulary first grows, then shrinks to one word that all share; robots that hear nobody keep their own words."""

import pytest
from support.examples import last_instant, run_example

ROBOTS = 40


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_robots_agree_on_one_word(tmp_path, seed):
    rows = run_example("naming_game", tmp_path, f"seed={seed}")
    words = rows.groupby("time")["words"].sum()
    assert words.iloc[0] == 0
    assert words.max() > 1.2 * ROBOTS
    assert words.idxmax() < 30
    first_words = rows[rows["words"] > 0].groupby("time")["word"].nunique()
    # About every second robot hears a word before it has made one up; here more than one hears each.
    assert ROBOTS / 4 < first_words.max() <= ROBOTS / 2
    end = last_instant(rows)
    assert (end["words"] == 1).all()
    assert end["word"].nunique() == 1
    assert end["word"].iloc[0] in rows[rows["time"] < 10]["word"].to_numpy()


def test_out_of_reach_each_keeps_its_own(tmp_path):
    rows = run_example("naming_game", tmp_path, "objects.robots.communication_radius=0", "simulation_time=60")
    end = last_instant(rows)
    assert (end["words"] == 1).all()
    assert end["word"].nunique() == ROBOTS
