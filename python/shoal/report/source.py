"""The log of a report: its robots, a few instants of them, and how far they reach."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from shoal import analysis, logs
from shoal.analysis.domain import box_of
from shoal.report.command import UserError

_NO_ROBOTS = {"pogowall", "membrane", "passive_object", "static_light", "rotating_light", "alternating_ray"}
_NEEDED = ("time", "robot_id", "x", "y", "angle")


class Source(NamedTuple):
    name: str
    metadata: dict[str, Any]
    bodies: pd.DataFrame  # everything that has a place
    robots: pd.DataFrame
    sampled: pd.DataFrame  # robots at no more than _INSTANTS instants, evenly over the run
    reach: float  # mm between the centres of robots that hear each other
    box: np.ndarray | None  # mm


_INSTANTS = 240


def open_log(path: str) -> Source:
    frame, metadata = logs.load(path)
    missing = [name for name in _NEEDED if name not in frame]
    if missing:
        raise UserError(f"{path}: no column {', '.join(missing)}; a report needs {', '.join(_NEEDED)}")
    if "robot_category" not in frame:
        frame = frame.assign(robot_category="robots")
    bodies = analysis.bodies(frame)
    robots = _robots(bodies, metadata)
    if robots.empty:
        raise UserError(f"{path}: the log has no row of a robot with a place and a heading")
    if robots["time"].nunique() < 2:
        raise UserError(f"{path}: the log has a single instant; a report needs two or more")
    category = str(robots["robot_category"].iloc[0])
    return Source(
        Path(path).name,
        metadata,
        bodies,
        robots,
        fewer_instants(robots, _INSTANTS),
        analysis.neighbor_radius(metadata, category),
        box_of(frame),
    )


def first_run(frame: pd.DataFrame) -> pd.DataFrame:
    """The first run of the first arena: pictures show one."""
    for name in ("arena_file", "run"):
        if name in frame:
            frame = frame[frame[name] == frame[name].iloc[0]]
    return frame


def _robots(bodies: pd.DataFrame, metadata: dict[str, Any]) -> pd.DataFrame:
    objects = (metadata.get("configuration") or {}).get("objects") or {}
    others = [
        name for name, about in objects.items() if isinstance(about, dict) and about.get("type") in _NO_ROBOTS
    ]
    robots = bodies[np.isfinite(bodies["angle"])]
    return robots[~robots["robot_category"].isin(others)]


def fewer_instants(frame: pd.DataFrame, most: int) -> pd.DataFrame:
    """The rows of at most so many instants, evenly over the run, with its first and last."""
    times = np.sort(frame["time"].unique())
    if len(times) <= most:
        return frame
    return frame[frame["time"].isin(times[np.linspace(0, len(times) - 1, max(2, most)).astype(int)])]


def fewer_robots(frame: pd.DataFrame, rows: int) -> pd.DataFrame:
    """Whole paths of every so manyth robot, so that there are about so many rows."""
    if len(frame) <= rows:
        return frame
    ids = np.sort(frame["robot_id"].unique())
    return frame[frame["robot_id"].isin(ids[:: -(-len(frame) // rows)])]
