"""Where distances live: the open plane or a torus, and the polygon of the arena.

Functions of shoal.analysis take ``box=``: ``None`` for what the log says (``shoal.load`` keeps it in ``frame.attrs``),
``(width, height)`` in mm for a periodic domain, or ``"open"``; and ``arena=``: a Shapely polygon, or a dict of them by
``arena_file``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import shapely
from scipy.signal import fftconvolve
from scipy.spatial import cKDTree
from shapely.geometry import Polygon

from shoal.analysis.frames import Grid

_RASTER = 256  # cells along the longer side of a window


def box_of(df: pd.DataFrame, box: Any = None) -> np.ndarray | None:
    """Sides of the periodic domain in mm, or None for the open plane."""
    if box is None:
        box = df.attrs.get("box")
    if box is None or (isinstance(box, str) and box == "open"):
        return None
    sides = np.asarray(box, dtype=float)
    if sides.shape != (2,) or not (np.isfinite(sides) & (sides > 0)).all():
        raise ValueError(f"box: found {box!r}; expected (width, height) in mm, or 'open'")
    return sides


def arena_of(df: pd.DataFrame, arena: Any, key: Mapping[str, Any]) -> Polygon:
    """The floor of the run with this key."""
    if isinstance(arena, Mapping):
        arena = arena.get(key.get("arena_file"))
    if arena is None:
        text = df.attrs.get("arena")
        if text is None:
            raise ValueError("arena: the table does not know its arena; give arena=, a shapely Polygon in mm")
        return shapely.from_wkt(text)
    return arena


def nearest_image(offset: np.ndarray, box: np.ndarray | None) -> np.ndarray:
    """Offsets (…, 2) between points, to the nearest image."""
    return offset if box is None else offset - box * np.round(offset / box)


def tree(xy: np.ndarray, box: np.ndarray | None) -> cKDTree:
    return cKDTree(xy) if box is None else cKDTree(wrapped(xy, box), boxsize=box)


def wrapped(xy: np.ndarray, box: np.ndarray) -> np.ndarray:
    inside = np.mod(xy, box)
    return np.where(inside < box, inside, 0.0)  # -1e-20 % 1.0 is 1.0


def pairs(xy: np.ndarray, radius: float, box: np.ndarray | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All pairs i < j within this radius, and the offset from i to j."""
    if len(xy) == 0:
        return np.empty(0, int), np.empty(0, int), np.empty((0, 2))
    found = tree(xy, box).query_pairs(radius, output_type="ndarray")
    i, j = found[:, 0], found[:, 1]
    return i, j, nearest_image(xy[j] - xy[i], box)


class Window(NamedTuple):
    """The part of the floor in which robots can be."""

    low: np.ndarray  # mm
    sides: np.ndarray  # mm, of the periodic domain or of the bounding box
    polygon: Polygon | None  # None if periodic

    @property
    def area(self) -> float:
        return float(self.sides.prod() if self.polygon is None else self.polygon.area)


def window_of(df: pd.DataFrame, grid: Grid, box: np.ndarray | None, arena: Any = None) -> Window | None:
    """The periodic domain; or the arena that was given; or the hull of all places of the run within the arena of the log.

    Robots do not come nearer to walls than their radius, which the hull knows and the arena does not. None if it is empty.
    """
    if box is not None:
        return Window(np.zeros(2), box, None)
    if arena is not None:
        polygon = arena_of(df, arena, grid.key)
    else:
        seen = np.isfinite(grid.x)
        polygon = shapely.convex_hull(shapely.multipoints(np.column_stack([grid.x[seen], grid.y[seen]])))
        if "arena" in df.attrs:
            polygon = shapely.intersection(polygon, arena_of(df, None, grid.key))
    if not polygon.area > 0:
        return None
    left, low, right, high = polygon.bounds
    return Window(np.array([left, low]), np.array([right - left, high - low]), polygon)


def pair_share(window: Window, r: np.ndarray) -> np.ndarray:
    """Share of the places of a window that have, in a random direction at distance r, another place of the window.

    1 in a periodic domain, up to half its shorter side, NaN beyond. Else the window's set covariance over its area.
    """
    if window.polygon is None:
        return np.where(r <= window.sides.min() / 2 * (1 + 1e-12), 1.0, np.nan)
    step = window.sides.max() / _RASTER
    axes = [
        low + step * (np.arange(int(np.ceil(side / step))) + 0.5)
        for low, side in zip(window.low, window.sides)
    ]
    inside = shapely.contains_xy(window.polygon, *np.meshgrid(*axes, indexing="ij")).astype(float)
    overlap = fftconvolve(inside, inside[::-1, ::-1]) / inside.sum()
    offsets = [step * (np.arange(n) - n // 2) for n in overlap.shape]
    distance = np.hypot(*np.meshgrid(*offsets, indexing="ij"))
    ring = np.round(distance / step).astype(int).ravel()
    count = np.bincount(ring)
    at = np.bincount(ring, distance.ravel()) / count
    whole = at < window.sides.max()
    return np.interp(r, at[whole], (np.bincount(ring, overlap.ravel()) / count)[whole], right=np.nan)


def unwrapped(grid: Grid, box: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
    """The paths of a run as they would be on an endless floor. A robot may move less than half a side between samples."""
    if box is None:
        return grid.x, grid.y
    return _unwrap(grid.x, box[0]), _unwrap(grid.y, box[1])


def _unwrap(values: np.ndarray, period: float) -> np.ndarray:
    values = values.astype(float)
    filled = pd.DataFrame(values).ffill().to_numpy() if np.isnan(values).any() else values
    turns = np.nan_to_num(np.round(np.diff(filled, axis=0) / period))
    return values - period * np.concatenate([np.zeros_like(values[:1]), np.cumsum(turns, axis=0)])
