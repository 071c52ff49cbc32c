"""Ten scenes just after their start, against stored pictures. Draw them anew, and look at them, with
SHOAL_DRAW_STORED=1 in the environment of this test."""

import os
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from support.running import ROOT, shoal

STORED = Path(__file__).parent / "pictures"
EXAMPLES = ROOT / "examples" / "pogobot"
AT = 0.05  # s: so early that physics has not had its say
FAR = 48  # of 255: a pixel that differs by more shows something else
MOST_FAR = 12  # pixels; the smallest robot has 50

SCENES = {
    "run_and_tumble": "status",
    "hanabi": "links",
    "blooming": "links,messages",
    "axelrod": "links-above",
    "phototaxis": "light",
    "phototaxis_gradient": "light,links",
    "lighthouse_localization": "light",
    "membrane": "-scale",
    "pushing": "-time",
    "walls": "none",
}


@pytest.mark.parametrize("name", SCENES)
def test_it_looks_as_it_did(name, tmp_path):
    stored = STORED / f"{name}.png"
    file = stored if os.environ.get("SHOAL_DRAW_STORED") else tmp_path / "picture.png"
    words = ["--picture", file, "--size", "300x300", "--layers", SCENES[name]]
    keys = ["--set", f"simulation_time={AT}", "--set", "enable_data_logging=false"]
    run = shoal("run", EXAMPLES / name, "-g", *words, *keys, cwd=tmp_path)
    assert run.status == 0, run.text
    far = np.abs(255 * imread(file) - 255 * imread(stored)).max(axis=2) > FAR
    assert far.sum() <= MOST_FAR
