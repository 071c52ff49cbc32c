"""The logs of a run: Feather files with the scenario in their metadata.

``load`` gives pandas, ``scan`` a lazy Polars frame, ``table`` an Arrow table, which DuckDB queries by its variable's
name; ``recover`` reads what a killed run left.
"""

from __future__ import annotations

import ast
import glob
import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow as pa
import yaml

if TYPE_CHECKING:
    import polars as pl

_MAGIC = b"ARROW1"
_MM_PER_ARENA_UNIT = 100.0
_STREAM_START = 8  # bytes: the magic word and its padding; from there a Feather file is an Arrow stream


class TruncatedLog(ValueError):
    """The run that wrote the log was killed before it could close it."""


def load(path: str | os.PathLike) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The table of a finished log and the metadata of its run.

    ``metadata["configuration"]`` is the scenario as a dict; the other entries (``program_version``,
    ``arena_polygons``, …) are texts. ``frame.attrs`` has what shoal.analysis needs to know of the arena: ``arena``, its
    outline as WKT in mm, and ``box``, width and height in mm, if the domain is periodic. If somebody took part in the
    run in its window, ``metadata["interactions"]`` is a YAML list of what they did, and when.
    """
    return _as_frame(_read(path))


def table(path: str | os.PathLike) -> pa.Table:
    """A finished log as an Arrow table; half floats become floats, which every reader of Arrow knows."""
    rows = _read(path)
    halves = [field.with_type(pa.float32()) if field.type == pa.float16() else field for field in rows.schema]
    return rows.cast(pa.schema(halves, rows.schema.metadata))


def _read(path: str | os.PathLike) -> pa.Table:
    with open(path, "rb") as file:
        _check_complete(path, file)
    with pa.memory_map(os.fspath(path)) as source:
        reader = pa.ipc.open_file(source)
        rows = reader.read_all()
        return rows.replace_schema_metadata({**(rows.schema.metadata or {}), **_notes(reader)})


def scan(path: str | os.PathLike) -> pl.LazyFrame:
    """A finished log as a lazy Polars frame: only the columns and rows that a query needs are read."""
    import polars as pl

    with open(path, "rb") as file:
        _check_complete(path, file)
    return pl.scan_ipc(path)


def recover(path: str | os.PathLike) -> tuple[pd.DataFrame, dict[str, Any]]:
    """What a killed run had flushed. ``path`` is where the log would be, or the ``.part-`` file itself."""
    part = _part_of(path)
    with open(part, "rb") as file:
        if os.path.getsize(part) > 0:
            _check_magic(part, file)
        file.seek(_STREAM_START)
        try:
            reader = pa.ipc.open_stream(file)
        except (pa.ArrowInvalid, OSError) as error:
            raise TruncatedLog(f"{part}: the run was killed before its log had begun") from error
        return _as_frame(pa.Table.from_batches(_whole_batches(reader), schema=reader.schema))


def _part_of(path: str | os.PathLike) -> Path:
    """The newest unfinished file of this log; the file itself if there is none."""
    parts = glob.glob(glob.escape(os.fspath(path)) + ".part-*")
    if parts:
        return Path(max(parts, key=os.path.getmtime))
    return Path(path)


def _whole_batches(reader: pa.RecordBatchStreamReader) -> list[pa.RecordBatch]:
    """All batches up to the one that the kill cut through."""
    batches = []
    while True:
        try:
            batches.append(reader.read_next_batch())
        except (StopIteration, pa.ArrowInvalid, OSError):
            return batches


def _check_magic(path: str | os.PathLike, file) -> None:
    file.seek(0)
    if file.read(len(_MAGIC)) != _MAGIC:
        raise ValueError(f"{path}: not a Feather file")


def _check_complete(path: str | os.PathLike, file) -> None:
    _check_magic(path, file)
    if not _is_complete(file):
        raise TruncatedLog(f"{path}: the log was not closed; shoal.logs.recover reads what it has")


def _is_complete(file) -> bool:
    size = file.seek(0, os.SEEK_END)
    if size < _STREAM_START + len(_MAGIC):
        return False
    file.seek(-len(_MAGIC), os.SEEK_END)
    return file.read() == _MAGIC


def _notes(reader: pa.RecordBatchFileReader) -> dict[bytes, bytes]:
    """What was known at the end of the run only: it comes with a last, empty batch."""
    if reader.num_record_batches == 0:
        return {}
    _, notes = reader.get_batch_with_custom_metadata(reader.num_record_batches - 1)
    return dict(notes or {})


def _as_frame(rows: pa.Table) -> tuple[pd.DataFrame, dict[str, Any]]:
    metadata = _metadata(rows.schema)
    frame = rows.to_pandas(split_blocks=True)
    frame.attrs.update(surroundings(metadata))
    return frame, metadata


def _metadata(schema: pa.Schema) -> dict[str, Any]:
    metadata: dict[str, Any] = {
        key.decode(): value.decode() for key, value in (schema.metadata or {}).items() if key != b"pandas"
    }
    if "configuration" in metadata:
        metadata["configuration"] = _parsed(metadata["configuration"])
    return metadata


def _parsed(text: str) -> dict[str, Any]:
    """The scenario in YAML, or as older files have it, as a Python literal; empty if it is neither."""
    for parse in (parse_yaml, ast.literal_eval):
        try:
            value = parse(text)
        except (yaml.YAMLError, ValueError, SyntaxError):
            continue
        if isinstance(value, dict):
            return value
    return {}


def parse_yaml(text: str) -> Any:
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def arena_polygons(metadata: dict[str, Any]) -> list[np.ndarray]:
    """Outlines of the arena in mm, each an array of (x, y); the first is the outer one."""
    polygons = parse_yaml(metadata.get("arena_polygons", "")) or []
    return [
        _MM_PER_ARENA_UNIT * np.array([(point["x"], point["y"]) for point in polygon]) for polygon in polygons
    ]


def surroundings(metadata: dict[str, Any]) -> dict[str, Any]:
    """What ``load`` puts into a frame's attrs."""
    polygons = arena_polygons(metadata)
    periodic = metadata.get("configuration", {}).get("boundary_condition") == "periodic"
    if not polygons:
        if periodic:
            warnings.warn(
                "the log is of a periodic domain but has no arena: give box= to shoal.analysis", stacklevel=4
            )
        return {}
    about: dict[str, Any] = {"arena": _wkt(polygons)}
    if periodic:
        about["box"] = tuple(float(side) for side in np.ptp(polygons[0], axis=0))
    return about


def _wkt(polygons: list[np.ndarray]) -> str:
    """The arena as text, which costs a frame nothing to carry along."""
    rings = (", ".join(f"{x:.17g} {y:.17g}" for x, y in np.vstack([ring, ring[:1]])) for ring in polygons)
    return "POLYGON (" + ", ".join(f"({ring})" for ring in rings) + ")"
