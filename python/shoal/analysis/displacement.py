"""How far robots get: mean squared displacement, diffusion, Péclet number.

Functions: mean_squared_displacement, compute_msd_per_agent, compute_peclet. Lengths in mm, times in s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from shoal.analysis.domain import box_of, unwrapped
from shoal.analysis.frames import ROBOT_KEYS, RUN_KEYS, Rows, concat, grids, require, robot_columns
from shoal.analysis.motion import compute_instantaneous_speeds

_LAGS = 32
_ORIGINS_PER_LAG = 6  # starts that are closer than this part of a lag add next to nothing
_CHUNK = 64  # rows at a time, so that what is summed stays in the cache


def mean_squared_displacement(
    df: pd.DataFrame, *, lags: Sequence[int] | None = None, per: str = "run", box: Any = None
) -> pd.DataFrame:
    """MSD(τ) = ⟨|r(t + τ) − r(t)|²⟩ over starts t, and over robots unless ``per="robot"``.

    Columns ``tau`` (s), ``msd`` (mm²), ``n`` (displacements). ``lags`` are in samples; by default 32 of them, spread evenly
    over the logarithm up to half of the run. Starts are thinned to six a lag, as those between them are nearly the same.
    Short lags: MSD ≈ v²τ² (ballistic); long ones: 4Dτ (diffusive). On periodic domains paths are unwrapped first.
    """
    require(df, "time", "x", "y")
    if per not in ("run", "robot"):
        raise ValueError(f"per: found {per!r}; expected 'run' or 'robot'")
    rows = Rows("tau", "msd", "n")
    for grid in grids(df):
        x, y = unwrapped(grid, box_of(df, box))
        gaps = bool(np.isnan(x).any())
        for lag in _lags(len(grid.time)) if lags is None else lags:
            if not 0 < lag < len(grid.time):
                continue
            tau = float(grid.time[lag:].mean(dtype=float) - grid.time[:-lag].mean(dtype=float))
            total, n = _squared_displacements(x, y, lag, gaps)
            if per == "run":
                total, n = total.sum(), int(n.sum())
                rows.add(grid.key, tau=tau, msd=total / n if n else np.nan, n=n)
            else:
                msd = np.divide(total, n, out=np.full(len(n), np.nan), where=n > 0)
                rows.add(grid.key, **robot_columns(grid.robots), tau=np.full(len(n), tau), msd=msd, n=n)
    return rows.frame()


def compute_msd_per_agent(df: pd.DataFrame, *, per_lag: bool = False, box: Any = None) -> pd.DataFrame:
    """Squared displacement from where a robot started: ``disp2`` = |r(t₀ + τ) − r(t₀)|² (mm²) at each ``tau`` (s), or,
    without ``per_lag``, its mean over τ > 0 as ``MSD``, one row a robot.
    """
    require(df, "time", "x", "y")
    parts = []
    for grid in grids(df):
        x, y = unwrapped(grid, box_of(df, box))
        here = np.isfinite(x)
        start = np.argmax(here, axis=0)
        every = np.arange(x.shape[1])
        disp2 = (x - x[start, every]).astype(float) ** 2 + (y - y[start, every]).astype(float) ** 2
        tau = grid.time.astype(float)[:, None] - grid.time.astype(float)[start]
        later = here & (tau > 0)
        columns = grid.key | robot_columns(grid.robots)
        if per_lag:
            when, who = np.nonzero(later.T)[::-1]
            part = {n: v[who] if isinstance(v, np.ndarray) else v for n, v in columns.items()}
            parts.append(pd.DataFrame({**part, "tau": tau[when, who], "disp2": disp2[when, who]}))
        else:
            n = later.sum(axis=0)
            total = np.where(later, disp2, 0.0).sum(axis=0)
            mean = np.divide(total, n, out=np.full(len(n), np.nan), where=n > 0)
            parts.append(pd.DataFrame({**columns, "MSD": mean}))
    return concat(parts)


def compute_peclet(
    df: pd.DataFrame,
    *,
    characteristic_length: float,
    t_fit_min: float | None = None,
    t_fit_max: float | None = None,
    return_diffusivity: bool = False,
    box: Any = None,
) -> pd.DataFrame:
    """Péclet number of each robot, ``Pe`` = v L / D: how far it goes straight ahead against how far it diffuses.

    v = ``v_mean`` (mm/s), L = ``characteristic_length`` (mm), ``D`` (mm²/s) from a straight line through the
    time-averaged MSD(τ) = 4Dτ + c between ``t_fit_min`` and ``t_fit_max`` (s; by default the lags from a quarter to a half
    of the run); ``D_r2`` is the line's coefficient of determination, ``D_npts`` its points. NaN unless D > 0.
    """
    length = _samples(df)
    lags = np.unique(np.linspace(1, max(length // 2, 1), min(4 * _LAGS, max(length // 2, 1))).astype(int))
    msd = mean_squared_displacement(df, lags=lags, per="robot", box=box)
    longest = msd["tau"].max() if len(msd) else 0.0
    low = 0.5 * longest if t_fit_min is None else t_fit_min
    chosen = msd[(msd["tau"] >= low) & (msd["tau"] <= (longest if t_fit_max is None else t_fit_max))]
    keys = [name for name in (*RUN_KEYS, *ROBOT_KEYS) if name in chosen]
    lines = [
        {**dict(zip(keys, key)), **_diffusivity(part["tau"].to_numpy(), part["msd"].to_numpy())}
        for key, part in chosen.dropna(subset=["msd"]).groupby(keys, dropna=False)
    ]
    speeds = compute_instantaneous_speeds(df, box=box).dropna(subset=["v"])
    v_mean = speeds.groupby(keys, dropna=False)["v"].mean().rename("v_mean").reset_index()
    found = v_mean.merge(pd.DataFrame(lines, columns=[*keys, "D", "D_r2", "D_npts"]), on=keys, how="left")
    found["Pe"] = found["v_mean"] * characteristic_length / found["D"].where(found["D"] > 0)
    return found[[*keys, "v_mean", "Pe", *(["D", "D_r2", "D_npts"] if return_diffusivity else [])]]


def _squared_displacements(
    x: np.ndarray, y: np.ndarray, lag: int, gaps: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Sum over starts of the squared displacement of each robot, and how many there were."""
    stride = max(1, lag // _ORIGINS_PER_LAG)
    x0, x1, y0, y1 = x[:-lag:stride], x[lag::stride], y[:-lag:stride], y[lag::stride]
    total, n = np.zeros(x.shape[1]), np.zeros(x.shape[1], dtype=int)
    for start in range(0, len(x0), _CHUNK):
        part = slice(start, start + _CHUNK)
        squared = np.square(x1[part] - x0[part])
        squared += np.square(y1[part] - y0[part])
        if gaps:
            n += np.isfinite(squared).sum(axis=0)
            squared = np.nan_to_num(squared)
        total += squared.sum(axis=0)
    return total, n if gaps else np.full(x.shape[1], len(x0))


def _lags(length: int) -> np.ndarray:
    longest = max(1, length // 2)
    return np.unique(np.round(np.geomspace(1, longest, _LAGS)).astype(int))


def _samples(df: pd.DataFrame) -> int:
    return max((len(grid.time) for grid in grids(df)), default=0)


def _diffusivity(tau: np.ndarray, msd: np.ndarray) -> dict[str, float]:
    if len(tau) < 3:
        return {"D": np.nan, "D_r2": np.nan, "D_npts": len(tau)}
    slope, intercept = np.polyfit(tau, msd, 1)
    spread = np.sum((msd - msd.mean()) ** 2)
    missed = np.sum((msd - slope * tau - intercept) ** 2)
    return {"D": slope / 4.0, "D_r2": 1.0 - missed / spread if spread > 0 else np.nan, "D_npts": len(tau)}
