"""How the whole flows: vorticity and milling.

Functions: vortex_field_metrics, milling_metrics. Signs are those of the log's axes: with y downwards, as in the window, a
positive rotation is clockwise to the eye. Lengths in mm, rates in 1/s.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial import Delaunay, QhullError

from shoal.analysis.domain import Window, arena_of, box_of, nearest_image, window_of, wrapped
from shoal.analysis.frames import Rows, Snapshot, grids, instants, require, snapshots
from shoal.analysis.motion import grid_velocity
from shoal.analysis.threads import one_thread

_FLAT = 1e-12  # of the window's area: a triangle that small has no gradient
_MARGIN = 0.5  # sides of a periodic domain that are repeated around it


@one_thread()
def vortex_field_metrics(
    df: pd.DataFrame, nx: int = 64, ny: int = 64, *, distribution: bool = False, box: Any = None
) -> pd.DataFrame:
    """The velocity field between robots, linear in each triangle of their Delaunay triangulation, looked at in nx × ny cells.

    With J the field's gradient and ω = ∂vy/∂x − ∂vx/∂y: ``enstrophy`` = ½⟨ω²⟩ (1/s²), ``mean_abs_vorticity`` = ⟨|ω|⟩ (1/s),
    ``mean_lambda_ci`` (1/s), the imaginary part of J's eigenvalues (Zhou et al. 1999), ``frac_Q_negative``, the share of
    cells where Q = ½(|Ω|² − |S|²) of J's antisymmetric and symmetric parts is below 0: more strain than rotation. Means
    are over cells within the hull of the robots. Rigid rotation at Ω has ω = 2Ω, λ_ci = |Ω|.
    With ``distribution`` one row a cell: ``x``, ``y`` (mm, its middle), ``omega``, ``lambda_ci``, ``cell_count`` (robots in it).
    """
    require(df, "time", "x", "y")
    sides = box_of(df, box)
    rows = Rows()
    for grid in grids(df):
        window = window_of(df, grid, sides)
        if window is None:
            continue
        for at in instants(grid, velocities=grid_velocity(grid, sides)):
            places, jacobian = _gradients(at, window, nx, ny)
            omega = jacobian[:, 1, 0] - jacobian[:, 0, 1]
            swirl = _swirl(jacobian)
            if distribution:
                count = _count_in_cells(at, places, window, nx, ny)
                rows.add(
                    at.key, x=places[:, 0], y=places[:, 1], omega=omega, lambda_ci=swirl, cell_count=count
                )
                continue
            q = 0.5 * (0.5 * omega**2 - _strain_squared(jacobian))
            some = len(omega) > 0
            rows.add(
                at.key,
                enstrophy=0.5 * np.mean(omega**2) if some else np.nan,
                mean_abs_vorticity=np.mean(np.abs(omega)) if some else np.nan,
                mean_lambda_ci=swirl.mean() if some else np.nan,
                frac_Q_negative=np.mean(q < 0) if some else np.nan,
            )
    return rows.frame()


def milling_metrics(
    df: pd.DataFrame, *, center_mode: str = "cm", arena_center: Any = None, box: Any = None
) -> pd.DataFrame:
    """Rotation about a centre c: the robots' mean place (``"cm"``) or the arena's middle (``"arena"``, or ``arena_center`` in mm).

    With ρ = r − c: ``Lz`` = ⟨ρ × v⟩ (mm²/s), ``Lz_norm`` = Σ ρ × v / Σ |ρ||v|, ``tau_mean`` = ⟨ρ × v/|ρ||v|⟩, ``tau_abs`` = its mean
    without signs, ``radial_mean`` = ⟨ρ · v/|ρ||v|⟩. A mill has |Lz_norm| = 1 and radial_mean = 0. The mean place on a
    torus is that of the angles 2πx/width (Bai and Breen 2008). Robots that rest, or stand at c, count for Lz only.
    """
    require(df, "time", "x", "y")
    if center_mode not in ("cm", "arena"):
        raise ValueError(f"center_mode: found {center_mode!r}; expected 'cm' or 'arena'")
    sides = box_of(df, box)
    rows = Rows("Lz", "Lz_norm", "tau_mean", "tau_abs", "radial_mean")
    for at in snapshots(df, velocity=lambda grid: grid_velocity(grid, sides)):
        if arena_center is not None:
            centre = np.asarray(arena_center, dtype=float)
        elif center_mode == "arena":
            centre = (
                sides / 2 if sides is not None else np.array(arena_of(df, None, at.key).centroid.coords[0])
            )
        else:
            centre = mean_place(at.xy, sides)
        rows.add(at.key, **_milling(nearest_image(at.xy - centre, sides), at.velocity))
    return rows.frame()


def mean_place(xy: np.ndarray, sides: np.ndarray | None) -> np.ndarray:
    """Mean of places in the plane or on a torus, mm."""
    if len(xy) == 0:
        return np.full(2, np.nan)
    if sides is None:
        return xy.mean(axis=0)
    return np.mod(np.angle(np.exp(2j * np.pi * xy / sides).mean(axis=0)), 2 * np.pi) / (2 * np.pi) * sides


def _milling(rho: np.ndarray, v: np.ndarray) -> dict[str, float]:
    if len(rho) == 0:
        return dict.fromkeys(("Lz", "Lz_norm", "tau_mean", "tau_abs", "radial_mean"), np.nan)
    cross = rho[:, 0] * v[:, 1] - rho[:, 1] * v[:, 0]
    lengths = np.hypot(*rho.T) * np.hypot(*v.T)
    moving = lengths > 0
    tangential = cross[moving] / lengths[moving]
    radial = np.sum(rho[moving] * v[moving], axis=1) / lengths[moving]
    some = moving.any()
    return {
        "Lz": cross.mean(),
        "Lz_norm": cross.sum() / lengths.sum() if some else np.nan,
        "tau_mean": tangential.mean() if some else np.nan,
        "tau_abs": np.abs(tangential).mean() if some else np.nan,
        "radial_mean": radial.mean() if some else np.nan,
    }


def _gradients(at: Snapshot, window: Window, nx: int, ny: int) -> tuple[np.ndarray, np.ndarray]:
    """Middles of the cells that lie in a triangle, and there J = ∂(vx, vy)/∂(x, y)."""
    xy, v = (at.xy, at.velocity) if window.polygon is not None else _repeated(at, window.sides)
    try:
        mesh = Delaunay(xy)
    except (QhullError, ValueError):  # fewer than three robots, or all in a line
        return np.empty((0, 2)), np.empty((0, 2, 2))
    steps = np.meshgrid((np.arange(nx) + 0.5) / nx, (np.arange(ny) + 0.5) / ny, indexing="ij")
    places = window.low + np.stack(steps, axis=-1).reshape(-1, 2) * window.sides
    triangle = mesh.find_simplex(places)
    edges = xy[mesh.simplices[:, 1:]] - xy[mesh.simplices[:, :1]]
    changes = v[mesh.simplices[:, 1:]] - v[mesh.simplices[:, :1]]
    whole = np.abs(np.linalg.det(edges)) > _FLAT * window.sides.prod()
    jacobian = np.zeros_like(edges)
    jacobian[whole] = np.swapaxes(np.linalg.solve(edges[whole], changes[whole]), 1, 2)
    inside = (triangle >= 0) & whole[triangle]
    return places[inside], jacobian[triangle[inside]]


def _swirl(jacobian: np.ndarray) -> np.ndarray:
    """Imaginary part of the eigenvalues of 2 × 2 matrices: √(det − (trace/2)²) where that is real."""
    trace = jacobian[:, 0, 0] + jacobian[:, 1, 1]
    determinant = jacobian[:, 0, 0] * jacobian[:, 1, 1] - jacobian[:, 0, 1] * jacobian[:, 1, 0]
    return np.sqrt(np.maximum(determinant - 0.25 * trace**2, 0.0))


def _repeated(at: Snapshot, sides: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The robots of a torus and their images around it."""
    shifts = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)])
    xy = (wrapped(at.xy, sides) + (shifts * sides)[:, None]).reshape(-1, 2)
    near = ((xy >= -_MARGIN * sides) & (xy <= (1 + _MARGIN) * sides)).all(axis=1)
    return xy[near], np.tile(at.velocity, (len(shifts), 1))[near]


def _strain_squared(jacobian: np.ndarray) -> np.ndarray:
    strain = 0.5 * (jacobian + np.swapaxes(jacobian, 1, 2))
    return np.sum(strain**2, axis=(1, 2))


def _count_in_cells(at: Snapshot, places: np.ndarray, window: Window, nx: int, ny: int) -> np.ndarray:
    robots = at.xy if window.polygon is not None else wrapped(at.xy, window.sides)
    cells = np.array([nx, ny])

    def cell_of(xy: np.ndarray) -> tuple[np.ndarray, ...]:
        return tuple(np.clip((xy - window.low) / window.sides * cells, 0, cells - 1).astype(int).T)

    count = np.zeros((nx, ny), dtype=int)
    np.add.at(count, cell_of(robots), 1)
    return count[cell_of(places)]
