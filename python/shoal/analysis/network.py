"""The communication graph: spectra of its Laplacian, and the graph itself for NetworkX.

Functions: instantaneous_eigs, time_averaged_eigs, communication_graph. Robots whose centres are within ``rc`` (mm) are linked.
"""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
from scipy.linalg import eigvalsh
from scipy.sparse.csgraph import connected_components

from shoal.analysis.domain import box_of, pairs
from shoal.analysis.frames import Grid, Rows, grids, instants, require, snapshots
from shoal.analysis.threads import one_thread


@one_thread()
def instantaneous_eigs(
    df: pd.DataFrame, rc: float, k_first: int = 5, zero_tol: float = 1e-10, *, box: Any = None
) -> pd.DataFrame:
    """Eigenvalues of the Laplacian L = D − A at each instant, of the whole swarm and of its largest connected component (lcc).

    ``{swarm,lcc}_lambda_nz_1`` … ``_k``: the smallest above zero_tol · max(1, largest), in order, NaN if there are fewer; ``_lambda_max``;
    ``_n_nodes``, ``_n_edges``. A connected graph's first is its algebraic connectivity (Fiedler 1973).
    """
    sides = box_of(df, box)
    rows = Rows()
    for at in snapshots(df):
        i, j, _ = pairs(at.xy, rc, sides)
        links = np.zeros((len(at.xy), len(at.xy)))
        links[i, j] = links[j, i] = 1.0
        rows.add(at.key, **_spectra(links, k_first, zero_tol))
    return rows.frame()


@one_thread()
def time_averaged_eigs(
    df: pd.DataFrame,
    rc: float,
    window_s: float,
    k_first: int = 5,
    zero_tol: float = 1e-10,
    *,
    box: Any = None,
) -> pd.DataFrame:
    """The same of the Laplacian averaged over windows of ``window_s`` seconds, one after the other: links weigh the share
    of the instants at which they were there. ``time_center``, ``t_start``, ``t_end`` (of the first and last instant) in s.
    """
    require(df, "time")
    if not window_s > 0:
        raise ValueError(f"window_s: found {window_s!r}; expected seconds, more than 0")
    sides = box_of(df, box)
    rows = Rows()
    for grid in grids(df):
        time = grid.time.astype(float)
        window = np.floor((time - time[0]) / window_s * (1 + 1e-9)).astype(int)
        for number in np.unique(window):
            chosen = np.flatnonzero(window == number)
            start, end = time[chosen[0]], time[chosen[-1]]
            key = {**grid.key, "time_center": 0.5 * (start + end), "t_start": start, "t_end": end}
            rows.add(key, **_spectra(_mean_links(grid, chosen, rc, sides), k_first, zero_tol))
    return rows.frame()


def communication_graph(df: pd.DataFrame, rc: float, *, box: Any = None) -> nx.Graph:
    """The graph of one instant: nodes 0 … n−1 with ``pos`` (mm), robot_category and robot_id; edges with their ``length`` (mm)."""
    instant = list(snapshots(df))
    if len(instant) != 1:
        raise ValueError(f"communication_graph: found {len(instant)} instants; expected the rows of one")
    at = instant[0]
    graph = nx.Graph()
    for n, (place, robot) in enumerate(zip(at.xy, at.robots.to_dict("records"))):
        graph.add_node(n, pos=tuple(map(float, place)), **robot)
    i, j, offset = pairs(at.xy, rc, box_of(df, box))
    graph.add_weighted_edges_from(zip(i.tolist(), j.tolist(), np.hypot(*offset.T).tolist()), weight="length")
    return graph


def _mean_links(grid: Grid, chosen: np.ndarray, rc: float, sides: np.ndarray | None) -> np.ndarray:
    """Robots × robots: the share of these instants at which they were linked; robots that were never there are left out."""
    part = grid._replace(time=grid.time[chosen], x=grid.x[chosen], y=grid.y[chosen], angle=grid.angle[chosen])
    links = np.zeros((grid.x.shape[1],) * 2)
    for at, x in zip(instants(part), part.x):
        i, j, _ = pairs(at.xy, rc, sides)
        who = np.flatnonzero(np.isfinite(x))
        links[who[i], who[j]] += 1.0
    links = (links + links.T) / len(chosen)
    seen = np.isfinite(part.x).any(axis=0)
    return links[np.ix_(seen, seen)]


def _spectra(links: np.ndarray, k_first: int, zero_tol: float) -> dict[str, float]:
    found = _spectrum("swarm", links, k_first, zero_tol)
    label = connected_components(links > 0, directed=False)[1] if len(links) else np.empty(0, int)
    largest = label == np.bincount(label).argmax() if len(label) else np.empty(0, bool)
    return found | _spectrum("lcc", links[np.ix_(largest, largest)], k_first, zero_tol)


def _spectrum(name: str, links: np.ndarray, k_first: int, zero_tol: float) -> dict[str, float]:
    laplacian = np.diag(links.sum(axis=1)) - links
    eigenvalues = eigvalsh(laplacian) if len(links) else np.zeros(1)
    above = eigenvalues[eigenvalues > zero_tol * max(1.0, eigenvalues[-1])][:k_first]
    above = np.concatenate([above, np.full(k_first - len(above), np.nan)])
    return {
        **{f"{name}_lambda_nz_{i + 1}": value for i, value in enumerate(above)},
        f"{name}_lambda_max": max(0.0, eigenvalues[-1]),
        f"{name}_n_nodes": len(links),
        f"{name}_n_edges": int(np.count_nonzero(links)) // 2,
    }
