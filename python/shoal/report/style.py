"""How figures look: one paper, one ink, few lines, colours that the colour-blind tell apart (Okabe and Ito 2008)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

PAPER, INK, FAINT = "#ffffff", "#2b2f36", "#8b919b"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#5b5f66")
MAP = "magma_r"
_MOST_VECTORS = 5000

_SETTINGS = {
    "axes.edgecolor": FAINT, "axes.facecolor": PAPER, "axes.grid": True, "axes.labelcolor": INK, "axes.labelsize": 10,
    "axes.spines.right": False, "axes.spines.top": False, "axes.titlecolor": INK, "axes.titlelocation": "left",
    "axes.titlesize": 11, "axes.titlepad": 10, "figure.facecolor": PAPER, "font.size": 10, "grid.color": "#e8e9ec",
    "grid.linewidth": 0.8, "legend.fontsize": 9, "legend.frameon": False, "lines.linewidth": 1.8,
    "lines.solid_capstyle": "round", "savefig.facecolor": PAPER, "text.color": INK, "xtick.color": INK,
    "xtick.labelsize": 9, "ytick.color": INK, "ytick.labelsize": 9, "svg.hashsalt": "shoal", "xtick.major.size": 3,
    "ytick.major.size": 3, "axes.axisbelow": True,
}  # fmt: skip


@contextmanager
def styled() -> Iterator[None]:
    with matplotlib.rc_context(_SETTINGS):
        yield


def panels(count: int, height: float = 3.4, width: float = 10.0) -> tuple[Figure, np.ndarray]:
    figure, axes = plt.subplots(1, count, figsize=(width, height), layout="constrained", squeeze=False)
    return figure, axes[0]


def band(axes: Axes, x, low, high, colour: str) -> None:
    axes.fill_between(x, low, high, color=colour, alpha=0.16, linewidth=0)


def label_ends(axes: Axes, lines: list[tuple[np.ndarray, np.ndarray, str, str]]) -> None:
    """Names lines (x, y, text, colour) at their right end, apart from each other, instead of a legend."""
    ends = []
    for x, y, text, colour in lines:
        known = np.flatnonzero(np.isfinite(y))
        if len(known):
            ends.append([float(y[known[-1]]), float(x[known[-1]]), text, colour])
    low, high = axes.get_ylim()
    gap = 0.085 * (high - low)
    ends.sort(key=lambda end: end[0])
    heights = spread([end[0] for end in ends], gap, low, high)
    for (_, x, text, colour), height in zip(ends, heights):
        axes.annotate(
            text, (x, height), xytext=(6, 0), textcoords="offset points", color=colour, fontsize=9, va="center",
            annotation_clip=False,
        )  # fmt: skip


def spread(heights: list[float], gap: float, low: float, high: float) -> list[float]:
    """The same heights in the same order, moved as little as it takes to keep a gap and stay between the ends."""
    apart: list[float] = []
    for height in heights:
        apart.append(max(height, apart[-1] + gap) if apart else max(height, low))
    for i in range(len(apart) - 1, -1, -1):
        apart[i] = min(apart[i], (apart[i + 1] - gap) if i + 1 < len(apart) else high)
    return apart


def light(figure: Figure) -> None:
    """Many lines become pixels within the figure, also in PDF and SVG, which would be huge otherwise."""
    lines = [c for axes in figure.axes for c in axes.collections if isinstance(c, LineCollection)]
    if sum(len(c.get_segments()) for c in lines) > _MOST_VECTORS:
        for collection in lines:
            collection.set_rasterized(True)


def floor(axes: Axes, extent: np.ndarray) -> None:
    """Axes of a map: no frame, the same scale both ways, y downwards as in the window."""
    (left, low), (right, high) = extent
    margin = 0.02 * max(right - left, high - low)
    axes.set_xlim(left - margin, right + margin)
    axes.set_ylim(high + margin, low - margin)
    axes.set_aspect("equal")
    axes.set_axis_off()
