"""From rows to arrays: which rows count, and how they lie in time and by robot.

``bodies`` drops rows without a place and parts of membranes; ``grids`` gives each run as matrices (time × robot),
``snapshots`` each instant as points; ``Rows`` collects a metric's result under the keys ``arena_file``, ``run``, ``time``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

RUN_KEYS = ("arena_file", "run")
ROBOT_KEYS = ("robot_category", "robot_id")


class Grid(NamedTuple):
    """All rows of one run: matrices of T times × N robots, NaN where a robot has no row."""

    key: dict[str, Any]  # arena_file and run, those that the frame has
    time: np.ndarray  # s, increasing; one zero if the frame has no time
    has_time: bool
    robots: pd.DataFrame  # robot_category and robot_id of each column, those that the frame has
    x: np.ndarray  # mm
    y: np.ndarray  # mm
    angle: np.ndarray  # rad; all NaN if the frame has none


class Snapshot(NamedTuple):
    """The bodies of one instant."""

    key: dict[str, Any]  # arena_file, run and time, those that the frame has
    xy: np.ndarray  # mm, n × 2
    angle: np.ndarray  # rad
    robots: pd.DataFrame  # robot_category and robot_id of each
    velocity: np.ndarray | None = None  # mm/s, n × 2


class Rows:
    """Rows of a result: scalars are repeated for each value of the columns given with them."""

    def __init__(self, *columns: str):
        self._columns = columns
        self._parts: dict[str, list] = {}
        self._lengths: list[int] = []

    def add(self, key: dict[str, Any], **values: Any) -> None:
        values = {**key, **values}
        length = max((len(v) for v in values.values() if isinstance(v, np.ndarray)), default=1)
        if length == 0:
            return
        for name, value in values.items():
            self._parts.setdefault(name, []).append(value)
        self._lengths.append(length)

    def frame(self) -> pd.DataFrame:
        if not self._lengths:
            return pd.DataFrame({name: np.empty(0) for name in self._columns})
        return pd.DataFrame({name: self._column(parts) for name, parts in self._parts.items()})

    def _column(self, parts: list) -> np.ndarray | list:
        if any(isinstance(part, np.ndarray) for part in parts):
            return np.concatenate([p if isinstance(p, np.ndarray) else np.array([p]) for p in parts])
        if all(length == 1 for length in self._lengths):
            return parts
        if isinstance(parts[0], str):
            return [part for part, length in zip(parts, self._lengths) for _ in range(length)]
        return np.repeat(np.asarray(parts), self._lengths)


def bodies(df: pd.DataFrame) -> pd.DataFrame:
    """The rows that have a place and stand for a whole body: no walls, no parts of membranes."""
    require(df, "x", "y")
    x, y = df["x"].to_numpy(), df["y"].to_numpy()
    keep = np.isfinite(x) & np.isfinite(y)
    if "subpart_id" in df:
        keep &= ~(df["subpart_id"].to_numpy(dtype=float, na_value=np.nan) >= 0)
    return df if keep.all() else df[keep]


def require(df: pd.DataFrame, *columns: str) -> None:
    """Raises an error that names the columns which are missing."""
    missing = [name for name in columns if name not in df]
    if missing:
        raise KeyError(
            f"the table has no column {', '.join(missing)}; it has {', '.join(map(str, df.columns))}"
        )


def grids(df: pd.DataFrame) -> Iterator[Grid]:
    """Each run of the frame."""
    rows = bodies(df)
    keys = [name for name in RUN_KEYS if name in rows]
    if not keys:
        if len(rows) > 0:
            yield _grid({}, rows)
        return
    for values, part in rows.groupby(keys, sort=True, dropna=False):
        yield _grid(dict(zip(keys, values)), part)


def snapshots(
    df: pd.DataFrame, *, angles: bool = False, velocity: Callable[[Grid], np.ndarray] | None = None
) -> Iterator[Snapshot]:
    """Each instant, in order; with ``angles``, or a way to find the ``velocity`` (T × N × 2), only bodies that have one."""
    if angles:
        require(df, "angle")
    for grid in grids(df):
        yield from instants(grid, angles=angles, velocities=None if velocity is None else velocity(grid))


def instants(grid: Grid, *, angles: bool = False, velocities: np.ndarray | None = None) -> Iterator[Snapshot]:
    """The instants of one run."""
    for i, time in enumerate(grid.time):
        key = {**grid.key, "time": time} if grid.has_time else grid.key
        here = np.isfinite(grid.x[i])
        if angles:
            here &= np.isfinite(grid.angle[i])
        if velocities is not None:
            here &= np.isfinite(velocities[i, :, 0])
        yield Snapshot(
            key,
            np.column_stack([grid.x[i], grid.y[i]])[here].astype(float),
            grid.angle[i][here].astype(float),
            grid.robots if here.all() else grid.robots[here],
            None if velocities is None else velocities[i][here],
        )


def in_order(df: pd.DataFrame) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """The bodies sorted by path and time; which rows are the first of their path; and where each row came from."""
    rows = bodies(df)
    keys = [name for name in (*RUN_KEYS, *ROBOT_KEYS) if name in rows]
    place, twin = np.arange(len(rows)), np.zeros(len(rows), dtype=int)
    if rows.duplicated([*keys, "time"]).any():  # passive objects may share an id
        twin = rows.groupby([*keys, "time"], dropna=False).cumcount().to_numpy()
    rows = rows.assign(_twin=twin, _place=place).sort_values([*keys, "_twin", "time"], kind="stable")
    first = np.zeros(len(rows), dtype=bool)
    first[:1] = True
    for name in (*keys, "_twin"):
        values = rows[name].to_numpy()
        first[1:] |= values[1:] != values[:-1]
    return rows.drop(columns=["_twin", "_place"]), first, rows["_place"].to_numpy()


def _grid(key: dict[str, Any], rows: pd.DataFrame) -> Grid:
    return _regular(key, rows) or _scattered(key, rows)


def _regular(key: dict[str, Any], rows: pd.DataFrame) -> Grid | None:
    """Logs have the same robots in the same order at each instant: then the columns are the matrices already."""
    if "time" not in rows or "robot_id" not in rows:
        return None
    time, ids = rows["time"].to_numpy(), rows["robot_id"].to_numpy()
    robots = int(np.argmax(time != time[0])) or len(time)
    if len(time) % robots:
        return None
    time, ids = time.reshape(-1, robots), ids.reshape(-1, robots)
    instants = time[:, 0]
    if not (
        len(np.unique(ids[0])) == robots
        and (np.diff(instants) > 0).all()
        and (time == instants[:, None]).all()
        and (ids == ids[0]).all()
    ):
        return None
    x, y, angle = (_numbers(rows, name).reshape(-1, robots) for name in ("x", "y", "angle"))
    return Grid(key, instants.copy(), True, _robots(rows.iloc[:robots]), x, y, angle)


def _scattered(key: dict[str, Any], rows: pd.DataFrame) -> Grid:
    """Any other order: robots may come and go, and share an id within an instant."""
    has_time = "time" in rows
    time, row = np.unique(rows["time"].to_numpy() if has_time else np.zeros(len(rows)), return_inverse=True)
    names = [name for name in ROBOT_KEYS if name in rows]
    who = rows[names].copy()
    who["_twin"] = who.assign(_row=row).groupby([*names, "_row"], dropna=False).cumcount().to_numpy()
    groups = who.groupby([*names, "_twin"], sort=False, dropna=False)
    column = groups.ngroup().to_numpy()
    first = np.unique(column, return_index=True)[1]
    shape = (len(time), len(first))
    matrices = []
    for name in ("x", "y", "angle"):
        matrix = np.full(shape, np.nan)
        matrix[row, column] = _numbers(rows, name)
        matrices.append(matrix)
    return Grid(key, time, has_time, _robots(rows.iloc[first]), *matrices)


def _numbers(rows: pd.DataFrame, name: str) -> np.ndarray:
    if name not in rows:
        return np.full(len(rows), np.nan, dtype=np.float32)
    values = rows[name].to_numpy()
    return values if values.dtype in (np.float32, np.float64) else values.astype(float)


def _robots(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[[name for name in ROBOT_KEYS if name in rows]].reset_index(drop=True)


def robot_columns(robots: pd.DataFrame) -> dict[str, np.ndarray]:
    """Their category and id, as columns of a result."""
    return {name: robots[name].to_numpy() for name in robots}


def concat(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()
