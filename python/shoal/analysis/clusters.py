"""Who hangs together: clusters of robots within reach of each other.

Functions: largest_cluster_fraction, clusters. Lengths in mm.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from shoal.analysis.domain import box_of, pairs
from shoal.analysis.frames import Rows, robot_columns, snapshots


def largest_cluster_fraction(df: pd.DataFrame, rc: float, *, box: Any = None) -> pd.DataFrame:
    """``largest_cluster_frac``: robots in the largest cluster over all; neighbours are closer than ``rc``. And ``n_clusters``."""
    sides = box_of(df, box)
    rows = Rows("largest_cluster_frac", "n_clusters")
    for at in snapshots(df):
        label = cluster_labels(at.xy, rc, sides)
        sizes = np.bincount(label)
        largest = sizes.max() / len(label) if len(label) else np.nan
        rows.add(at.key, largest_cluster_frac=largest, n_clusters=len(sizes))
    return rows.frame()


def clusters(df: pd.DataFrame, rc: float, *, box: Any = None) -> pd.DataFrame:
    """Each robot's ``cluster``, numbered at each instant from the largest down, and its ``cluster_size``."""
    sides = box_of(df, box)
    rows = Rows("cluster", "cluster_size")
    for at in snapshots(df):
        label = cluster_labels(at.xy, rc, sides)
        sizes = np.bincount(label)
        rank = np.empty(len(sizes), dtype=int)
        rank[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
        rows.add(at.key, **robot_columns(at.robots), cluster=rank[label], cluster_size=sizes[label])
    return rows.frame()


def cluster_labels(xy: np.ndarray, rc: float, sides: np.ndarray | None) -> np.ndarray:
    """A number for each point, the same for those that chains of neighbours join."""
    i, j, _ = pairs(xy, rc, sides)
    links = coo_array((np.ones(len(i), dtype=np.int8), (i, j)), shape=(len(xy), len(xy)))
    return connected_components(links, directed=False)[1] if len(xy) else np.empty(0, dtype=int)
