"""A picture of where every robot went: ``python -m shoal.paths data.feather paths.png``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from shoal import logs

_LEAST_EXTENT = 100.0  # mm, if there is nothing to see
_PAPER = "#fbfaf7"
_FLOOR = "#ffffff"
_INK = "#2b2f36"
_OLDEST_ALPHA = 0.06
_MOST_LEGEND_ENTRIES = 8


def draw_paths(frame: pd.DataFrame, metadata: dict[str, Any], title: str | None = None) -> Figure:
    """Each robot's path, older parts fainter, an open dot where it started and a full one where it ended."""
    polygons = logs.arena_polygons(metadata)
    rows = bodies(frame)
    figure, axes = plt.subplots(figsize=(8.0, 8.0), facecolor=_PAPER)
    _draw_arena(axes, polygons)
    extent = _extent(rows, polygons)
    categories = list(rows["robot_category"].unique())
    for category in categories:
        _draw_category(axes, rows[rows["robot_category"] == category], categories, extent)
    _dress(axes, extent)
    if 1 < len(categories) <= _MOST_LEGEND_ENTRIES:
        axes.legend(loc="upper right", frameon=False, labelcolor=_INK, fontsize=9)
    axes.set_title(title or _describe(rows), color=_INK, fontsize=11, loc="left")
    figure.tight_layout()
    return figure


def bodies(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows that have a place and stand for a whole body: no walls, no parts of membranes."""
    keep = np.isfinite(frame["x"]) & np.isfinite(frame["y"])
    if "subpart_id" in frame:
        keep &= frame["subpart_id"].fillna(-1) < 0
    return frame[keep].sort_values("time", kind="stable")


def _paths(rows: pd.DataFrame) -> Iterator[np.ndarray]:
    for _, path in rows.groupby("robot_id", sort=True):
        yield path[["x", "y"]].to_numpy(dtype=float)


def _draw_arena(axes: Axes, polygons: list[np.ndarray]) -> None:
    """Floor and outline in one compound shape, so that holes stay open."""
    if not polygons:
        return
    turned = [_turned(polygon, clockwise=i > 0) for i, polygon in enumerate(polygons)]
    outline = Path.make_compound_path(*(Path(np.vstack([p, p[:1]]), closed=True) for p in turned))
    axes.add_patch(
        PathPatch(outline, facecolor=_FLOOR, edgecolor=_INK, linewidth=1.6, joinstyle="round", zorder=0)
    )


def _turned(polygon: np.ndarray, clockwise: bool) -> np.ndarray:
    """The same outline, its points in the order asked for: a hole must run against the outer line."""
    x, y = polygon.T
    doubled_area = np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))
    return polygon[::-1] if (doubled_area < 0) != clockwise else polygon


def _draw_category(axes: Axes, rows: pd.DataFrame, categories: list[str], extent: np.ndarray) -> None:
    paths = list(_paths(rows))
    colours = _colours(paths, categories.index(rows["robot_category"].iloc[0]), len(categories))
    longest_step = 0.5 * np.ptp(extent, axis=0).max()  # a longer one went through a periodic seam
    for path, colour in zip(paths, colours, strict=True):
        _draw_trail(axes, path, colour, longest_step)
    starts, ends = np.array([path[0] for path in paths]), np.array([path[-1] for path in paths])
    axes.scatter(*starts.T, s=9, facecolors=_FLOOR, edgecolors=colours, linewidths=0.8, alpha=0.7, zorder=2)
    label = f"{rows['robot_category'].iloc[0]} ({len(paths)})"
    axes.scatter(*ends.T, s=22, c=colours, edgecolors=_FLOOR, linewidths=0.6, zorder=3, label=label)


def _draw_trail(axes: Axes, path: np.ndarray, colour: np.ndarray, longest_step: float) -> None:
    segments = np.stack([path[:-1], path[1:]], axis=1)
    age = np.linspace(0.0, 1.0, len(segments))
    alpha = _OLDEST_ALPHA + (0.85 - _OLDEST_ALPHA) * age**1.5
    whole = np.abs(segments[:, 1] - segments[:, 0]).max(axis=1) < longest_step
    tints = np.column_stack([np.tile(colour, (len(segments), 1)), alpha])[whole]
    axes.add_collection(
        LineCollection(segments[whole], colors=tints, linewidths=1.1, capstyle="round", zorder=1)
    )


def _colours(paths: list[np.ndarray], index: int, categories: int) -> np.ndarray:
    """One category: hues by where a robot set out around the centre. Several: a hue for each."""
    if categories > 1:
        return np.tile(_hue_to_rgb(0.6 + 2.0 * np.pi * index / categories), (len(paths), 1))
    starts = np.array([path[0] for path in paths])
    offset = starts - starts.mean(axis=0)
    return np.array([_hue_to_rgb(angle) for angle in np.arctan2(offset[:, 1], offset[:, 0])])


def _hue_to_rgb(hue: float, lightness: float = 0.62, chroma: float = 0.14) -> np.ndarray:
    """A colour of the OKLCH wheel, on which all hues look equally light; hue in rad."""
    a, b = chroma * np.cos(hue), chroma * np.sin(hue)
    to_lms = np.array([[1.0, 0.3963377774, 0.2158037573],
                       [1.0, -0.1055613458, -0.0638541728],
                       [1.0, -0.0894841775, -1.2914855480]])  # fmt: skip
    to_linear = np.array([[4.0767416621, -3.3077115913, 0.2309699292],
                          [-1.2684380046, 2.6097574011, -0.3413193965],
                          [-0.0041960863, -0.7034186147, 1.7076147010]])  # fmt: skip
    linear = np.clip(to_linear @ (to_lms @ np.array([lightness, a, b])) ** 3, 0.0, 1.0)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def _extent(rows: pd.DataFrame, polygons: list[np.ndarray]) -> np.ndarray:
    """The corners of all there is to see: [[x, y], [x, y]], in mm."""
    points = np.vstack([*polygons, rows[["x", "y"]].to_numpy(dtype=float)])
    if len(points) == 0:
        return np.array([[0.0, 0.0], [_LEAST_EXTENT, _LEAST_EXTENT]])
    return np.array([points.min(axis=0), points.max(axis=0)])


def _dress(axes: Axes, extent: np.ndarray) -> None:
    (left, top), (right, bottom) = extent
    size = max(right - left, bottom - top, 1.0)
    margin = 0.03 * size
    axes.set_xlim(left - margin, right + margin)
    axes.set_ylim(bottom + 2.5 * margin, top - margin)  # y points down, as in the simulation's window
    axes.set_aspect("equal")
    axes.set_axis_off()
    length = _round_length(0.2 * size)
    y = bottom + 1.3 * margin
    axes.plot([left, left + length], [y, y], color=_INK, linewidth=2.4, solid_capstyle="butt")
    text = (
        f"{length / 1000:g} m"
        if length >= 1000
        else f"{length / 10:g} cm"
        if length >= 10
        else f"{length:g} mm"
    )
    axes.annotate(
        text,
        (left + length, y),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        color=_INK,
        fontsize=9,
    )


def _round_length(length: float) -> float:
    """The largest of 1, 2, 5 × 10ⁿ that is not longer."""
    unit = 10.0 ** np.floor(np.log10(length))
    return max(step * unit for step in (1.0, 2.0, 5.0) if step * unit <= length * 1.0001)


def _describe(rows: pd.DataFrame) -> str:
    if rows.empty:
        return "no robots"
    counts = rows.groupby("robot_category", sort=False)["robot_id"].nunique()
    names = ", ".join(f"{count} {category}" for category, count in counts.items())
    return f"{names}: {rows['time'].max() - rows['time'].min():g} s"


def main() -> None:
    parser = argparse.ArgumentParser(prog="shoal.paths", description="Draws where every robot of a log went.")
    parser.add_argument("log", help="Feather file of a run")
    parser.add_argument("picture", help="PNG, PDF or SVG to write")
    parser.add_argument("--title")
    options = parser.parse_args()
    frame, metadata = logs.load(options.log)
    figure = draw_paths(frame, metadata, options.title)
    figure.savefig(options.picture, dpi=160, facecolor=figure.get_facecolor())
    print(f"{options.picture}: {_describe(bodies(frame))}")


if __name__ == "__main__":
    main()
