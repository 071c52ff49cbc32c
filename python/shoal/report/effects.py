"""How much logs differ: means of runs or robots, Hedges' g, bootstrap intervals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from shoal import analysis
from shoal.report.source import Source

_FEWEST_RUNS = 3
_RESAMPLES = 4000
_LEVEL = 0.95

_OF_ROBOTS = {
    "speed (mm/s)": "v",
    "turning (rad/s)": "Omega",
    "displacement, rms (mm)": "distance",
    "neighbours": "n_neighbors",
}


class Samples(NamedTuple):
    by_run: bool  # one value a run, else one a robot
    values: pd.DataFrame  # a column a measure


def samples(source: Source) -> Samples:
    """A value of each measure for every run if there are enough of them, else for every robot, where it has one."""
    keys = [name for name in ("arena_file", "run") if name in source.robots]
    runs = source.robots.groupby(keys).ngroups if "run" in keys else 1
    robots = _of_robots(source)
    if runs < _FEWEST_RUNS:
        return Samples(False, robots[list(_OF_ROBOTS)])
    values = robots.groupby(keys)[list(_OF_ROBOTS)].mean()
    return Samples(True, values.join(_of_runs(source, keys)).reset_index(drop=True))


def table(samples: list[Samples], names: list[str]) -> pd.DataFrame:
    """A row for each measure and log: mean, difference to the first log and Hedges' g, both with intervals."""
    if len({s.by_run for s in samples}) > 1:
        raise ValueError(
            "some logs have three runs or more and others fewer: they cannot be compared with each other"
        )
    rows = []
    for measure in samples[0].values:
        base = samples[0].values[measure].dropna().to_numpy(float)
        for name, sample in zip(names, samples):
            values = sample.values[measure].dropna().to_numpy(float)
            about = {} if sample is samples[0] else _effect(values, base)
            rows.append({"measure": measure, "log": name, "n": len(values), "mean": _mean(values), **about})
    columns = [
        "measure",
        "log",
        "n",
        "mean",
        "difference",
        "difference_low",
        "difference_high",
        "g",
        "g_low",
        "g_high",
    ]
    return pd.DataFrame(rows, columns=columns)


def hedges_g(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(⟨a⟩ − ⟨b⟩)/pooled deviation · (1 − 3/(4(n_a + n_b) − 9)), over the last axis (Hedges 1981); NaN without any spread."""
    n, m = a.shape[-1], b.shape[-1]
    pooled = ((n - 1) * a.var(axis=-1, ddof=1) + (m - 1) * b.var(axis=-1, ddof=1)) / (n + m - 2)
    difference = a.mean(axis=-1) - b.mean(axis=-1)
    g = np.divide(difference, np.sqrt(pooled), out=np.full(np.shape(difference), np.nan), where=pooled > 0)
    return g * (1.0 - 3.0 / (4.0 * (n + m) - 9.0))


def printed(effects: pd.DataFrame) -> pd.DataFrame:
    """The table as people read it."""

    def interval(row: pd.Series, name: str) -> str:
        if not np.isfinite(row[name]):
            return "–"
        return f"{row[name]:+.3g} [{row[f'{name}_low']:+.3g}, {row[f'{name}_high']:+.3g}]"

    return pd.DataFrame(
        {
            "measure": effects["measure"].where(~effects["measure"].duplicated(), ""),
            "log": effects["log"],
            "n": effects["n"],
            "mean": effects["mean"].map("{:.4g}".format),
            "difference [95 %]": effects.apply(interval, axis=1, name="difference"),
            "Hedges' g [95 %]": effects.apply(interval, axis=1, name="g"),
        }
    )


def _effect(a: np.ndarray, b: np.ndarray) -> dict[str, float]:
    if min(len(a), len(b)) < 2:
        return {}
    rng = np.random.default_rng(0)
    resampled = [values[rng.integers(0, len(values), (_RESAMPLES, len(values)))] for values in (a, b)]
    differences = resampled[0].mean(axis=1) - resampled[1].mean(axis=1)
    low, high = _interval(differences)
    g_low, g_high = _interval(hedges_g(*resampled))
    return {
        "difference": a.mean() - b.mean(), "difference_low": low, "difference_high": high,
        "g": float(hedges_g(a, b)), "g_low": g_low, "g_high": g_high,
    }  # fmt: skip


def _interval(values: np.ndarray) -> tuple[float, float]:
    values = values[np.isfinite(values)]
    if len(values) == 0:
        return np.nan, np.nan
    low, high = np.quantile(values, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return float(low), float(high)


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else np.nan


def _of_robots(source: Source) -> pd.DataFrame:
    keys = [name for name in ("arena_file", "run", "robot_category", "robot_id") if name in source.robots]
    found = analysis.locomotion(source.robots).merge(analysis.compute_msd_per_agent(source.robots), on=keys)
    found["distance"] = np.sqrt(found["MSD"])
    degrees = analysis.degrees(source.sampled, communication_radius=source.reach)
    found = found.merge(degrees.groupby(keys, dropna=False)["n_neighbors"].mean().reset_index(), on=keys)
    return found.rename(columns={column: text for text, column in _OF_ROBOTS.items()})


def _of_runs(source: Source, keys: list[str]) -> pd.DataFrame:
    tables = {
        "polar order": (analysis.vicsek_polar_order(source.sampled), "P_polar"),
        "milling": (analysis.milling_metrics(source.sampled).eval("Lz_norm = abs(Lz_norm)"), "Lz_norm"),
        "largest cluster": (
            analysis.largest_cluster_fraction(source.sampled, source.reach),
            "largest_cluster_frac",
        ),
        "ψ₆": (analysis.bond_orientational_order(source.sampled, source.reach), "psi_6"),
    }
    return pd.DataFrame(
        {name: table.groupby(keys)[column].mean() for name, (table, column) in tables.items()}
    )
