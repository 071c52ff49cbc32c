"""The picture of the robots' paths."""

import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pytest
from matplotlib.image import imread
from shoal import logs, paths

SQUARE_WITH_HOLE = """
- [{x: 0, y: 0}, {x: 10, y: 0}, {x: 10, y: 10}, {x: 0, y: 10}]
- [{x: 4, y: 4}, {x: 6, y: 4}, {x: 6, y: 6}, {x: 4, y: 6}]
"""
METADATA = {"arena_polygons": SQUARE_WITH_HOLE}


@pytest.fixture
def frame():
    rows = [("walls", 65535, t, np.nan, np.nan, None) for t in (0.0, 1.0)]
    rows += [("robots", i, t, 100.0 + 50.0 * i + 80.0 * t, 200.0, -1) for t in (0.0, 1.0) for i in (0, 1)]
    rows += [("membranes", 65534, 0.0, 500.0, 500.0, part) for part in (-1, 0, 1)]
    return pd.DataFrame(rows, columns=["robot_category", "robot_id", "time", "x", "y", "subpart_id"])


def test_outlines_are_in_millimetres():
    outer, hole = logs.arena_polygons(METADATA)
    assert outer.tolist() == [[0, 0], [1000, 0], [1000, 1000], [0, 1000]]
    assert hole[0].tolist() == [400, 400]
    assert logs.arena_polygons({}) == []


def test_walls_and_parts_are_no_bodies(frame):
    rows = paths.bodies(frame)
    assert rows.groupby("robot_category")["robot_id"].size().to_dict() == {"robots": 4, "membranes": 1}


@pytest.mark.parametrize("metadata", [METADATA, {}])
@pytest.mark.parametrize("rows", [slice(None), slice(0, 2), slice(0, 0)])
def test_any_log_can_be_drawn(frame, metadata, rows):
    paths.draw_paths(frame.iloc[rows], metadata)


def test_the_command_writes_a_picture(frame, tmp_path, monkeypatch, capsys):
    table = pa.Table.from_pandas(frame).replace_schema_metadata(METADATA)
    pa.feather.write_feather(table, tmp_path / "data.feather")
    picture = tmp_path / "paths.png"
    monkeypatch.setattr(sys, "argv", ["paths", str(tmp_path / "data.feather"), str(picture)])
    paths.main()
    assert capsys.readouterr().out == f"{picture}: 2 robots, 1 membranes: 1 s\n"
    pixels = imread(picture)
    assert min(pixels.shape[:2]) > 1000
    assert pixels[..., :3].std() > 0.05, "something is drawn"


def test_a_hole_shows_the_ground_outside(frame, tmp_path):
    figure = paths.draw_paths(frame, METADATA)
    figure.savefig(tmp_path / "p.png", dpi=100, facecolor=figure.get_facecolor())
    pixels = imread(tmp_path / "p.png")
    axes = figure.axes[0]

    def pixel(x, y):
        column, row = axes.transData.transform((x, y))
        return pixels[pixels.shape[0] - 1 - int(row), int(column), :3].tolist()

    outside, floor = pixels[0, 0, :3].tolist(), [1.0, 1.0, 1.0]
    assert pixel(450, 550) == outside
    assert pixel(800, 800) == floor
