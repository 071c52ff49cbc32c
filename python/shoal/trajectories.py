"""Speed, turning and curvature of paths, by the method of the Pogobot paper (its annex on locomotion)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Path(NamedTuple):
    """How one robot moved."""

    speed: float  # mm/s
    turning: float  # rad/s, without its sign
    radius: float  # mm, of the circle that fits its path


def rate_from_msd(values: np.ndarray, step: float, lags: int = 4) -> float:
    """Rate of change of the columns of `values`, sampled each `step` seconds, from the mean squared displacement.

    At short times MSD(τ) ≈ v² τ²: the slope of a straight line through MSD over τ² is v². Samples that are NaN are
    left out; NaN if there are too few.
    """
    if np.isfinite(values).all(axis=1).sum() <= lags:
        return float("nan")
    taus = step * np.arange(1, lags + 1)
    msd = [np.nanmean(np.sum((values[lag:] - values[:-lag]) ** 2, axis=1)) for lag in range(1, lags + 1)]
    slope, _ = np.polyfit(taus**2, msd, 1)
    return float(np.sqrt(max(slope, 0.0)))


def circle_radius(points: np.ndarray) -> float:
    """Radius of the circle that fits these points best: least squares of the distances to it.

    NaN if all points are one, infinite if they lie on a straight line.
    """
    if len(points) == 0:
        return float("nan")
    x, y = (points - points.mean(axis=0)).T
    scale = float(np.hypot(x, y).max())
    if scale == 0.0:
        return float("nan")
    if np.linalg.matrix_rank(np.column_stack([x, y]), tol=1e-9 * scale) < 2:
        return float("inf")
    x, y = x / scale, y / scale
    # The algebraic fit is a good start; Gauss and Newton do the rest.
    system = np.column_stack([2 * x, 2 * y, np.ones_like(x)])
    a, b, c = np.linalg.lstsq(system, x**2 + y**2, rcond=None)[0]
    circle = np.array([a, b, np.sqrt(max(c + a**2 + b**2, 0.0))])
    for _ in range(20):
        dx, dy = x - circle[0], y - circle[1]
        distance = np.hypot(dx, dy)
        slopes = np.column_stack([-dx / distance, -dy / distance, -np.ones_like(x)])
        circle = circle - np.linalg.lstsq(slopes, distance - circle[2], rcond=None)[0]
    return abs(float(circle[2])) * scale


def describe(x, y, angle, step: float, lags: int = 4) -> Path:
    """The three observables of one path (mm, rad), sampled each `step` seconds; NaN where the robot was not seen."""
    points = np.column_stack([x, y]).astype(float)
    turned = np.array(angle, dtype=float)
    seen = np.isfinite(turned)
    turned[seen] = np.unwrap(turned[seen])
    return Path(
        rate_from_msd(points, step, lags),
        rate_from_msd(turned[:, None], step, lags),
        circle_radius(points[np.isfinite(points).all(axis=1)]),
    )
