"""Logs of many runs become one table, a batch of rows at a time."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import yaml

_ROWS = 65536  # of a written batch
_OPTIONS = pa.ipc.IpcWriteOptions(compression="zstd")
_POLYGONS = b"arena_polygons"
_OF_ONE_ARENA = (_POLYGONS, b"arena_text")


def with_constant(table: pa.Table, field: str | pa.Field, value: pa.Scalar) -> pa.Table:
    """The table with one value in all rows of a column, in the place of the one of that name if there is one."""
    constant = pa.repeat(value, len(table))
    name = field if isinstance(field, str) else field.name
    if name in table.column_names:
        return table.set_column(table.column_names.index(name), field, constant)
    return table.append_column(field, constant)


class ResultFile:
    """A result under way; ``close`` puts it in place, complete."""

    def __init__(
        self, path: Path, configuration: str, columns: pa.Schema, note: dict[str, str] | None = None
    ):
        self.path = path
        self.rows = 0
        self._configuration = configuration
        self._columns = columns
        self._note = note or {}
        self._unfinished = path.with_name(f".{path.name}.part-{os.getpid()}")
        self._writer: pa.RecordBatchFileWriter | None = None
        self._waiting: list[pa.Table] = []
        self._waiting_rows = 0
        self._metadata: dict[bytes, bytes] = {}
        self._arenas: dict[str, bytes] = {}

    def add(self, log: str | Path, values: dict[str, Any], arena: str = "") -> None:
        """Appends a run's log with these values in the new columns."""
        with pa.memory_map(str(log)) as source, pa.ipc.open_file(source) as reader:
            self._note_metadata(reader.schema.metadata or {}, arena)
            for i in range(reader.num_record_batches):
                self._append(self._extended(reader.get_batch(i), values))

    def close(self) -> None:
        """Nothing is left of a result without any run."""
        self._flush()
        if self._writer is None:
            return
        if (
            self._schema.metadata != self._final_metadata()
        ):  # which stand at a file's head: runs in other arenas came later
            self._rewrite(self._schema)
        self._writer.close()
        os.replace(self._unfinished, self.path)

    def discard(self) -> None:
        if self._writer is not None:
            with contextlib.suppress(OSError):  # the disk may be full
                self._writer.close()
        self._unfinished.unlink(missing_ok=True)

    def _note_metadata(self, metadata: dict[bytes, bytes], arena: str) -> None:
        for key, value in metadata.items():
            self._metadata.setdefault(key, value)
        if _POLYGONS in metadata:
            self._arenas.setdefault(arena, metadata[_POLYGONS])

    def _extended(self, batch: pa.RecordBatch, values: dict[str, Any]) -> pa.Table:
        table = pa.Table.from_batches([batch]).replace_schema_metadata(None)
        for field in self._columns:
            table = with_constant(table, field, pa.scalar(values[field.name], field.type))
        return table

    def _append(self, table: pa.Table) -> None:
        self._waiting.append(table)
        self._waiting_rows += len(table)
        if self._waiting_rows >= _ROWS:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        table = pa.concat_tables(self._waiting, promote_options="permissive")
        self._waiting, self._waiting_rows = [], 0
        self._write(table)
        self.rows += len(table)

    def _write(self, table: pa.Table) -> None:
        if self._writer is None:
            self._begin(table.schema)
        schema = self._schema
        if not schema.equals(table.schema):
            wider = pa.unify_schemas([schema, table.schema], promote_options="permissive")
            if not wider.equals(schema):
                self._widen(wider)
            table = pa.concat_tables([wider.empty_table(), table], promote_options="permissive").select(
                wider.names
            )
        for batch in table.combine_chunks().to_batches(max_chunksize=_ROWS):
            self._writer.write_batch(batch)

    def _begin(self, schema: pa.Schema) -> None:
        self._schema = schema.with_metadata(self._final_metadata())
        self._unfinished.parent.mkdir(parents=True, exist_ok=True)
        self._writer = pa.ipc.new_file(str(self._unfinished), self._schema, options=_OPTIONS)

    def _widen(self, schema: pa.Schema) -> None:
        """Later runs have a column more: what was written gets it too."""
        self._rewrite(schema)

    def _rewrite(self, schema: pa.Schema) -> None:
        self._writer.close()
        old = self._unfinished.with_name(self._unfinished.name + "-old")
        os.replace(self._unfinished, old)
        try:
            self._begin(schema)
            with pa.memory_map(str(old)) as source, pa.ipc.open_file(source) as reader:
                for i in range(reader.num_record_batches):
                    rows = pa.Table.from_batches([reader.get_batch(i)])
                    padded = pa.concat_tables([schema.empty_table(), rows], promote_options="permissive")
                    for batch in padded.select(schema.names).combine_chunks().to_batches():
                        self._writer.write_batch(batch)
        finally:
            old.unlink(missing_ok=True)

    def _final_metadata(self) -> dict[bytes, bytes]:
        metadata = {**self._metadata, b"configuration": self._configuration.encode()}
        metadata.update({key.encode(): value.encode() for key, value in self._note.items()})
        if len(set(self._arenas.values())) > 1:
            for key in _OF_ONE_ARENA:
                metadata.pop(key, None)
            polygons = {name: yaml.safe_load(text.decode()) for name, text in self._arenas.items()}
            metadata[b"arenas"] = yaml.safe_dump(polygons).encode()
        return metadata
