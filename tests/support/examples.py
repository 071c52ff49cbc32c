"""Running the examples as they are."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from support.running import ROOT, shoal


def run_example(name: str, directory: Path, *overrides: str, scenario: str = "scenario.yaml") -> pd.DataFrame:
    """The table of an example's run; `overrides` are key=value, as for --set."""
    folder = ROOT / "examples" / "pogobot" / name
    data = directory / "data.feather"
    words = [word for override in (f"data_filename={data}", *overrides) for word in ("--set", override)]
    result = shoal("run", folder, "-c", folder / scenario, "-g", *words, cwd=ROOT)
    assert result.status == 0, result.text
    return pd.read_feather(data)


def last_instant(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[rows["time"] == rows["time"].max()]
