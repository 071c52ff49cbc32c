"""Robots part the arena into two halves; the border is a matter of places, not of robots."""

import numpy as np
import pytest
from support.examples import last_instant, run_example

RADIUS = np.sqrt(4.7e5 / np.pi)  # mm, of the arena
REACH = 163.0  # mm between centres


def at(rows):
    return rows[["x", "y"]].to_numpy() - RADIUS


def alike(rows) -> float:
    """Share of neighbours that are of the same domain."""
    place, side = at(rows), rows["side"].to_numpy() > 0
    distance = np.linalg.norm(place[:, None] - place[None], axis=2)
    return np.equal.outer(side, side)[(distance < REACH) & (distance > 0)].mean()


def across(rows) -> np.ndarray:
    """From the middle of one domain to that of the other."""
    place, side = at(rows), rows["side"].to_numpy() > 0
    return place[side].mean(axis=0) - place[~side].mean(axis=0)


def agreement(guess, rows) -> float:
    """Share of robots whose domain is the guessed one."""
    return (guess == (rows["side"].to_numpy() > 0)).mean()


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    directory = tmp_path_factory.mktemp("runs")
    return [run_example("moving_partition", directory, f"seed={seed}") for seed in range(1, 9)]


def last_minute(rows) -> list:
    return [now for time, now in rows.groupby("time") if time > 59]


def test_two_domains_of_one_size(runs):
    for rows in runs:
        assert alike(rows[rows["time"] == 0]) < 0.6
        assert np.mean([(now["side"] > 0).mean() for now in last_minute(rows)]) == pytest.approx(0.5, abs=0.1)
        assert np.mean([alike(now) for now in last_minute(rows)]) > 0.75


def test_most_often_they_are_halves_with_a_straight_border(runs):
    """Some runs get stuck with a curved border."""
    # Centroids of two half discs are 8 R / 3π apart; four quarters, say, would be much closer.
    halves = 8 / (3 * np.pi) * RADIUS
    apart = [np.mean([np.linalg.norm(across(now)) for now in last_minute(rows)]) for rows in runs]
    straight = [
        np.mean([agreement(at(now) @ across(now) > 0, now) for now in last_minute(rows)]) for rows in runs
    ]
    assert np.median(apart) == pytest.approx(halves, rel=0.1)
    assert np.median(straight) > 0.9
    assert (np.abs(np.divide(apart, halves) - 1) < 0.15).sum() >= 6


def test_robots_cross_the_border_and_change(runs):
    by_place, by_robot = [], []
    for rows in runs:
        before, after = (rows[np.round(rows["time"]) == time] for time in (60, 120))
        assert np.linalg.norm(at(after) - at(before), axis=1).mean() > 0.3 * RADIUS
        by_place.append(agreement(at(after) @ across(before) > 0, after))
        by_robot.append(agreement(before["side"].to_numpy() > 0, after))
    assert np.mean(by_place) > 0.8
    assert np.mean(by_place) > np.mean(by_robot) + 0.07


def test_deaf_robots_keep_what_they_began_with(tmp_path):
    rows = run_example("moving_partition", tmp_path, "objects.robots.msg_success_rate.rate=0")
    assert rows["changes"].max() <= 1
    assert alike(last_instant(rows)) < 0.6


@pytest.mark.parametrize("seed", [1, 2])
def test_without_the_balance_one_domain_takes_all(tmp_path, seed):
    rows = run_example("moving_partition", tmp_path, f"seed={seed}", "parameters.balance=0")
    assert (last_instant(rows)["side"] > 0).mean() in (0, 1)
