"""Neighbours, coverage and the communication graph."""

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from shapely.geometry import Point, box
from shoal import analysis
from tables import at_rest, gas, hexagonal, moving, square_lattice


def test_neighbours_of_a_lattice():
    xy, sides = hexagonal(spacing=50.0)
    frame = at_rest(xy)
    fano = analysis.compute_fano_over_time(frame, communication_radius=60.0, box=sides).iloc[0]
    assert (fano["mean_degree"], fano["variance"], fano["fano_factor"]) == (6.0, 0.0, 0.0)
    near = analysis.interindividual_distance_knn_over_time(frame, k=6, box=sides).iloc[0]
    assert near["mean_distance"] == pytest.approx(50.0)
    assert near["std_distance"] == pytest.approx(0.0, abs=1e-6)


def test_numbers_of_neighbours_of_a_gas_are_binomial():
    p = np.pi * 0.1**2
    fano = analysis.compute_fano_over_time(gas(), communication_radius=100.0, box=(1000.0, 1000.0))
    assert fano["mean_degree"].mean() == pytest.approx(199 * p, rel=0.02)
    assert fano["fano_factor"].mean() == pytest.approx(1 - p, rel=0.05)


def test_histogram_of_degrees():
    frame = at_rest([[0, 0], [10, 0], [20, 0], [500, 0]])
    found = analysis.neighbor_degree_histogram(frame, communication_radius=15.0)
    assert found[["degree", "count"]].to_numpy().tolist() == [[0, 1], [1, 2], [2, 1]]
    assert found["mean"].iloc[0] == 1.0
    assert found["variance"].iloc[0] == 0.5


def test_neighbours_that_robots_logged():
    frame = at_rest([[0, 0], [10, 0], [20, 0]]).assign(neighbors_list=["", "0,2", "1"])
    assert analysis.degrees(frame, neighbors_col="neighbors_list")["n_neighbors"].tolist() == [0, 2, 1]
    assert analysis.compute_fano_over_time(frame, neighbors_col="neighbors_list")["mean_degree"].item() == 1.0


def test_reach_from_the_scenario():
    robots = {
        "radius": 30.0,
        "communication_radius": {"default_option": 100.0, "batch_options": [50.0, 100.0]},
    }
    assert analysis.neighbor_radius({"configuration": {"objects": {"robots": robots}}}) == 160.0
    assert analysis.neighbor_radius({}) == 133.0


def test_distance_to_fewer_robots_than_asked_for():
    frame = at_rest([[0, 0], [10, 0]])
    near = analysis.interindividual_distance_knn_over_time(frame, k=5, aggregate_by="robot")
    assert near["distance"].tolist() == [10.0, 10.0]


def test_cells_of_a_grid():
    xy, (side, _) = square_lattice(spacing=100.0, n=4)
    for options in ({"arena": box(0, 0, side, side)}, {"box": (side, side)}):
        areas = analysis.voronoi_areas(at_rest(xy), **options)
        np.testing.assert_allclose(areas["area"], 100.0**2)
        found = analysis.compute_voronoi_metrics(at_rest(xy), communication_radius=50.0, **options).iloc[0]
        assert found["mean_area"] == pytest.approx(1e4)
        assert found["cv_area"] == pytest.approx(0.0, abs=1e-9)
        assert found["n_cells"] == 16
        assert found["coverage_ratio"] == pytest.approx(np.pi / 4, rel=1e-3)


def test_cells_of_a_gas():
    """The areas of Poisson-Voronoi cells in the plane vary by 0.529 of their mean (Brakke 1986)."""
    cells = analysis.compute_voronoi_metrics(gas(20, 500), box=(1000.0, 1000.0))
    assert cells["cv_area"].mean() == pytest.approx(0.529, abs=0.015)
    assert cells["mean_area"].tolist() == pytest.approx([2000.0] * 20)


def test_cells_fill_an_arena_with_a_hole():
    floor = Point(500, 500).buffer(500).difference(box(400, 400, 600, 600))
    frame = gas(2, 60)
    areas = analysis.voronoi_areas(frame, floor).groupby("time")["area"].sum()
    np.testing.assert_allclose(areas, floor.area)
    alone = analysis.compute_voronoi_metrics(at_rest([[500, 200]]), floor, communication_radius=100.0).iloc[0]
    assert alone["mean_area"] == pytest.approx(floor.area)
    assert alone["coverage_ratio"] == pytest.approx(np.pi * 100**2 / floor.area, rel=1e-3)


def test_arenas_by_name_and_their_mean():
    xy, (side, _) = square_lattice(spacing=100.0, n=4)
    even = at_rest(xy).assign(arena_file="a", run=0)
    uneven = at_rest(xy + np.random.default_rng(1).uniform(-30, 30, xy.shape)).assign(arena_file="b", run=0)
    arenas = {"a": box(0, 0, side, side), "b": box(0, 0, side, side)}
    metrics = analysis.compute_voronoi_metrics(pd.concat([even, uneven]), arenas)
    across = analysis.compute_cv_mean_across_arenas_over_time(metrics).iloc[0]
    assert across["n_arenas"] == 2
    assert across["cv_mean_across_arenas"] == pytest.approx(metrics["cv_area"].mean())
    with pytest.raises(ValueError, match="arena="):
        analysis.voronoi_areas(even)


def line(n, spacing=10.0):
    return at_rest(np.column_stack([spacing * np.arange(n), np.zeros(n)]))


def test_spectrum_of_a_path():
    found = analysis.instantaneous_eigs(line(8), 12.0).iloc[0]
    expected = 2 - 2 * np.cos(np.pi * np.arange(1, 8) / 8)
    assert found[[f"swarm_lambda_nz_{k}" for k in range(1, 6)]].tolist() == pytest.approx(expected[:5])
    assert found["swarm_lambda_max"] == pytest.approx(expected[-1])
    assert (found["swarm_n_nodes"], found["swarm_n_edges"]) == (8, 7)


def test_spectrum_of_a_ring_around_the_torus():
    found = analysis.instantaneous_eigs(line(8), 12.0, box=(80.0, 80.0)).iloc[0]
    expected = np.sort(2 - 2 * np.cos(2 * np.pi * np.arange(8) / 8))[1:]
    assert found[[f"lcc_lambda_nz_{k}" for k in range(1, 6)]].tolist() == pytest.approx(expected[:5])
    assert found["lcc_n_edges"] == 8


def test_largest_component():
    xy = np.vstack([line(4)[["x", "y"]], [[500, 0], [510, 0]], [[900, 900]]])
    found = analysis.instantaneous_eigs(at_rest(xy), 12.0).iloc[0]
    assert (found["swarm_n_nodes"], found["lcc_n_nodes"], found["lcc_n_edges"]) == (7, 4, 3)
    assert found["lcc_lambda_nz_1"] == pytest.approx(2 - np.sqrt(2))
    assert np.isnan(found["lcc_lambda_nz_4"])


def test_spectra_equal_those_of_networkx():
    frame = gas(1, 80)
    graph = analysis.communication_graph(frame, 150.0)
    expected = np.sort(nx.laplacian_spectrum(graph, weight=None))
    found = analysis.instantaneous_eigs(frame, 150.0, k_first=3).iloc[0]
    assert found["swarm_lambda_max"] == pytest.approx(expected[-1])
    assert found["swarm_lambda_nz_1"] == pytest.approx(expected[expected > 1e-9][0])
    assert found["swarm_n_edges"] == graph.number_of_edges()


def test_time_averages_weigh_links():
    """Two robots that are linked half of the time: eigenvalue 2 · ½."""
    frame = moving([[0, 10], [0, 10], [0, 100], [0, 100]], np.zeros((4, 2)))
    found = analysis.time_averaged_eigs(frame, 20.0, 4.0).iloc[0]
    assert found["swarm_lambda_nz_1"] == pytest.approx(1.0)
    assert (found["time_center"], found["t_start"], found["t_end"]) == (1.5, 0.0, 3.0)
    halves = analysis.time_averaged_eigs(frame, 20.0, 2.0)
    assert halves["swarm_lambda_max"].tolist() == pytest.approx([2.0, 0.0])
    assert halves["swarm_n_edges"].tolist() == [1, 0]
    with pytest.raises(ValueError, match="window_s"):
        analysis.time_averaged_eigs(frame, 20.0, 0.0)


def test_the_graph_is_of_one_instant():
    with pytest.raises(ValueError, match="found 3 instants"):
        analysis.communication_graph(gas(3, 10), 100.0)
