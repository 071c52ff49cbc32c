"""All agree in the end, on red with a probability equal to the share that starts red."""

import numpy as np
import pytest
from support.examples import last_instant, run_example

RUNS = 30


@pytest.mark.parametrize("red_share", [0.25, 0.75])
def test_a_share_is_the_chance_to_win(tmp_path, red_share):
    wins = 0
    for seed in range(RUNS):
        rows = run_example(
            "voter_model",
            tmp_path,
            f"seed={seed}",
            f"parameters.red_share={red_share}",
            "parameters.doubt_s=0.5",
        )
        end = last_instant(rows)["red"]
        assert end.nunique() == 1
        wins += end.iloc[0]
    # Two standard deviations of a binomial share; a majority would win nearly always.
    sigma = np.sqrt(red_share * (1 - red_share) / RUNS)
    assert wins / RUNS == pytest.approx(red_share, abs=2 * sigma)


def test_out_of_reach_nobody_changes(tmp_path):
    rows = run_example("voter_model", tmp_path, "objects.robots.communication_radius=0", "simulation_time=60")
    assert rows["time"].max() > 59
    assert (rows.groupby("robot_id")["red"].nunique() == 1).all()
    assert last_instant(rows)["red"].nunique() == 2
