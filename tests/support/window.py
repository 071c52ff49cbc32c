"""Runs in a window on a display of their own (Xvfb), played by a script of keys and mouse: see src/view/window/play.cpp."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.image import imread
from support.running import LONGEST, SHOAL, read_rows, write_scenario

HAS_DISPLAY = shutil.which("Xvfb") is not None


class Display:
    """A display that nobody sees."""

    def __init__(self, size: str = "1000x900x24"):
        reading, writing = os.pipe()
        words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
        self._server = subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        ready, _, _ = select.select([reading], [], [], 30)
        assert ready, "Xvfb does not start"
        with os.fdopen(reading) as number:
            self.name = ":" + number.readline().strip()  # to its end: the server ends if nobody listens

    def close(self) -> None:
        self._server.terminate()
        self._server.wait()


class Played(NamedTuple):
    """How a run in a window ended, and what the script left."""

    status: int
    console: str
    directory: Path
    rows: pd.DataFrame | None

    def state(self, name: str) -> dict:
        return json.loads((self.directory / f"{name}.json").read_text())

    def pixels(self, name: str) -> np.ndarray:
        return np.rint(255 * imread(self.directory / f"{name}.png")).astype(int)[..., :3]


def play(display: Display, directory: Path, controller: Path, content: dict, script: str, *flags) -> Played:
    """Runs a scenario in a window of 800 × 800 while the script is played; `state NAME` and `shot NAME` name files."""
    file = write_scenario(directory, content)
    return _run_script(display, directory, ["run", controller, "-c", file, *flags], script)


def play_log(display: Display, directory: Path, log: Path, script: str, *flags) -> Played:
    """Shows a log in a window while the script is played."""
    directory.mkdir(exist_ok=True)
    return _run_script(display, directory, ["view", log, *flags], script)


def _run_script(display: Display, directory: Path, words: list, script: str) -> Played:
    lines = [line.split() for line in script.strip().splitlines()]
    endings = {"state": ".json", "shot": ".png"}
    text = "\n".join(" ".join([*words[:-1], words[-1] + endings.get(words[0], "")]) for words in lines)
    (directory / "script.txt").write_text(text + "\n")
    env = {**os.environ, "DISPLAY": display.name, "SHOAL_WINDOW_SCRIPT": str(directory / "script.txt")}
    env["SDL_VIDEODRIVER"] = os.environ.get("SHOAL_TEST_DRIVER", "")
    words = [SHOAL, *words]
    done = subprocess.run(
        [str(word) for word in words],
        cwd=directory,
        env=env,
        capture_output=True,
        text=True,
        timeout=LONGEST / 2,
    )
    return Played(
        done.returncode, done.stdout + done.stderr, directory, read_rows(directory / "data.feather")
    )
