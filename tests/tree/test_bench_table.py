"""The table of speed in the README is that of the results which are kept."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import report  # noqa: E402


def test_the_readme_shows_the_results_that_are_kept():
    text = report.README.read_text()
    assert text.split(report.BEGIN)[1].split(report.END)[0] == report.section(report.RESULTS)


def test_a_row_says_whether_its_goal_is_met():
    faster = {"ratio": "4.2", "goal": "4"}
    assert report.figures(faster, at_least=True) == ("≥ 4 ×", "4.2 ×", "yes")
    costs = {"ratio": "0.5", "goal": "0.909091"}
    assert report.figures(costs, at_least=False) == ("≤ 1.1 ×", "2 ×", "no")
    assert report.figures(None, at_least=True)[1] == "not measured"


def test_every_row_of_the_table_has_been_measured():
    found = report.measured(report.RESULTS)
    rows = report.records(ROOT / "bench" / "rows.csv")
    assert [row["row"] for row in rows if row["row"] not in found] == []
    assert {row["sense"] for row in rows} == {"at least", "at most"}
