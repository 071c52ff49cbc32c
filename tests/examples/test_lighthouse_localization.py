"""Robots find their positions within millimetres from the times at which two beams pass."""

import numpy as np
import pytest
from support.examples import last_instant, run_example


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_positions_are_within_millimetres(tmp_path, seed):
    rows = run_example("lighthouse_localization", tmp_path, f"seed={seed}")
    assert not rows[rows["time"] < 5]["localized"].any()
    end = last_instant(rows)
    assert end["localized"].all()
    error = np.hypot(end["own_x"] - end["x"], end["own_y"] - end["y"])
    assert error.median() < 2
    assert error[end["y"] < 850].max() < 5
    assert error.max() < 40  # next to the line between the lamps
