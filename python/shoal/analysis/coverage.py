"""How evenly robots cover the floor: areas of their Voronoi cells, and the share of the floor within reach.

Functions: compute_voronoi_metrics, voronoi_areas, compute_cv_mean_across_arenas_over_time. Lengths in mm, areas in mm².
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import shapely

from shoal.analysis.domain import arena_of, box_of, wrapped
from shoal.analysis.frames import Rows, robot_columns, snapshots
from shoal.analysis.neighbours import RADIUS

_ARCS = 32  # straight pieces in a quarter of a circle


def compute_voronoi_metrics(
    df: pd.DataFrame, arena: Any = None, *, communication_radius: float = RADIUS, box: Any = None
) -> pd.DataFrame:
    """Voronoi cells of the robots, cut by the arena: ``mean_area``, ``std_area``, ``var_area`` (unbiased), ``cv_area`` = std/mean,
    ``n_cells``; ``coverage_ratio``, the share of the arena within ``communication_radius`` of a robot.

    cv_area is 0 for a lattice and 0.53 for random places. Cells of a periodic domain reach across its seams.
    """
    rows = Rows("mean_area", "std_area", "var_area", "cv_area", "n_cells", "coverage_ratio")
    for at, cells, places, floor in _cells(df, arena, box):
        areas = shapely.area(cells)
        reach = shapely.intersection(
            cells, shapely.buffer(shapely.points(places), communication_radius, quad_segs=_ARCS)
        )
        mean, deviation = areas.mean(), areas.std(ddof=1) if len(areas) > 1 else np.nan
        rows.add(
            at.key, mean_area=mean, std_area=deviation, var_area=deviation**2, cv_area=deviation / mean,
            n_cells=len(areas), coverage_ratio=shapely.area(reach).sum() / floor,
        )  # fmt: skip
    return rows.frame()


def voronoi_areas(df: pd.DataFrame, arena: Any = None, *, box: Any = None) -> pd.DataFrame:
    """The ``area`` (mm²) of each robot's Voronoi cell."""
    rows = Rows("area")
    for at, cells, _, _ in _cells(df, arena, box):
        rows.add(at.key, **robot_columns(at.robots), area=shapely.area(cells))
    return rows.frame()


def compute_cv_mean_across_arenas_over_time(metrics: pd.DataFrame) -> pd.DataFrame:
    """What compute_voronoi_metrics gave, over arenas (each the mean of its runs) at each time: ``cv_mean_across_arenas``,
    ``n_arenas``, ``cv_std_across_arenas``, ``cv_sem_across_arenas`` = std/√n.
    """
    arenas = [name for name in ("time", "arena_file") if name in metrics]
    each = metrics.groupby(arenas, dropna=False)["cv_area"].mean().reset_index()
    table = each.groupby("time")["cv_area"].agg(["mean", "count", "std", "sem"]).reset_index()
    table.columns = [
        "time",
        "cv_mean_across_arenas",
        "n_arenas",
        "cv_std_across_arenas",
        "cv_sem_across_arenas",
    ]
    return table


def _cells(df: pd.DataFrame, arena: Any, box: Any):
    """Each instant with its cells, the robots' places, and the area of the floor."""
    sides = box_of(df, box)
    for at in snapshots(df):
        if len(at.xy) == 0:
            continue
        if sides is not None:
            places = wrapped(at.xy, sides)
            yield at, _periodic_cells(places, sides), places, float(sides.prod())
        else:
            floor = arena_of(df, arena, at.key)
            yield at, _cut(_voronoi(at.xy, floor), floor), at.xy, floor.area


def _voronoi(xy: np.ndarray, extent: shapely.Geometry) -> np.ndarray:
    """The cells in the order of the points."""
    unique, which = np.unique(xy, axis=0, return_inverse=True)
    if len(unique) == 1:
        return np.full(len(xy), shapely.box(*shapely.union(extent, shapely.points(unique[0])).bounds))
    cells = shapely.get_parts(
        shapely.voronoi_polygons(shapely.multipoints(unique), extend_to=extent, ordered=True)
    )
    return cells[which.ravel()]


def _cut(cells: np.ndarray, floor: shapely.Geometry) -> np.ndarray:
    shapely.prepare(floor)
    inside = shapely.contains_properly(floor, cells)
    cut = cells.copy()
    cut[~inside] = shapely.intersection(cells[~inside], floor)
    return cut


def _periodic_cells(places: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Cells among all images next to the domain: those of the middle copy, whole."""
    shifts = np.array([(0, 0), *((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)]) * sides
    images = (places + shifts[:, None]).reshape(-1, 2)
    return _voronoi(images, shapely.multipoints(images))[: len(places)]
