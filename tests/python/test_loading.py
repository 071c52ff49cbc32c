"""Reading logs: pandas with the scenario as a dict, Polars, DuckDB."""

import pickle
import subprocess
import sys

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
import shapely
import shoal
from shoal import analysis
from tables import wandering

SQUARE = "- [{x: 0, y: 0}, {x: 7, y: 0}, {x: 7, y: 9}, {x: 0, y: 9}]"
HOLE = "- [{x: 2, y: 2}, {x: 3, y: 2}, {x: 3, y: 3}]"


def write(
    path,
    frame,
    configuration="arena_surface: 1.0e6\nobjects:\n  robots:\n    radius: 26.5\n",
    polygons=SQUARE,
):
    metadata = {"program_version": "v0.10.10", "configuration": configuration, "arena_polygons": polygons}
    table = pa.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata(metadata)
    with pa.ipc.new_file(path, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as file:
        file.write_table(table)
    return path


@pytest.fixture
def log(tmp_path):
    return write(tmp_path / "data.feather", wandering())


def test_load_gives_the_scenario_as_a_dict(log):
    frame, metadata = shoal.load(log)
    assert frame.equals(wandering())
    assert metadata["program_version"] == "v0.10.10"
    assert metadata["configuration"]["objects"]["robots"]["radius"] == 26.5
    assert metadata["configuration"]["arena_surface"] == "1.0e6"  # as YAML 1.1 reads it; scripts call float()


@pytest.mark.parametrize(("text", "expected"), [
    ("{'seed': 3, 'GUI': False}", {"seed": 3, "GUI": "False"}),
    ('{"seed": 3}', {"seed": 3}),
    ("{'seed': 3, 'pair': (1, 2)}: [", {}),
    ("just words", {}),
])  # fmt: skip
def test_scenarios_in_other_dialects(tmp_path, text, expected):
    found = shoal.load(write(tmp_path / "a.feather", wandering(), text))[1]["configuration"]
    assert {k: str(v) if k == "GUI" else v for k, v in found.items()} == expected


def test_the_frame_knows_its_arena_and_whether_it_is_periodic(tmp_path):
    walled, _ = shoal.load(write(tmp_path / "a.feather", wandering(), polygons=f"{SQUARE}\n{HOLE}"))
    assert "box" not in walled.attrs
    assert shapely.from_wkt(walled.attrs["arena"]).area == pytest.approx(700 * 900 - 5000)
    plane, wrapped = wandering(box=(700.0, 900.0))
    torus, _ = shoal.load(write(tmp_path / "b.feather", wrapped, "boundary_condition: periodic"))
    assert torus.attrs["box"] == (700.0, 900.0)
    kept = torus[torus["time"] > 50].reset_index(drop=True)
    assert pickle.loads(pickle.dumps(kept)).attrs == torus.attrs
    found, expected = (analysis.mean_squared_displacement(frame)["msd"] for frame in (torus, plane))
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_a_periodic_log_without_arena_warns(tmp_path):
    path = write(tmp_path / "a.feather", wandering(), "boundary_condition: periodic", polygons="[]")
    with pytest.warns(UserWarning, match="box="):
        shoal.load(path)


def test_polars_reads_lazily(log):
    mean = shoal.scan(log).filter(pl.col("robot_id") == 3).select(pl.col("x").mean()).collect().item()
    frame = wandering()
    assert mean == pytest.approx(frame.loc[frame["robot_id"] == 3, "x"].mean())
    assert analysis.vicsek_polar_order(shoal.scan(log).collect().to_pandas()).shape == (200, 2)


def test_duckdb_queries_the_arrow_table(log):
    log_table = shoal.table(log)  # noqa: F841 (the query names it)
    count, last = duckdb.sql("select count(distinct robot_id), max(time) from log_table").fetchall()[0]
    assert (count, last) == (20, 199.0)


def test_scan_and_table_refuse_what_load_refuses(tmp_path):
    (tmp_path / "a.feather").write_text("time,x\n")
    (tmp_path / "b.feather").write_bytes(b"ARROW1\0\0 and no end")
    for read in (shoal.load, shoal.scan, shoal.table):
        with pytest.raises(ValueError, match=r"a\.feather: not a Feather file"):
            read(tmp_path / "a.feather")
        with pytest.raises(shoal.TruncatedLog, match="recover"):
            read(tmp_path / "b.feather")


def test_import_is_quick_about_it():
    """The package itself imports nothing; each name does when it is first used."""
    code = "import sys, shoal; assert not {'pandas', 'matplotlib', 'pyarrow'} & set(sys.modules); shoal.load; assert 'pandas' in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="nonsense"):
        shoal.nonsense  # noqa: B018


def test_every_name_is_there():
    for name in (*analysis.__all__, *(n for n in shoal.__all__ if n not in ("plot", "compare"))):
        assert hasattr(analysis if name in analysis.__all__ else shoal, name)
        assert name in analysis.__doc__ or name not in analysis.__all__ or name == "bodies"
