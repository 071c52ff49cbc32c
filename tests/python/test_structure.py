"""Arrangement of places: lattices, the ideal gas, clusters."""

import numpy as np
import pytest
from shapely.geometry import Point, box
from shoal import analysis
from tables import at_rest, gas, hexagonal, square_lattice

SIDE = 1000.0
SQUARE = (SIDE, SIDE)


@pytest.mark.parametrize(("k", "lattice", "reach"), [(6, hexagonal, 60.0), (4, square_lattice, 60.0)])
def test_lattices_have_bond_order_one(k, lattice, reach):
    xy, sides = lattice()
    turned = at_rest(xy)
    found = analysis.bond_orientational_order(turned, reach, k, box=sides)
    assert found[f"psi_{k}"].item() == pytest.approx(1.0)
    assert found[f"psi_{k}_local"].item() == pytest.approx(1.0)
    other = analysis.bond_orientational_order(turned, reach, 10 - k, box=sides)
    assert other[f"psi_{10 - k}"].item() == pytest.approx(0.0, abs=1e-9)


def test_a_free_patch_of_a_lattice_has_it_too():
    xy, _ = hexagonal()
    assert analysis.bond_orientational_order(at_rest(xy), 60.0)["psi_6"].item() == pytest.approx(1.0)
    assert analysis.bond_orientational_order(at_rest(xy), 60.0, 3)["psi_3"].item() < 0.2


def test_a_gas_has_no_bond_order():
    assert analysis.bond_orientational_order(gas(50, 400), 100.0, box=SQUARE)["psi_6"].mean() < 0.1


def test_pairs_of_a_gas_on_a_torus():
    g = analysis.radial_distribution_function(gas(), 200.0, 10.0, box=SQUARE).groupby("r")["g_r"].mean()
    np.testing.assert_allclose(g[10:], 1.0, atol=0.03)
    assert g.mean() == pytest.approx(1.0, abs=0.005)


def test_pairs_of_a_gas_in_a_square_and_in_a_disc():
    frame = gas()
    g = (
        analysis.radial_distribution_function(frame, 400.0, 20.0, arena=box(0, 0, SIDE, SIDE))
        .groupby("r")["g_r"]
        .mean()
    )
    np.testing.assert_allclose(g[20:], 1.0, atol=0.03)
    found = (
        analysis.radial_distribution_function(frame, 400.0, 20.0).groupby("r")["g_r"].mean()
    )  # hull of all places
    np.testing.assert_allclose(found[20:], 1.0, atol=0.03)
    disc = frame[np.hypot(frame["x"] - 500, frame["y"] - 500) < 500]
    g = (
        analysis.radial_distribution_function(disc, 400.0, 20.0, arena=Point(500, 500).buffer(500))
        .groupby("r")["g_r"]
        .mean()
    )
    np.testing.assert_allclose(g[20:], 1.0, atol=0.03)


def test_pairs_beyond_half_the_box_are_not_known():
    g = analysis.radial_distribution_function(gas(2, 50), 600.0, 50.0, box=SQUARE)
    assert g.loc[g["r"] > 500, "g_r"].isna().all()
    assert g.loc[g["r"] < 500, "g_r"].notna().all()


def test_pairs_of_a_lattice_stand_at_its_distances():
    xy, sides = square_lattice(spacing=50.0, n=12)
    g = analysis.radial_distribution_function(at_rest(xy), 120.0, 4.0, box=sides)
    lines = g.loc[g["g_r"] > 0, "r"].tolist()
    np.testing.assert_allclose(lines, [50, 50 * np.sqrt(2), 100, 50 * np.sqrt(5)], atol=2.01)
    density = 1 / 50.0**2
    shell = g[np.isclose(g["r"], 50.0, atol=2.0)]
    assert (shell["g_r"] * density * 2 * np.pi * shell["r"] * 4.0).sum() == pytest.approx(4.0, rel=0.03)


@pytest.mark.parametrize("options", [{"box": SQUARE}, {"arena": box(0, 0, SIDE, SIDE)}])
def test_structure_factor_of_a_gas(options):
    s = analysis.structure_factor(gas(100), 32, 32, **options)
    assert np.average(s["S_k"], weights=s["bin_count"]) == pytest.approx(1.0, rel=0.01)
    first = s.groupby("k")["S_k"].mean()
    np.testing.assert_allclose(first, 1.0, atol=0.2)


def test_structure_factor_of_a_lattice_is_its_bragg_peaks():
    xy, sides = square_lattice(spacing=100.0, n=10)
    s = analysis.structure_factor(at_rest(xy), 64, 64, box=sides)
    peak = s[np.isclose(s["k"], 2 * np.pi / 100.0, rtol=0.02)].iloc[0]
    assert s["S_k"].iloc[:9].max() < 1e-9
    assert peak["S_k"] * peak["bin_count"] == pytest.approx(4 * 100)  # (±1, 0) and (0, ±1), each N


def test_structure_factor_equals_the_sum():
    frame = gas(1, 30)
    s = analysis.structure_factor(frame, 8, 8, box=SQUARE)
    xy = frame[["x", "y"]].to_numpy()
    k = 2 * np.pi / SIDE
    direct = [
        abs(np.exp(-1j * xy @ v).sum()) ** 2 / 30 for v in k * np.array([[1, 0], [0, 1], [1, 1], [1, -1]])
    ]
    assert s["bin_count"].iloc[0] == 8  # (±1, 0), (0, ±1), (±1, ±1)
    assert s["S_k"].iloc[0] == pytest.approx(np.mean(direct))


@pytest.mark.parametrize("options", [{"box": SQUARE}, {}])
def test_numbers_of_a_gas_fluctuate_as_the_root(options):
    alpha = analysis.number_fluctuation_exponent(gas(200, 400), **options)["alpha_number_fluct"]
    assert alpha.mean() == pytest.approx(0.5, abs=0.02)


def test_numbers_of_a_jittered_lattice_fluctuate_at_the_rim_only_and_those_of_a_blob_all_over():
    rng = np.random.default_rng(6)
    xy, sides = square_lattice(n=30)
    jittered = at_rest(xy + rng.uniform(-25, 25, xy.shape))
    alpha = analysis.number_fluctuation_exponent(jittered, samples_per_scale=512, box=sides)[
        "alpha_number_fluct"
    ].item()
    assert alpha == pytest.approx(0.25, abs=0.06)
    blob = rng.normal(500, 120, (400, 2))
    alpha = analysis.number_fluctuation_exponent(at_rest(blob), box=SQUARE)["alpha_number_fluct"].item()
    assert alpha > 0.8


def test_clusters():
    xy = [[0, 0], [50, 0], [100, 0], [500, 500], [540, 500], [960, 0]]
    assert analysis.largest_cluster_fraction(at_rest(xy), 60.0)["largest_cluster_frac"].item() == 0.5
    torus = analysis.largest_cluster_fraction(at_rest(xy), 60.0, box=SQUARE)
    assert torus["largest_cluster_frac"].item() == pytest.approx(4 / 6)
    assert torus["n_clusters"].item() == 2
    each = analysis.clusters(at_rest(xy), 60.0)
    assert each["cluster"].tolist() == [0, 0, 0, 1, 1, 2]
    assert each["cluster_size"].tolist() == [3, 3, 3, 2, 2, 1]


def test_the_torus_knows_no_place():
    frame = gas(3, 100)
    shifted = frame.assign(x=(frame["x"] + 333) % SIDE, y=(frame["y"] + 777) % SIDE)
    for measure in (
        lambda f: analysis.bond_orientational_order(f, 120.0, box=SQUARE)["psi_6"],
        lambda f: analysis.radial_distribution_function(f, 300.0, 10.0, box=SQUARE)["g_r"],
        lambda f: analysis.structure_factor(f, 32, 32, box=SQUARE)["S_k"],
        lambda f: analysis.largest_cluster_fraction(f, 80.0, box=SQUARE)["largest_cluster_frac"],
        lambda f: analysis.compute_fano_over_time(f, box=SQUARE)["fano_factor"],
        lambda f: analysis.compute_voronoi_metrics(f, box=SQUARE)["cv_area"],
        lambda f: analysis.instantaneous_eigs(f, 120.0, box=SQUARE)["swarm_lambda_max"],
        lambda f: analysis.interindividual_distance_knn_over_time(f, box=SQUARE)["mean_distance"],
    ):
        np.testing.assert_allclose(measure(shifted), measure(frame), rtol=1e-6)
