"""Files that Shoal's log writes, opened by the tools that its users have."""

import math
import os
import signal
import subprocess

import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pytest
from shoal import logs

WRITER = os.environ["SHOAL_RECORD_FILES"]
NAMES = ["i8", "i16", "i32", "i64", "f16", "f32", "f64", "flag", "text", "never"]
FISH = 'rôbot 🐟, "quoted"\n\ttab'


def write(what, path):
    subprocess.run([WRITER, what, path], check=True, timeout=60)
    return path


@pytest.fixture
def types(tmp_path):
    return write("types", tmp_path / "data.feather")


def test_columns_have_the_declared_types_in_the_declared_order(types):
    schema = pa.ipc.open_file(types).schema
    assert schema.names == NAMES
    assert schema.types == [
        pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float16(),
        pa.float32(), pa.float64(), pa.bool_(), pa.utf8(), pa.int32(),
    ]  # fmt: skip


def test_values_are_exact_up_to_the_ends_of_their_types(types):
    rows = pa.feather.read_table(types).to_pylist()
    assert rows[0] == {
        "i8": 127, "i16": 32767, "i32": 2**31 - 1, "i64": 2**63 - 1, "f16": 4100.0,
        "f32": pytest.approx(0.1, rel=1e-7), "f64": 0.1, "flag": True, "text": FISH, "never": None,
    }  # fmt: skip
    assert [rows[1][name] for name in ("i8", "i16", "i32", "i64")] == [-128, -32768, -(2**31), -(2**63)]
    assert rows[1]["f16"] == -math.inf
    assert math.isnan(rows[1]["f32"])
    assert rows[1]["f64"] == -math.inf
    assert rows[1]["flag"] is False
    assert rows[1]["text"] == ""


def test_what_was_not_set_is_null_and_bad_bytes_are_replaced(types):
    table = pa.feather.read_table(types)
    table.validate(full=True)
    assert set(table.to_pylist()[2].values()) == {None}
    assert table["never"].null_count == 4
    assert table["i8"].null_count == 2
    assert table["text"].to_pylist()[3] == "caf\ufffd"


def test_buffers_are_compressed_with_zstandard(tmp_path):
    path = write("many", tmp_path / "data.feather")
    table = pa.feather.read_table(path)
    assert path.stat().st_size < table.nbytes / 2


def test_pandas_reads_it_as_it_is(types):
    frame = pd.read_feather(types)
    assert list(frame.columns) == NAMES
    assert frame["text"][0] == FISH
    assert frame["i64"].isna().tolist() == [False, False, True, True]


def test_polars_reads_it_as_it_is(types):
    polars = pytest.importorskip("polars")
    frame = polars.read_ipc(types)
    assert frame["i64"].to_list() == [2**63 - 1, -(2**63), None, None]
    assert frame["text"][0] == FISH


def test_duckdb_queries_it(types):
    duckdb = pytest.importorskip("duckdb")
    log = logs.table(types)  # noqa: F841 (the query names it)
    assert duckdb.sql("select count(i64), max(i64) from log").fetchall() == [(2, 2**63 - 1)]


def test_load_gives_table_and_metadata(types):
    frame, metadata = logs.load(types)
    assert len(frame) == 4
    assert metadata == {"program_version": "v0.10.10", "configuration": {"seed": 1, "name": "rôbots"}}


def test_a_log_without_rows_has_its_columns(tmp_path):
    frame, metadata = logs.load(write("nothing", tmp_path / "data.feather"))
    assert list(frame.columns) == NAMES
    assert len(frame) == 0
    assert metadata["program_version"] == "v0.10.10"


def test_many_batches_hold_all_rows_in_order(tmp_path):
    path = write("many", tmp_path / "data.feather")
    assert pa.ipc.open_file(path).num_record_batches == 100
    frame, _ = logs.load(path)
    assert frame["i32"].tolist() == list(range(100_000))
    assert frame["text"][::2].tolist() == [str(i) for i in range(0, 100_000, 2)]
    assert frame["text"][1::2].isna().all()


def test_a_new_log_replaces_a_larger_one_whole(tmp_path):
    path = write("many", tmp_path / "data.feather")
    write("types", path)
    assert len(logs.load(path)[0]) == 4
    assert os.listdir(tmp_path) == ["data.feather"]


@pytest.fixture
def killed(tmp_path):
    """Where the log would have been of a run that was killed after it had flushed 1,000 rows."""
    path = tmp_path / "data.feather"
    run = subprocess.Popen([WRITER, "killed", path], stdout=subprocess.PIPE, text=True)
    assert run.stdout.readline() == "flushed\n"
    run.send_signal(signal.SIGKILL)
    assert run.wait(timeout=60) == -signal.SIGKILL
    return path


def part_of(path):
    (part,) = path.parent.glob("data.feather.part-*")
    return part


def test_what_a_killed_run_had_flushed_is_recovered(killed):
    frame, metadata = logs.recover(killed)
    assert frame["i32"].tolist() == list(range(1000))
    assert metadata["program_version"] == "v0.10.10"
    assert logs.recover(part_of(killed))[0].equals(frame)


def test_a_kill_in_the_middle_of_a_batch_loses_that_batch_only(killed):
    part = part_of(killed)
    part.write_bytes(part.read_bytes()[:-50])
    assert logs.recover(killed)[0]["i32"].tolist() == list(range(900))


def test_a_killed_run_leaves_the_older_log_alone(tmp_path, killed):
    write("types", killed)
    assert len(logs.load(killed)[0]) == 4
    assert len(logs.recover(killed)[0]) == 1000


def test_load_tells_truncated_from_foreign_and_from_short(tmp_path, killed):
    with pytest.raises(logs.TruncatedLog, match="recover"):
        logs.load(part_of(killed))
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    with pytest.raises(ValueError, match="not a Feather file"):
        logs.load(tmp_path / "a.csv")
    with pytest.raises(FileNotFoundError):
        logs.load(tmp_path / "none.feather")


def test_recover_reads_a_finished_log_too(types):
    assert len(logs.recover(types)[0]) == 4


@pytest.mark.parametrize("written", [b"", b"ARROW1\0\0"])
def test_recover_says_so_if_nothing_had_been_written(tmp_path, written):
    (tmp_path / "data.feather.part-00000000").write_bytes(written)
    with pytest.raises(logs.TruncatedLog, match="before its log had begun"):
        logs.recover(tmp_path / "data.feather")
