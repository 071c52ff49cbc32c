"""How well headings agree: polar order, of all and of neighbours, and how far the agreement reaches.

Functions: vicsek_polar_order, vicsek_local_polar_order, local_pairwise_alignment, alignment_correlation,
alignment_correlation_length. Robots without a heading (membranes, say) are left out. Lengths in mm.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from shoal.analysis.domain import box_of, pairs
from shoal.analysis.frames import Rows, Snapshot, robot_columns, snapshots


def vicsek_polar_order(df: pd.DataFrame) -> pd.DataFrame:
    """``P_polar`` = |⟨exp(iθ)⟩|: 1 if all head the same way, about √(π/4N) at random (Vicsek et al. 1995)."""
    rows = Rows("P_polar")
    for at in snapshots(df, angles=True):
        rows.add(at.key, P_polar=abs(np.exp(1j * at.angle).mean()) if len(at.angle) else np.nan)
    return rows.frame()


def vicsek_local_polar_order(
    df: pd.DataFrame, rc: float, *, distribution: bool = False, box: Any = None
) -> pd.DataFrame:
    """Polar order among each robot and its neighbours within ``rc``, m robots in all.

    P_local = |Σ exp(iθ)|/m; P_local_biasfree = (m P² − 1)/(m − 1), the mean of cos Δθ over their pairs, is 0 on average at
    random whatever m; Rayleigh_Z = m P². Columns: ``P_local_{mean,std,median,q25,q75}``, the same of ``P_local_biasfree``,
    ``Rayleigh_Z_mean``, over robots with a neighbour; ``frac_isolated``, ``mean_n_neighbors``, ``mean_m_incl_self`` over all.
    With ``distribution`` one row a robot: ``P_local``, ``P_local_biasfree``, ``Rayleigh_Z``, ``n_neighbors``, ``m_incl_self``.
    """
    sides = box_of(df, box)
    rows = Rows()
    for at in snapshots(df, angles=True):
        each = _local_order(at, rc, sides)
        if distribution:
            rows.add(at.key, **robot_columns(at.robots), **each)
            continue
        social = each["n_neighbors"] > 0
        rows.add(
            at.key,
            **_quartiles("P_local", each["P_local"][social]),
            **_quartiles("P_local_biasfree", each["P_local_biasfree"][social]),
            Rayleigh_Z_mean=_mean(each["Rayleigh_Z"][social]),
            **_company(each["n_neighbors"]),
            mean_m_incl_self=_mean(each["m_incl_self"]),
        )
    return rows.frame()


def local_pairwise_alignment(
    df: pd.DataFrame, rc: float, *, distribution: bool = False, box: Any = None
) -> pd.DataFrame:
    """cos(θi − θj) of neighbours within ``rc``: ``A_edge_mean`` over pairs; ``A_node_{mean,std,median,q25,q75}`` over robots of
    their mean over neighbours; ``frac_isolated``, ``mean_n_neighbors``. With ``distribution`` one row a robot: ``A_local``, ``n_neighbors``.
    """
    sides = box_of(df, box)
    rows = Rows()
    for at in snapshots(df, angles=True):
        i, j, _ = pairs(at.xy, rc, sides)
        cosine = np.cos(at.angle[i] - at.angle[j])
        n = _degrees(i, j, len(at.xy))
        node = _share(_sum_at(i, cosine, len(at.xy)) + _sum_at(j, cosine, len(at.xy)), n)
        if distribution:
            rows.add(at.key, **robot_columns(at.robots), A_local=node, n_neighbors=n)
        else:
            rows.add(at.key, A_edge_mean=_mean(cosine), **_quartiles("A_node", node[n > 0]), **_company(n))
    return rows.frame()


def alignment_correlation(
    df: pd.DataFrame, *, r_max: float = 200.0, dr: float = 2.0, box: Any = None
) -> pd.DataFrame:
    """``C_r`` = ⟨cos(θi − θj)⟩ over pairs at a distance in [r − dr/2, r + dr/2), NaN if there is none: ``r``, ``C_r``, ``pair_count``."""
    sides = box_of(df, box)
    bins = int(np.ceil(r_max / dr - 1e-9))
    r = dr * (np.arange(bins) + 0.5)
    rows = Rows("r", "C_r", "pair_count")
    for at in snapshots(df, angles=True):
        i, j, offset = pairs(at.xy, r_max, sides)
        which = (np.hypot(*offset.T) / dr).astype(int)
        near = which < bins
        count = np.bincount(which[near], minlength=bins)
        total = np.bincount(which[near], np.cos(at.angle[i] - at.angle[j])[near], minlength=bins)
        rows.add(at.key, r=r, C_r=_share(total, count), pair_count=count)
    return rows.frame()


def alignment_correlation_length(
    Cr_df: pd.DataFrame, *, dr: float | None = None, positive_only: bool = True
) -> pd.DataFrame:
    """``xi_align`` (mm) = ∫ C(r) dr of what alignment_correlation gave: ξ if C = exp(−r/ξ). ``positive_only`` stops where C
    first falls below 0. Bins without pairs are bridged by straight lines.
    """
    keys = [name for name in ("arena_file", "run", "time") if name in Cr_df]
    groups = Cr_df.groupby(keys, dropna=False) if keys else [((), Cr_df)]
    lines = [{**dict(zip(keys, key)), "xi_align": _integral(part, dr, positive_only)} for key, part in groups]
    return pd.DataFrame(lines, columns=[*keys, "xi_align"])


def _integral(part: pd.DataFrame, dr: float | None, positive_only: bool) -> float:
    r, correlation = part["r"].to_numpy(float), part["C_r"].to_numpy(float)
    known = np.isfinite(correlation)
    if not known.any():
        return np.nan
    correlation = np.interp(r, r[known], correlation[known])
    if positive_only and (correlation < 0).any():
        correlation[np.argmax(correlation < 0) :] = 0.0
    return float(correlation.sum() * (dr if dr is not None else r[1] - r[0]))


def _local_order(at: Snapshot, rc: float, sides: np.ndarray | None) -> dict[str, np.ndarray]:
    i, j, _ = pairs(at.xy, rc, sides)
    heading = np.exp(1j * at.angle)
    total = heading.copy()
    np.add.at(total, i, heading[j])
    np.add.at(total, j, heading[i])
    n = _degrees(i, j, len(at.xy))
    m = n + 1
    order = np.abs(total) / m
    rayleigh = m * order**2
    return {
        "P_local": order,
        "P_local_biasfree": _share(rayleigh - 1.0, n),
        "Rayleigh_Z": rayleigh,
        "n_neighbors": n,
        "m_incl_self": m,
    }


def _degrees(i: np.ndarray, j: np.ndarray, count: int) -> np.ndarray:
    return np.bincount(i, minlength=count) + np.bincount(j, minlength=count)


def _sum_at(index: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    return np.bincount(index, values, minlength=count)


def _share(total: np.ndarray, count: np.ndarray) -> np.ndarray:
    return np.divide(total, count, out=np.full(len(count), np.nan), where=count > 0)


def _mean(values: np.ndarray) -> float:
    return float(np.mean(values)) if len(values) else np.nan


def _quartiles(name: str, values: np.ndarray) -> dict[str, float]:
    if len(values) == 0:
        return {f"{name}_{what}": np.nan for what in ("mean", "std", "median", "q25", "q75")}
    q25, median, q75 = np.quantile(values, [0.25, 0.5, 0.75])
    return {
        f"{name}_mean": float(values.mean()),
        f"{name}_std": float(values.std(ddof=1)) if len(values) > 1 else np.nan,
        f"{name}_median": median,
        f"{name}_q25": q25,
        f"{name}_q75": q75,
    }


def _company(n: np.ndarray) -> dict[str, float]:
    return {"frac_isolated": _mean(n == 0), "mean_n_neighbors": _mean(n)}
