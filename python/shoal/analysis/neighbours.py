"""Who is near whom: distances to nearest neighbours, numbers of neighbours and their spread.

Functions: interindividual_distance_knn_over_time, degrees, compute_fano_over_time, neighbor_degree_histogram,
neighbor_radius. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from shoal.analysis.domain import box_of, pairs, tree, wrapped
from shoal.analysis.frames import RUN_KEYS, Rows, bodies, require, robot_columns, snapshots

RADIUS = 133.0  # mm between centres: 80 mm of reach and two robots of 26.5 mm


def neighbor_radius(metadata: Mapping[str, Any], category: str = "robots") -> float:
    """Distance of centres at which two robots hear each other: communication_radius + 2 · radius of the scenario (80 and
    26.5 mm if it does not say).
    """
    robots = ((metadata.get("configuration") or {}).get("objects") or {}).get(category) or {}

    def number(name: str, default: float) -> float:
        value = robots.get(name, default)
        value = value.get("default_option", default) if isinstance(value, Mapping) else value
        return float(value)

    return number("communication_radius", 80.0) + 2.0 * number("radius", 26.5)


def interindividual_distance_knn_over_time(
    df: pd.DataFrame, *, k: int = 3, aggregate_by: str = "run", box: Any = None
) -> pd.DataFrame:
    """Mean distance of a robot to its k nearest, to all of them if they are fewer.

    ``aggregate_by="run"``: ``mean_distance``, ``std_distance`` over robots; ``"robot"``: each robot's ``distance``.
    """
    if aggregate_by not in ("run", "robot"):
        raise ValueError(f"aggregate_by: found {aggregate_by!r}; expected 'run' or 'robot'")
    sides = box_of(df, box)
    rows = Rows("mean_distance", "std_distance")
    for at in snapshots(df):
        distance = _to_nearest(at.xy, k, sides)
        if aggregate_by == "robot":
            rows.add(at.key, **robot_columns(at.robots), distance=distance)
        elif len(distance) > 1:
            rows.add(at.key, mean_distance=distance.mean(), std_distance=distance.std(ddof=1))
    return rows.frame()


def degrees(
    df: pd.DataFrame,
    *,
    communication_radius: float = RADIUS,
    neighbors_col: str | None = None,
    box: Any = None,
) -> pd.DataFrame:
    """Each robot's ``n_neighbors``: those with their centre within ``communication_radius``, or as many ids as the robot itself
    logged in ``neighbors_col``, a text such as "3,7,12".
    """
    if neighbors_col is not None:
        require(df, neighbors_col)
        rows = bodies(df)
        rows = rows[rows[neighbors_col].notna()]
        names = [name for name in (*RUN_KEYS, "time", "robot_category", "robot_id") if name in rows]
        ids = rows[neighbors_col].astype(str).str.strip(", ")
        return rows[names].assign(n_neighbors=ids.str.count(",") + (ids != "")).reset_index(drop=True)
    sides = box_of(df, box)
    table = Rows("n_neighbors")
    for at in snapshots(df):
        i, j, _ = pairs(at.xy, communication_radius, sides)
        n = np.bincount(i, minlength=len(at.xy)) + np.bincount(j, minlength=len(at.xy))
        table.add(at.key, **robot_columns(at.robots), n_neighbors=n)
    return table.frame()


def compute_fano_over_time(
    df: pd.DataFrame,
    *,
    communication_radius: float = RADIUS,
    neighbors_col: str | None = None,
    box: Any = None,
) -> pd.DataFrame:
    """``fano_factor`` = ``variance``/``mean_degree`` of the numbers of neighbours at each instant (variance over all robots, not
    unbiased): 1 if robots lie at random on a torus, up to (1 − πr²/area), less if they keep apart, more in clusters.
    """
    table = degrees(df, communication_radius=communication_radius, neighbors_col=neighbors_col, box=box)
    return _spread(table, [name for name in (*RUN_KEYS, "time") if name in table])


def neighbor_degree_histogram(
    df: pd.DataFrame,
    *,
    communication_radius: float = RADIUS,
    neighbors_col: str | None = None,
    box: Any = None,
) -> pd.DataFrame:
    """How often robots have ``degree`` neighbours, over all instants of a run: ``count``, and ``fraction`` of rows; with the run's
    ``mean``, ``variance`` and ``fano_factor``.
    """
    table = degrees(df, communication_radius=communication_radius, neighbors_col=neighbors_col, box=box)
    keys = [name for name in RUN_KEYS if name in table]
    rows = Rows("degree", "count", "fraction", "mean", "variance", "fano_factor")
    for key, part in table.groupby(keys, dropna=False) if keys else [((), table)]:
        if len(part) == 0:
            continue
        n = part["n_neighbors"].to_numpy(int)
        count = np.bincount(n)
        mean, variance = n.mean(), n.var()
        rows.add(
            dict(zip(keys, key)), degree=np.arange(len(count)), count=count, fraction=count / len(n),
            mean=mean, variance=variance, fano_factor=variance / mean if mean > 0 else np.nan,
        )  # fmt: skip
    return rows.frame()


def _to_nearest(xy: np.ndarray, k: int, sides: np.ndarray | None) -> np.ndarray:
    if len(xy) < 2:
        return np.full(len(xy), np.nan)
    nearest = min(k, len(xy) - 1) + 1  # the first is the robot itself
    points = xy if sides is None else wrapped(xy, sides)
    return tree(xy, sides).query(points, k=nearest)[0][:, 1:].mean(axis=1)


def _spread(table: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    groups = (
        table.groupby(keys, dropna=False)["n_neighbors"]
        if keys
        else table.assign(_=0).groupby("_")["n_neighbors"]
    )
    spread = groups.agg(mean_degree="mean", variance=lambda n: n.to_numpy(float).var()).reset_index()
    spread["fano_factor"] = spread["variance"] / spread["mean_degree"].where(spread["mean_degree"] > 0)
    return spread[[*keys, "mean_degree", "variance", "fano_factor"]]
