"""Pictures of a search as PNG: fitness over evaluations, and the archive of MAP-Elites."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from shoal.optimize.evaluations import Entry
from shoal.report import style

_DPI = 160


def write(output: Path, entries: Sequence[Entry], archive: Any = None) -> None:
    with style.styled():
        _convergence(output / "fitness_vs_eval.png", entries)
        if archive is not None:
            _archive(output / "archive.png", archive)


def _convergence(path: Path, entries: Sequence[Entry]) -> None:
    count = max(len(entry.score.fitness) for entry in entries)
    figure, axes = style.panels(count, 4.2, max(8.0, 5.0 * count))
    for i, panel in enumerate(axes):
        _fitness(panel, entries, i)
        panel.set_ylabel("fitness" if count == 1 else f"objective {i + 1}")
    figure.savefig(path, dpi=_DPI)
    plt.close(figure)


def _fitness(axes: Axes, entries: Sequence[Entry], i: int) -> None:
    worked = [entry for entry in entries if not entry.score.failed]
    number = np.array([entry.index + 1 for entry in worked])
    fitness = np.array([entry.score.fitness[i] for entry in worked])
    half = np.array([entry.score.half[i] if entry.score.half else 0.0 for entry in worked])
    axes.errorbar(number, fitness, half, fmt="o", markersize=4, color=style.FAINT, elinewidth=0.8, zorder=1)
    best, at = np.maximum.accumulate(fitness), number
    end = entries[-1].index + 1
    axes.step([*at, end], [*best, best[-1]], where="post", color=style.COLOURS[0], zorder=2)
    low, high = axes.get_ylim()
    failed = [entry.index + 1 for entry in entries if entry.score.failed]
    axes.plot(failed, np.full(len(failed), low), "x", color=style.COLOURS[1], clip_on=False, zorder=3)
    axes.set_ylim(low, high)
    axes.set_xlabel("evaluation")
    axes.xaxis.get_major_locator().set_params(integer=True)
    words = f"best so far (line), {len(worked)} evaluations" + (", 95 % intervals" if half.any() else "")
    axes.set_title(words + (f", {len(failed)} failed (crosses)" if failed else ""))


def grid(archive: Any) -> np.ndarray:
    """Fitness by cell, NaN where there is no elite: the last feature along the rows."""
    values = np.full(archive.dims, np.nan)
    data = archive.data()
    values[tuple(archive.int_to_grid_index(data["index"]).T)] = data["objective"]
    return values.T


def _archive(path: Path, archive: Any) -> None:
    """Of two features; others have no picture."""
    if len(archive.dims) != 2:
        return
    figure, (axes,) = style.panels(1, 5.6, 7.0)
    low, high = archive.lower_bounds, archive.upper_bounds
    drawn = axes.imshow(
        grid(archive),
        origin="lower",
        extent=(low[0], high[0], low[1], high[1]),
        aspect="auto",
        cmap="viridis",
    )
    axes.grid(visible=False)
    axes.set_xlabel("feature 1")
    axes.set_ylabel("feature 2")
    axes.set_title(f"{archive.stats.num_elites} elites in {archive.cells} cells")
    figure.colorbar(drawn, ax=axes, label="fitness")
    figure.savefig(path, dpi=_DPI)
    plt.close(figure)
