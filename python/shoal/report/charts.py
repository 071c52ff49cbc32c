"""Figures of measures: distributions, mean squared displacement, order and neighbours over time, structure."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shoal import analysis
from shoal.report import style
from shoal.report.source import Source, fewer_instants, fewer_robots

_MOST_ROWS = 500_000  # for what is drawn of each robot
_SPECTRA_COST = 2e9  # robots³ × instants
_MOST_LINES = 60  # robots drawn one by one
_GUIDE, _ABOVE = (
    3.0,
    2.5,
)  # length of a line that shows a slope, and how far above the curve it is: both as factors
_LEAST = 0.25  # that an axis reaches to either side of what robots at random have
_BELOW = 100.0  # times the mean's start: robots that move less than that are out of the picture


def distributions(source: Source) -> Figure:
    figure, axes = style.panels(3)
    speeds = analysis.compute_instantaneous_speeds(fewer_robots(source.robots, _MOST_ROWS))
    _histogram(axes[0], speeds["v"], "speed (mm/s)", low=0.0)
    _histogram(axes[1], speeds["omega"], "turning rate (rad/s)")
    degrees = analysis.neighbor_degree_histogram(source.sampled, communication_radius=source.reach)
    by_degree = degrees.groupby("degree")["count"].sum()
    axes[2].bar(by_degree.index, 100 * by_degree / by_degree.sum(), width=0.8, color=style.COLOURS[0])
    axes[2].set_xlabel(f"neighbours within {source.reach:g} mm")
    axes[2].xaxis.get_major_locator().set_params(integer=True)
    axes[0].set_ylabel("% of the robots' time")
    for panel in axes:
        panel.grid(axis="x", visible=False)
    return figure


def displacement(source: Source) -> Figure:
    """MSD of each robot, of all, and lines of slope 2 and 1."""
    figure, (axes,) = style.panels(1, 4.4)
    each = analysis.mean_squared_displacement(fewer_robots(source.robots, _MOST_ROWS), per="robot")
    keys = [name for name in ("arena_file", "run", "robot_category", "robot_id") if name in each]
    for _, line in list(each.groupby(keys))[:_MOST_LINES]:
        axes.plot(
            line["tau"], line["msd"].where(line["msd"] > 0), color=style.FAINT, linewidth=0.6, alpha=0.45
        )
    mean = mean_over_runs(analysis.mean_squared_displacement(source.robots), "tau", "msd")
    mean = mean[mean["mean"] > 0]
    axes.plot(mean["tau"], mean["mean"], color=style.COLOURS[0], linewidth=2.6)
    if len(mean) > 1:
        _logarithmic(axes)
        _slope(axes, mean, 0, 2, "τ²: ballistic")
        _slope(axes, mean, len(mean) - 1, 1, "τ: diffusive")
        axes.autoscale_view()
        axes.set_ylim(bottom=max(axes.get_ylim()[0], mean["mean"].iloc[0] / _BELOW))
    axes.set_xlabel("lag τ (s)")
    axes.set_ylabel("mean squared displacement (mm²)")
    return figure


def order_over_time(source: Source) -> Figure:
    figure, axes = style.panels(2)
    polar = analysis.vicsek_polar_order(source.sampled)
    milling = analysis.milling_metrics(source.sampled)
    milling["Lz_norm"] = milling["Lz_norm"].abs()
    clusters = analysis.largest_cluster_fraction(source.sampled, source.reach)
    lattice = analysis.bond_orientational_order(source.sampled, source.reach)
    _over_time(axes[0], [(polar, "P_polar", "polar order"), (milling, "Lz_norm", "milling")])
    _over_time(
        axes[1],
        [(clusters, "largest_cluster_frac", "largest cluster"), (lattice, "psi_6", r"lattice, $\psi_6$")],
        first=2,
    )
    axes[0].set_title("do they head the same way?")
    axes[1].set_title("do they keep together, in a lattice?")
    return figure


def neighbours_over_time(source: Source) -> Figure:
    figure, axes = style.panels(3)
    reach = source.reach
    fano = analysis.compute_fano_over_time(source.sampled, communication_radius=reach)
    distance = analysis.interindividual_distance_knn_over_time(source.sampled, k=1)
    spectrum = analysis.instantaneous_eigs(_for_spectra(source.sampled), reach, k_first=1)
    for panel, table, column, label in (
        (axes[0], fano, "mean_degree", f"neighbours within {reach:g} mm"),
        (axes[1], distance, "mean_distance", "distance to the nearest (mm)"),
        (axes[2], spectrum, "lcc_lambda_nz_1", "λ₂ of the largest component"),
    ):
        line = mean_over_runs(table, "time", column)
        panel.plot(line["time"], line["mean"], color=style.COLOURS[0])
        style.band(panel, line["time"], line["low"], line["high"], style.COLOURS[0])
        panel.set_title(label)
        panel.set_xlabel("time (s)")
        panel.set_ylim(bottom=0)
    return figure


def _for_spectra(frame: pd.DataFrame) -> pd.DataFrame:
    """Spectra cost the cube of the number of robots: fewer instants of large swarms."""
    robots = len(frame) / frame["time"].nunique()
    return fewer_instants(frame, int(np.clip(_SPECTRA_COST / robots**3, 12, 240)))


def structure(source: Source) -> Figure:
    """Averages over the last third of the run."""
    times = np.sort(source.sampled["time"].unique())
    late = source.sampled[source.sampled["time"] >= times[-max(1, len(times) // 3)]]
    r_max, dr = 4 * source.reach, source.reach / 12
    figure, axes = style.panels(3)
    g = mean_over_runs(analysis.radial_distribution_function(late, r_max, dr), "r", "g_r")
    correlation = mean_over_runs(analysis.alignment_correlation(late, r_max=r_max, dr=dr), "r", "C_r")
    factor = mean_over_runs(analysis.structure_factor(late, 64, 64), "k", "S_k", digits=8)
    _curve(axes[0], g, "r", "pairs, g(r)", "distance r (mm)", 1.0)
    _curve(axes[1], correlation, "r", "alignment, C(r)", "distance r (mm)", 0.0)
    _curve(axes[2], factor, "k", "structure factor, S(k)", "wave number k (rad/mm)", 1.0)
    return figure


def mean_over_runs(table: pd.DataFrame, by: str, column: str, digits: int | None = None) -> pd.DataFrame:
    """Mean of a column at each value of another, over all runs, and the 5th and 95th centile."""
    at = table[by] if digits is None else table[by].round(digits)
    groups = table[column].groupby(at)
    return pd.DataFrame(
        {"mean": groups.mean(), "low": groups.quantile(0.05), "high": groups.quantile(0.95)}
    ).reset_index()


def _histogram(axes: Axes, values: pd.Series, label: str, low: float | None = None) -> None:
    values = values.dropna().to_numpy(float)
    ends = np.quantile(values, [0.002, 0.998])
    left, right = ends[0] if low is None else low, ends[1]
    if not right > left:
        left, right = left - 0.5, left + 0.5
    weights = np.full(len(values), 100.0 / len(values))
    axes.hist(values, bins=40, range=(left, right), weights=weights, color=style.COLOURS[0])
    axes.axvline(values.mean(), color=style.INK, linewidth=1.0, linestyle=(0, (4, 3)))
    axes.annotate(
        f"mean {values.mean():.3g}", (values.mean(), 1.0), xycoords=("data", "axes fraction"), xytext=(4, 2),
        textcoords="offset points", fontsize=9, color=style.INK, va="bottom", ha="center",
    )  # fmt: skip
    axes.set_xlabel(label)


def _over_time(axes: Axes, lines: list[tuple[pd.DataFrame, str, str]], first: int = 0) -> None:
    ends = []
    for i, (table, column, text) in enumerate(lines):
        line, colour = mean_over_runs(table, "time", column), style.COLOURS[first + i]
        axes.plot(line["time"], line["mean"], color=colour)
        style.band(axes, line["time"], line["low"], line["high"], colour)
        ends.append((line["time"].to_numpy(float), line["mean"].to_numpy(float), text, colour))
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel("time (s)")
    style.label_ends(axes, ends)


def _curve(axes: Axes, line: pd.DataFrame, x: str, title: str, label: str, gas: float) -> None:
    axes.axhline(gas, color=style.FAINT, linewidth=1.0, linestyle=(0, (4, 3)))
    axes.plot(line[x], line["mean"], color=style.COLOURS[0])
    axes.set_title(title)
    axes.set_xlabel(label)
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, -_LEAST) if gas == 0.0 else 0.0, max(high, gas + _LEAST))


def _logarithmic(axes: Axes) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")


def _slope(axes: Axes, mean: pd.DataFrame, index: int, power: int, text: str) -> None:
    """A dashed line next to an end of the curve, over half a decade towards its middle, with its name."""
    tau, msd = float(mean["tau"].iloc[index]), float(mean["mean"].iloc[index])
    across = tau * np.array([1.0, _GUIDE if index == 0 else 1 / _GUIDE])
    along = _ABOVE * msd * (across / tau) ** power
    axes.plot(across, along, color=style.INK, linewidth=1.0, linestyle=(0, (4, 3)))
    side = 1 if index == 0 else -1
    axes.annotate(
        text, (across[1], along[1]), xytext=(6 * side, 0), textcoords="offset points", fontsize=9, va="center",
        ha="left" if side > 0 else "right",
    )  # fmt: skip
