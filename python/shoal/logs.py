"""The logs of a run: Feather files with the scenario in their metadata."""

from __future__ import annotations

import glob
import os
from pathlib import Path

import pandas as pd
import pyarrow as pa

_MAGIC = b"ARROW1"
_STREAM_START = 8  # bytes: the magic word and its padding; from there a Feather file is an Arrow stream


class TruncatedLog(ValueError):
    """The run that wrote the log was killed before it could close it."""


def load(path: str | os.PathLike) -> tuple[pd.DataFrame, dict[str, str]]:
    """The table of a finished log and the metadata of its run (``configuration``, ``arena_polygons``…)."""
    with open(path, "rb") as file:
        _check_magic(path, file)
        if not _is_complete(file):
            raise TruncatedLog(f"{path}: the log was not closed; shoal.logs.recover reads what it has")
    with pa.memory_map(os.fspath(path)) as source:
        table = pa.ipc.open_file(source).read_all()
        return table.to_pandas(), _metadata(table.schema)


def recover(path: str | os.PathLike) -> tuple[pd.DataFrame, dict[str, str]]:
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
        table = pa.Table.from_batches(_whole_batches(reader), schema=reader.schema)
    return table.to_pandas(), _metadata(table.schema)


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


def _is_complete(file) -> bool:
    size = file.seek(0, os.SEEK_END)
    if size < _STREAM_START + len(_MAGIC):
        return False
    file.seek(-len(_MAGIC), os.SEEK_END)
    return file.read() == _MAGIC


def _metadata(schema: pa.Schema) -> dict[str, str]:
    return {key.decode(): value.decode() for key, value in (schema.metadata or {}).items()}
