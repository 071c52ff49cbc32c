"""How robots move: speeds and velocities, and the three observables of the robot paper.

Functions: compute_instantaneous_speeds, summarize_speed_stats, estimate_velocities, effective_temperature_ratio, locomotion. Lengths in mm, times in s, angles in rad.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from shoal import trajectories
from shoal.analysis.domain import box_of, nearest_image, unwrapped
from shoal.analysis.frames import (
    ROBOT_KEYS,
    RUN_KEYS,
    Grid,
    Rows,
    bodies,
    concat,
    grids,
    in_order,
    require,
    robot_columns,
    snapshots,
)


def compute_instantaneous_speeds(
    df: pd.DataFrame, *, center_time: bool = True, box: Any = None
) -> pd.DataFrame:
    """The rows with a pose, sorted by robot and time, and for the segment that ends at each: ``v`` = |Δr|/Δt (mm/s),
    ``omega`` = Δθ/Δt (rad/s, Δθ in (−π, π]), ``time_mid`` its middle (its end without ``center_time``). NaN at a path's first row.
    """
    require(df, "time", "x", "y")
    sides = box_of(df, box)
    rows, first, _ = in_order(df)
    time, xy = rows["time"].to_numpy(float), rows[["x", "y"]].to_numpy(float)
    step = np.diff(time, prepend=np.nan)
    step[first | ~(step > 0)] = np.nan
    offset = nearest_image(np.diff(xy, axis=0, prepend=np.full((min(1, len(xy)), 2), np.nan)), sides)
    rows = rows.assign(v=np.hypot(*offset.T) / step)
    if "angle" in rows:
        turned = np.diff(rows["angle"].to_numpy(float), prepend=np.nan)
        rows["omega"] = (np.pi - np.mod(np.pi - turned, 2 * np.pi)) / step
    rows["time_mid"] = time - 0.5 * step if center_time else np.where(np.isfinite(step), time, np.nan)
    return rows


def summarize_speed_stats(df: pd.DataFrame, *, box: Any = None) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Speeds by robot and over time.

    By robot: ``v_mean``, ``v_var``, ``omega_mean``, ``omega_var`` (unbiased), ``n_segments``. By arena_file (if present)
    and time: ``mean_v``, ``sem_v``, ``mean_om``, ``sem_om`` (standard error of the mean over robots and runs), ``n_agents``.
    """
    require(df, "time", "x", "y", "angle")
    speeds = compute_instantaneous_speeds(df, box=box).dropna(subset=["v"])
    keys = [name for name in (*RUN_KEYS, *ROBOT_KEYS) if name in speeds]
    agents = speeds.groupby(keys or (lambda _: 0), dropna=False).agg(
        v_mean=("v", "mean"), v_var=("v", "var"), omega_mean=("omega", "mean"), omega_var=("omega", "var"),
        n_segments=("v", "size"),
    )  # fmt: skip
    keys = [name for name in ("arena_file", "time") if name in speeds]
    over_time = speeds.groupby(keys, dropna=False).agg(
        mean_v=("v", "mean"), sem_v=("v", "sem"), mean_om=("omega", "mean"), sem_om=("omega", "sem"),
        n_agents=("v", "size"),
    )  # fmt: skip
    return agents.reset_index(), over_time.reset_index()


def estimate_velocities(df: pd.DataFrame, *, box: Any = None) -> pd.DataFrame:
    """The rows with a pose, and ``vx``, ``vy`` (mm/s): central differences of the path, one-sided at its ends."""
    require(df, "time", "x", "y")
    sides = box_of(df, box)
    order, first, place = in_order(df)
    time, xy = order["time"].to_numpy(float), order[["x", "y"]].to_numpy(float)
    step = np.diff(time)
    step[first[1:]] = np.nan
    offset = nearest_image(np.diff(xy, axis=0), sides)
    velocity = np.empty_like(xy)
    velocity[place] = _central(offset, step[:, None])
    return bodies(df).assign(vx=velocity[:, 0], vy=velocity[:, 1])


def grid_velocity(grid: Grid, box: np.ndarray | None) -> np.ndarray:
    """Velocities (T × N × 2) of a run, as estimate_velocities has them."""
    xy = np.stack([grid.x, grid.y], axis=2).astype(float)
    offset = nearest_image(np.diff(xy, axis=0), box)
    return _central(offset, np.diff(grid.time.astype(float))[:, None, None])


def effective_temperature_ratio(df: pd.DataFrame, v2_ref: float, *, box: Any = None) -> pd.DataFrame:
    """``Teff_over_Tref`` = ⟨|v|²⟩ / v2_ref at each instant, with v2_ref (mm²/s²) of the state to compare with."""
    sides = box_of(df, box)
    rows = Rows("Teff_over_Tref")
    for at in snapshots(df, velocity=lambda grid: grid_velocity(grid, sides)):
        ratio = np.mean(np.sum(at.velocity**2, axis=1)) / v2_ref if len(at.xy) else np.nan
        rows.add(at.key, Teff_over_Tref=ratio)
    return rows.frame()


def locomotion(df: pd.DataFrame, *, lags: int = 4, box: Any = None) -> pd.DataFrame:
    """The three observables of the Pogobot paper's annex on locomotion, for each robot: ``v`` (mm/s) and ``Omega`` (rad/s, without
    its sign) from the MSD of place and heading over the first ``lags`` samples, where MSD(τ) ≈ v²τ², and ``R`` (mm), the
    radius of the circle that fits the path. Simulated and tracked robots alike: columns time, robot_id, x, y, angle.
    """
    require(df, "time", "x", "y", "angle")
    parts = []
    for grid in grids(df):
        x, y = unwrapped(grid, box_of(df, box))
        step = float(np.median(np.diff(grid.time.astype(float)))) if len(grid.time) > 1 else np.nan
        paths = [
            trajectories.describe(x[:, i], y[:, i], grid.angle[:, i], step, lags) for i in range(x.shape[1])
        ]
        v, omega, radius = np.array(paths).T
        parts.append(
            pd.DataFrame({**grid.key, **robot_columns(grid.robots), "v": v, "Omega": omega, "R": radius})
        )
    return concat(parts)


def _central(offset: np.ndarray, step: np.ndarray) -> np.ndarray:
    """Central differences from those between neighbours, as far as either neighbour is there."""
    if len(offset) == 0:
        return np.full((len(offset) + 1, *offset.shape[1:]), np.nan)
    gone = np.full_like(offset[:1], np.nan)
    before, after = np.concatenate([gone, offset]), np.concatenate([offset, gone])
    step = np.broadcast_to(step, offset.shape)
    wait_before, wait_after = np.concatenate([gone, step]), np.concatenate([step, gone])
    both = np.isfinite(before + wait_before) & np.isfinite(after + wait_after)
    one = np.where(np.isfinite(before + wait_before), before / wait_before, after / wait_after)
    return np.where(both, (before + after) / (wait_before + wait_after), one)
