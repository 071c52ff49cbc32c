"""Running the `shoal` command and controllers from tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import yaml

ROOT = Path(__file__).resolve().parents[2]
SHOAL = Path(os.environ.get("SHOAL_BIN", ROOT / "build" / "bin" / "shoal")).absolute()
SANITIZED = bool(os.environ.get("SHOAL_SANITIZED"))
LONGEST = 300 if SANITIZED else 120  # s that any command may take

# What every inline controller begins with: user data of one number, and the API.
PREAMBLE = """#include "pogobase.h"
typedef struct { int32_t value; } USERDATA;
DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)
"""

SQUARE = "0,0\n1,0\n1,1\n0,1\n"  # with arena_surface 1e6: 1000 mm a side


class Result(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err


class Run(NamedTuple):
    """How a run ended: its table (None without a data file), what it said, and its exit status."""

    rows: pd.DataFrame | None
    console: str
    status: int

    def printed(self) -> list[str]:
        """What robots printed, line by line."""
        marker = "[PRINTF] "
        return [line.split(marker, 1)[1] for line in self.console.splitlines() if marker in line]


def command(*words, cwd=None, env=None, timeout=LONGEST) -> Result:
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        errors="replace",
        timeout=timeout,
    )
    return Result(done.returncode, done.stdout, done.stderr)


def shoal(*words, **options) -> Result:
    return command(SHOAL, *words, **options)


def robots(nb=1, **keys) -> dict:
    """A category of robots; a single one stands in the middle, heading to +x."""
    place = {"x": 500.0, "y": 500.0} if nb == 1 else {}
    return {
        "type": "pogobot",
        "nb": nb,
        "geometry": "disk",
        "radius": 26.5,
        "max_linear_speed": 100.0,
        "max_angular_speed": 1.0,
        **place,
        **keys,
    }


def scenario(**keys) -> dict:
    """One second of one robot on a square metre, a row each 0.1 s; `keys` replace or add."""
    return {
        "arena_file": "square.csv",
        "arena_surface": 1e6,
        "simulation_time": 1.0,
        "time_step": 0.01,
        "seed": 1,
        "initial_formation": "random",
        "log_format": "minimal",
        "data_filename": "data.feather",
        "save_data_period": 0.1,
        "objects": {"robots": robots()},
        **keys,
    }


def write_scenario(directory: Path, content: dict | str) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "square.csv").write_text(SQUARE)
    text = content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False)
    file = directory / "scenario.yaml"
    file.write_text(text)
    return file


def read_rows(file: Path) -> pd.DataFrame | None:
    return pd.read_feather(file) if file.exists() else None


def run_in(directory: Path, controller: Path, content: dict | str, *flags, **options) -> Run:
    """Runs a controller in `directory`, where the scenario is written and the data file is looked for."""
    file = write_scenario(directory, content)
    result = shoal("run", controller, "-c", file, "-g", *flags, cwd=directory, **options)
    return Run(read_rows(directory / "data.feather"), result.text, result.status)
