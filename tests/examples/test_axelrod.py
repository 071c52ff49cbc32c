"""Neighbours end alike or without anything in common; the number of cultures grows with traits, shrinks with features."""

import random

import numpy as np
import pytest
from support.examples import last_instant, run_example

SIDE = 10  # robots
SEEDS = range(1, 6)


def final_cultures(directory, seed, features, traits):
    """Features of each robot at the end, robots in order of rows and columns."""
    rows = run_example(
        "axelrod",
        directory,
        f"seed={seed}",
        f"parameters.features={features}",
        f"parameters.traits={traits}",
        "save_data_period=10",
    )
    end = last_instant(rows).round({"x": 0, "y": 0})
    cultures = [culture.split() for culture in end.sort_values(["y", "x"])["culture"]]
    return np.array(cultures, dtype=int).reshape(SIDE, SIDE, features)


def count(cultures):
    return len(np.unique(cultures.reshape(SIDE * SIDE, -1), axis=0))


def mean_count(directory, features, traits):
    return np.mean([count(final_cultures(directory, seed, features, traits)) for seed in SEEDS])


def twin_count(seed, features, traits):
    """Axelrod's model as in his article: a random site, one of its four neighbours, at most one trait."""
    draw = random.Random(seed)
    sites = [(row, column) for row in range(SIDE) for column in range(SIDE)]
    culture = {site: [draw.randrange(traits) for _ in range(features)] for site in sites}
    event = last_change = 0
    while event - last_change < 20000:
        event += 1
        row, column = draw.choice(sites)
        neighbours = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        mine = culture[row, column]
        other = culture[draw.choice([site for site in neighbours if site in culture])]
        different = [f for f in range(features) if mine[f] != other[f]]
        if different and draw.random() * features >= len(different):
            f = draw.choice(different)
            mine[f] = other[f]
            last_change = event
    return len({tuple(c) for c in culture.values()})


def test_neighbours_end_alike_or_strangers(tmp_path):
    cultures = final_cultures(tmp_path, 1, 5, 15)
    for a, b in ((cultures[1:], cultures[:-1]), (cultures[:, 1:], cultures[:, :-1])):
        common = (a == b).sum(axis=2)
        assert set(np.unique(common)) <= {0, 5}


def test_more_traits_leave_more_cultures_and_more_features_fewer(tmp_path):
    means = {key: mean_count(tmp_path, *key) for key in ((5, 5), (5, 10), (5, 15), (10, 15))}
    # The article's table of stable regions has 1.0, 3.2, 20.0 and 1.4.
    assert means[5, 5] < 1.5
    assert means[5, 5] < means[5, 10] < means[5, 15]
    assert means[10, 15] < 0.2 * means[5, 15]
    twin = np.mean([twin_count(seed, 5, 15) for seed in SEEDS])
    # Both are means of five, each with a standard deviation of 5 to 10.
    assert means[5, 15] == pytest.approx(twin, abs=10)
