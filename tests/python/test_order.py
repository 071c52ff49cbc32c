"""Agreement of headings."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from shoal import analysis
from tables import at_rest, gas


def test_aligned_headings_have_order_one():
    frame = at_rest(np.random.default_rng(1).uniform(0, 500, (50, 2)), angle=np.full(50, 1.2))
    assert analysis.vicsek_polar_order(frame)["P_polar"].item() == pytest.approx(1.0)
    local = analysis.vicsek_local_polar_order(frame, 200.0).iloc[0]
    assert local["P_local_mean"] == pytest.approx(1.0)
    assert local["P_local_biasfree_mean"] == pytest.approx(1.0)
    assert analysis.local_pairwise_alignment(frame, 200.0)["A_edge_mean"].item() == pytest.approx(1.0)
    correlation = analysis.alignment_correlation(frame, r_max=100.0, dr=10.0)
    np.testing.assert_allclose(correlation["C_r"].dropna(), 1.0)


def test_opposite_headings_cancel():
    frame = at_rest([[0, 0], [10, 0]], angle=[0.0, np.pi])
    assert analysis.vicsek_polar_order(frame)["P_polar"].item() == pytest.approx(0.0, abs=1e-12)
    assert analysis.local_pairwise_alignment(frame, 20.0)["A_node_mean"].item() == pytest.approx(-1.0)


@pytest.mark.parametrize("robots", [50, 200, 800])
def test_random_headings_have_the_rayleigh_laws_order(robots):
    order = analysis.vicsek_polar_order(gas(instants=1600, robots=robots))["P_polar"]
    assert order.mean() == pytest.approx(np.sqrt(np.pi / (4 * robots)), rel=0.045)


def test_random_headings_of_neighbours_are_unbiased():
    local = analysis.vicsek_local_polar_order(gas(instants=200), 80.0)
    assert local["P_local_biasfree_mean"].mean() == pytest.approx(0.0, abs=0.01)
    assert local["Rayleigh_Z_mean"].mean() == pytest.approx(1.0, rel=0.03)
    assert analysis.local_pairwise_alignment(gas(), 80.0)["A_edge_mean"].mean() == pytest.approx(
        0.0, abs=0.01
    )


def test_local_order_equals_brute_force():
    frame = gas(instants=1, robots=60, seed=4)
    xy, angle = frame[["x", "y"]].to_numpy(), frame["angle"].to_numpy()
    near = squareform(pdist(xy)) <= 150.0
    each = analysis.vicsek_local_polar_order(frame, 150.0, distribution=True)
    np.testing.assert_allclose(
        each["P_local"], np.abs((near * np.exp(1j * angle)).sum(axis=1)) / near.sum(axis=1)
    )
    assert (each["m_incl_self"] == near.sum(axis=1)).all()
    np.fill_diagonal(near, False)
    cosine = np.cos(angle[:, None] - angle)
    pairwise = analysis.local_pairwise_alignment(frame, 150.0, distribution=True)
    n = near.sum(axis=1)
    np.testing.assert_allclose(pairwise["A_local"][n > 0], ((near * cosine).sum(axis=1)[n > 0] / n[n > 0]))
    mean = analysis.local_pairwise_alignment(frame, 150.0).iloc[0]
    assert mean["A_edge_mean"] == pytest.approx(cosine[near].mean())
    assert mean["frac_isolated"] == pytest.approx((n == 0).mean())


def test_isolated_robots_are_counted_and_left_out():
    local = analysis.vicsek_local_polar_order(
        at_rest([[0, 0], [10, 0], [500, 0]], angle=[0, np.pi / 2, 0]), 50.0
    ).iloc[0]
    assert local["frac_isolated"] == pytest.approx(1 / 3)
    assert local["P_local_mean"] == pytest.approx(np.sqrt(0.5))
    assert local["mean_n_neighbors"] == pytest.approx(2 / 3)


def test_neighbours_across_the_seam():
    frame = at_rest([[5, 50], [95, 50]], angle=[0.0, 0.0])
    assert analysis.vicsek_local_polar_order(frame, 20.0)["frac_isolated"].item() == 1.0
    assert analysis.vicsek_local_polar_order(frame, 20.0, box=(100.0, 100.0))["frac_isolated"].item() == 0.0
    pair = analysis.alignment_correlation(frame, r_max=20.0, dr=4.0, box=(100.0, 100.0))
    assert pair.loc[pair["pair_count"] > 0, "r"].tolist() == [10.0]


def test_correlation_length_of_an_exponential():
    r = np.arange(0.5, 600, 1.0)
    table = pd.DataFrame({"time": 0.0, "r": r, "C_r": np.exp(-r / 40.0), "pair_count": 1})
    assert analysis.alignment_correlation_length(table)["xi_align"].item() == pytest.approx(40.0, rel=1e-3)


def test_correlation_length_stops_at_the_first_zero():
    table = pd.DataFrame({"r": [5.0, 15.0, 25.0, 35.0], "C_r": [1.0, 0.5, -0.5, 0.5]})
    assert analysis.alignment_correlation_length(table, dr=10.0)["xi_align"].item() == pytest.approx(15.0)
    both = analysis.alignment_correlation_length(table, dr=10.0, positive_only=False)
    assert both["xi_align"].item() == pytest.approx(15.0)


def test_robots_without_heading_are_left_out():
    frame = at_rest([[0, 0], [10, 0], [20, 0]], angle=[0.5, np.nan, 0.5])
    assert analysis.vicsek_polar_order(frame)["P_polar"].item() == pytest.approx(1.0)
    assert analysis.vicsek_local_polar_order(frame, 15.0)["frac_isolated"].item() == 1.0
