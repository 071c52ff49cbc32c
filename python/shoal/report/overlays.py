"""Figures of several logs in the same axes."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from shoal import analysis
from shoal.report import style
from shoal.report.charts import mean_over_runs
from shoal.report.source import Source

_ROW = 0.34  # inches a row of the forest
_ENDS = 0.999  # of the values that the axes of a distribution hold


def colour(index: int) -> str:
    return style.COLOURS[index % len(style.COLOURS)]


def forest(table: pd.DataFrame, names: list[str]) -> Figure:
    """Hedges' g of each measure and log, with its interval."""
    measures = list(dict.fromkeys(table["measure"]))
    others = names[1:]
    figure, (axes,) = style.panels(1, 1.3 + _ROW * len(measures) * max(1.4, len(others)))
    axes.axvline(0.0, color=style.FAINT, linewidth=1.0, linestyle=(0, (4, 3)))
    for i, name in enumerate(others, start=1):
        rows = table[table["log"] == name].set_index("measure").reindex(measures)
        y = np.arange(len(measures)) + 0.7 * (i - 0.5 * (len(others) + 1)) / max(len(others), 1)
        axes.hlines(y, rows["g_low"], rows["g_high"], color=colour(i), linewidth=2.4)
        axes.scatter(
            rows["g"], y, s=34, color=colour(i), edgecolors=style.PAPER, linewidths=0.8, zorder=3, label=name
        )
    axes.set_yticks(range(len(measures)), measures)
    axes.set_ylim(len(measures) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(f"Hedges' g against {names[0]}")
    figure.legend(loc="outside upper right", ncols=min(4, len(others)))
    return figure


def over_time(sources: list[Source]) -> Figure:
    figure, axes = style.panels(3)
    for i, source in enumerate(sources):
        fano = analysis.compute_fano_over_time(source.sampled, communication_radius=source.reach)
        clusters = analysis.largest_cluster_fraction(source.sampled, source.reach)
        for panel, data, column in (
            (axes[0], analysis.vicsek_polar_order(source.sampled), "P_polar"),
            (axes[1], clusters, "largest_cluster_frac"),
            (axes[2], fano, "mean_degree"),
        ):
            line = mean_over_runs(data, "time", column)
            panel.plot(
                line["time"], line["mean"], color=colour(i), label=source.name if panel is axes[0] else None
            )
            style.band(panel, line["time"], line["low"], line["high"], colour(i))
            panel.set_xlabel("time (s)")
    for panel, title in zip(axes, ("polar order", "largest cluster, share", "neighbours")):
        panel.set_title(title)
        panel.set_ylim(0, None if title == "neighbours" else 1.02)
    figure.legend(loc="outside upper right", ncols=4)
    return figure


def speeds(sources: list[Source]) -> Figure:
    """Cumulative distributions: they need no bins."""
    figure, axes = style.panels(2)
    for i, source in enumerate(sources):
        found = analysis.compute_instantaneous_speeds(source.robots)
        for panel, values in ((axes[0], found["v"]), (axes[1], found["omega"].abs())):
            values = np.sort(values.dropna().to_numpy(float))
            at = np.unique(np.linspace(0, len(values) - 1, 500).astype(int))
            panel.plot(
                values[at],
                (at + 1) / len(values),
                color=colour(i),
                label=source.name if panel is axes[0] else None,
            )
    for panel, label in zip(axes, ("speed (mm/s)", "turning rate, without sign (rad/s)")):
        shown = np.concatenate([line.get_xdata() for line in panel.lines])
        panel.set_xlim(0, max(np.quantile(shown, _ENDS) * 1.03, 1e-9))
        panel.set_ylim(0, 1.02)
        panel.set_xlabel(label)
    axes[0].set_ylabel("share of the robots' time")
    figure.legend(loc="outside upper right", ncols=4)
    return figure


def displacement(sources: list[Source]) -> Figure:
    figure, (axes,) = style.panels(1, 4.4)
    for i, source in enumerate(sources):
        line = mean_over_runs(analysis.mean_squared_displacement(source.robots), "tau", "msd")
        line = line[line["mean"] > 0]
        axes.plot(line["tau"], line["mean"], color=colour(i), label=source.name)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("lag τ (s)")
    axes.set_ylabel("mean squared displacement (mm²)")
    axes.legend()
    return figure
