"""Figures of places: paths, heat map, communication network."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import PowerNorm
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from scipy.ndimage import gaussian_filter

from shoal import analysis, logs
from shoal.analysis.domain import nearest_image, wrapped
from shoal.paths import draw_paths
from shoal.report import style
from shoal.report.source import Source, fewer_instants, first_run

_MOST_POINTS = 50_000  # of all paths: more take long to draw and show nothing else
_CELLS = 64  # of a heat map, along the longer side
_UNEVEN = 8.0  # times the mean: with more than that in a place, the others need a scale of their own
_FRACTIONS = (0.0, 0.5, 1.0)  # of the run, at which the network is drawn


def trajectories(source: Source) -> Figure:
    run = first_run(source.bodies)
    instants = int(_MOST_POINTS * run["time"].nunique() / len(run))
    figure = draw_paths(fewer_instants(run, instants), source.metadata)
    figure.set_facecolor(style.PAPER)
    figure.set_size_inches(5.2, 5.2)
    style.light(figure)
    return figure


def heat_map(source: Source) -> Figure:
    """Share of the robots' time that each place had, over all runs."""
    figure, (axes,) = style.panels(1, 4.9, 5.4)
    xy = source.robots[["x", "y"]].to_numpy(float)
    low, high = extent(source)
    step = (high - low).max() / _CELLS
    edges = [np.arange(a, b + step, step) for a, b in zip(low, high)]
    count, *_ = np.histogram2d(*xy.T, bins=edges)
    density = 100.0 * count.T / count.sum() * (100.0 / step) ** 2
    density = gaussian_filter(density, 1.0, mode="nearest" if source.box is None else "wrap")
    most = max(float(np.quantile(density, 0.999)), 1e-9)
    uneven = most > _UNEVEN * density.mean()
    scale = PowerNorm(0.5 if uneven else 1.0, vmin=0.0, vmax=most)
    image = axes.pcolormesh(*edges, density, cmap=style.MAP, norm=scale, rasterized=True)
    outline = _arena(axes, source, fill=False)
    if outline is not None:
        image.set_clip_path(outline)
    style.floor(axes, np.array([low, high]))
    bar = figure.colorbar(image, ax=axes, shrink=0.6, pad=0.02)
    bar.set_label("% of the robots' time in 10 × 10 cm" + (", root scale" if uneven else ""))
    bar.outline.set_visible(False)
    return figure


def network(source: Source) -> Figure:
    """Who was within reach of whom at the start, half-way and at the end."""
    run = first_run(source.robots)
    times = np.sort(run["time"].unique())
    figure, axes = style.panels(len(_FRACTIONS), 3.9)
    for panel, fraction in zip(axes, _FRACTIONS):
        time = times[round(fraction * (len(times) - 1))]
        _graph(panel, source, run[run["time"] == time])
        panel.set_title(f"{time:g} s", loc="center")
    style.light(figure)
    return figure


def _graph(axes: Axes, source: Source, instant) -> None:
    box = "open" if source.box is None else tuple(source.box)
    xy = instant[["x", "y"]].to_numpy(float)
    xy = xy if source.box is None else wrapped(xy, source.box)
    graph = analysis.communication_graph(instant, source.reach, box=box)
    _arena(axes, source)
    ends = np.array([(a, b) for a, b in graph.edges], dtype=int).reshape(-1, 2)
    offset = nearest_image(xy[ends[:, 1]] - xy[ends[:, 0]], source.box)
    there = np.stack([xy[ends[:, 0]], xy[ends[:, 0]] + offset], axis=1)
    back = np.stack([xy[ends[:, 1]], xy[ends[:, 1]] - offset], axis=1)  # the same, unless it crosses a seam
    axes.add_collection(
        LineCollection(np.concatenate([there, back]), colors=style.FAINT, linewidths=0.5, alpha=0.8, zorder=1)
    )
    cluster = analysis.clusters(instant, source.reach, box=box)["cluster"].to_numpy()
    size = float(np.clip(2200 / max(len(xy), 1), 3, 22))
    largest = cluster == 0
    axes.scatter(*xy[largest].T, s=size, color=style.COLOURS[0], zorder=2, linewidths=0)
    axes.scatter(*xy[~largest].T, s=size, color=style.COLOURS[1], zorder=2, linewidths=0)
    style.floor(axes, np.array(extent(source)))
    if source.box is not None:
        axes.set_xlim(0, source.box[0])
        axes.set_ylim(source.box[1], 0)


def extent(source: Source) -> tuple[np.ndarray, np.ndarray]:
    """Low and high corner of the arena and of all robots, mm."""
    polygons = logs.arena_polygons(source.metadata)
    points = np.vstack([*polygons, source.robots[["x", "y"]].to_numpy(float)])
    return points.min(axis=0), points.max(axis=0)


def _arena(axes: Axes, source: Source, fill: bool = True) -> PathPatch | None:
    polygons = logs.arena_polygons(source.metadata)
    if not polygons:
        return None
    outline = Path.make_compound_path(*(Path(np.vstack([p, p[:1]]), closed=True) for p in polygons))
    colour = "#f6f6f3" if fill else "none"
    patch = PathPatch(outline, facecolor=colour, edgecolor=style.INK, linewidth=1.0, zorder=0 if fill else 3)
    axes.add_patch(patch)
    return patch
