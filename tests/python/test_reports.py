"""The reports of shoal.plot and shoal.compare."""

import base64
import re
import xml.etree.ElementTree

import numpy as np
import pandas as pd
import pytest
from shoal import compare, plot
from shoal.report import effects, style
from tables import moving, wandering
from test_loading import HOLE, SQUARE, write

PERIODIC = "boundary_condition: periodic\nobjects:\n  robots: {type: pogobot, radius: 20.0, communication_radius: 60.0}\n"
FIGURES = ("trajectories", "heat_map", "distributions", "msd", "order", "neighbours", "structure", "network")


def images(page):
    """Kind and content of each embedded picture."""
    found = re.findall(r'src="data:image/(svg\+xml|png);base64,([^"]+)"', page)
    return [(kind, base64.b64decode(content)) for kind, content in found]


def fact(page, label):
    return re.search(rf"<dt>{re.escape(label)}</dt><dd>([^ <]+)", page).group(1)


@pytest.fixture(scope="module")
def torus(tmp_path_factory):
    _, wrapped = wandering(times=40, box=(700.0, 900.0))
    return write(tmp_path_factory.mktemp("torus") / "torus.feather", wrapped, PERIODIC)


@pytest.fixture(scope="module")
def batch(tmp_path_factory):
    """Four runs, faster and faster, with a wall and parts of a membrane among the rows."""
    runs = [wandering(times=30, robots=6, seed=seed).assign(run=seed) for seed in range(4)]
    wall = runs[0].assign(robot_category="walls", x=np.nan, y=np.nan, angle=np.nan, subpart_id=-1)
    dots = runs[0].assign(robot_category="skin", angle=np.nan, subpart_id=2)
    robots = pd.concat(runs).assign(subpart_id=-1)
    rows = pd.concat([robots, wall, dots], ignore_index=True)
    return write(tmp_path_factory.mktemp("batch") / "batch.feather", rows, polygons=f"{SQUARE}\n{HOLE}")


def test_a_report_is_one_page_and_its_figures(torus, tmp_path, capsys):
    assert plot.main([str(torus), "-o", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "out" / "report.html")
    page = (tmp_path / "out" / "report.html").read_text()
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert len(images(page)) == len(FIGURES)
    for kind, content in images(page):
        if kind == "png":
            assert content.startswith(b"\x89PNG")
        else:
            xml.etree.ElementTree.fromstring(content)
    for name in FIGURES:
        assert (tmp_path / "out" / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (tmp_path / "out" / "figures" / f"{name}.pdf").read_bytes().startswith(b"%PDF")
    assert "within 100 mm" in page  # 60 + 2 · 20 mm of the scenario
    assert "periodic domain" in page
    assert fact(page, "robots") == "20"
    assert fact(page, "duration") == "39"


def test_a_report_on_a_batch_counts_its_robots_only(batch):
    assert plot.main([str(batch)]) == 0
    page = (batch.parent / "batch_report" / "report.html").read_text()
    assert "4 runs, 720 rows of robots" in page
    assert fact(page, "robots") == "6"


def test_a_report_on_tracks_without_metadata(tmp_path):
    tracks = wandering(times=20, robots=3).drop(columns="robot_category")
    path = tmp_path / "tracks.feather"
    tracks.to_feather(path)
    assert plot.main([str(path)]) == 0
    assert "arena unknown" in (tmp_path / "tracks_report" / "report.html").read_text()


def test_robots_that_stand_still_have_a_report_too(tmp_path):
    still = moving(np.tile([100.0, 200.0, 300.0], (5, 1)), np.full((5, 3), 50.0))
    assert plot.main([str(write(tmp_path / "a.feather", still))]) == 0


@pytest.mark.parametrize(("words", "said"), [
    ([], "the following arguments are required: log"),
    (["none.feather"], "none.feather"),
    (["text.feather"], "text.feather: not a Feather file"),
    (["headless.feather"], "headless.feather: no column angle"),
    (["empty.feather"], "empty.feather: the log has no row of a robot"),
    (["instant.feather"], "instant.feather: the log has a single instant"),
    (["good.feather", "--fly"], "--fly"),
])  # fmt: skip
def test_bad_input_is_one_line_that_names_it(tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    good = wandering(times=5)
    (tmp_path / "text.feather").write_text("time,x,y\n")
    write("good.feather", good)
    write("headless.feather", good.drop(columns="angle"))
    write("empty.feather", good[:0])
    write("instant.feather", good[good["time"] == 0])
    assert plot.main(words) == 1
    error = capsys.readouterr().err
    assert error.startswith("shoal plot: ")
    assert said in error
    assert error.count("\n") == 1


def test_a_comparison_of_single_runs(torus, tmp_path, capsys):
    other = write(tmp_path / "other.feather", wandering(times=40, robots=10, seed=9))
    assert compare.main([str(torus), str(other), "-o", str(tmp_path / "out")]) == 0
    page = (tmp_path / "out" / "compare.html").read_text()
    assert len(images(page)) == 4
    assert "fewer than three runs" in page
    table = pd.read_csv(tmp_path / "out" / "effects.csv")
    assert table["log"].unique().tolist() == ["torus", "other"]
    assert table[table["measure"] == "speed (mm/s)"]["n"].tolist() == [20, 10]


def test_a_comparison_of_batches_is_over_runs(batch, tmp_path):
    faster = pd.concat([wandering(times=30, robots=6, seed=seed).assign(run=seed) for seed in range(4)])
    faster = write(tmp_path / "batch.feather", faster.assign(x=1.5 * faster["x"], y=1.5 * faster["y"]))
    assert compare.main([str(batch), str(faster), "-o", str(tmp_path)]) == 0
    table = pd.read_csv(tmp_path / "effects.csv").set_index(["measure", "log"])
    assert (table["n"] == 4).all()
    assert "polar order" in table.index.get_level_values("measure")
    speed = table.loc["speed (mm/s)"]
    assert speed["mean"].iloc[1] == pytest.approx(1.5 * speed["mean"].iloc[0], rel=1e-6)
    assert speed["difference_low"].iloc[1] <= speed["difference"].iloc[1] <= speed["difference_high"].iloc[1]
    assert speed["g_low"].iloc[1] > 0


def test_logs_of_one_name_are_told_apart_by_their_directories(tmp_path):
    for name in ("quiet", "noisy"):
        (tmp_path / name / "frames").mkdir(parents=True)
        write(tmp_path / name / "frames" / "data.feather", wandering(times=10))
    logs = [str(tmp_path / name / "frames" / "data.feather") for name in ("quiet", "noisy")]
    compare.compare(logs, tmp_path / "out")
    assert pd.read_csv(tmp_path / "out" / "effects.csv")["log"].unique().tolist() == ["quiet", "noisy"]
    compare.compare(logs[:1] * 2, tmp_path / "same")
    assert pd.read_csv(tmp_path / "same" / "effects.csv")["log"].unique().tolist() == [
        "1: data.feather",
        "2: data.feather",
    ]


def test_comparing_needs_two_logs_of_a_kind(torus, batch, tmp_path, capsys):
    assert compare.main([str(torus)]) == 1
    assert "found 1 log; expected two or more" in capsys.readouterr().err
    assert compare.main([str(torus), str(batch), "-o", str(tmp_path)]) == 1
    assert "cannot be compared" in capsys.readouterr().err


def test_hedges_g():
    """Means 3 and 1, both of deviation √2.5, five values each: 2/√2.5 · (1 − 3/31)."""
    a, b = np.array([1.0, 2, 3, 4, 5]), np.array([-1.0, 0, 1, 2, 3])
    assert effects.hedges_g(a, b) == pytest.approx(2 / np.sqrt(2.5) * 28 / 31)
    assert np.isnan(effects.hedges_g(np.ones(3), np.ones(3)))


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(200):
        table = effects.table(
            [effects.Samples(True, pd.DataFrame({"m": rng.normal(mean, 1, 30)})) for mean in (0, 1)],
            ["a", "b"],
        )
        held += table["difference_low"].iloc[1] <= 1.0 <= table["difference_high"].iloc[1]
    assert 0.89 <= held / 200 <= 0.985


def test_labels_keep_apart_and_in_order():
    moved = style.spread([0.5, 0.5, 0.51, 0.98], 0.1, 0.0, 1.0)
    assert np.diff(moved).min() >= 0.1 - 1e-12
    assert moved[-1] <= 1.0
    assert style.spread([0.2, 0.8], 0.1, 0.0, 1.0) == [0.2, 0.8]
