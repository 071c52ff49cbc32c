"""All robots find the mean of their ids; with receipts nothing gets lost although messages do."""

import numpy as np
import pytest
from support.examples import last_instant, run_example

NB = 30
MEAN = (NB - 1) / 2
SEEDS = [1, 2, 3, 4]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_robot_finds_the_mean(tmp_path, seed):
    rows = run_example("push_sum", tmp_path, f"seed={seed}")
    start, end = rows[rows["time"] == 0], last_instant(rows)
    assert (start["estimate"] == np.arange(NB)).all()
    assert (start["doing"] == "rests").all()
    assert (end["doing"] == "has done").all()
    assert np.abs(end["estimate"] - MEAN).max() < 0.1

    # What is on the way is with one robot or none, so the swarm never has more than it began with.
    total = rows.groupby("time")[["sum", "weight"]].sum()
    assert total["weight"].max() < NB + 1e-9
    assert total["sum"].max() < NB * MEAN + 1e-9
    assert total["weight"].iloc[-1] == pytest.approx(NB, rel=1e-12)
    assert total["sum"].iloc[-1] == pytest.approx(NB * MEAN, rel=1e-12)


def test_without_receipts_shares_are_lost_as_messages_are(tmp_path):
    off = []
    for seed in SEEDS:
        rows = run_example("push_sum", tmp_path, f"seed={seed}", "parameters.receipts=false")
        end = last_instant(rows)
        assert np.ptp(end["estimate"]) < 0.05
        off.append(abs(end["estimate"].mean() - MEAN))

        # Each of the 120 pushes loses half of what a robot has with chance 0.2: on the mean 0.9^120 is left.
        pushes, lost = 120, 0.2
        left = end["weight"].sum() / NB
        assert np.log(left) == pytest.approx(pushes * np.log(1 - lost / 2), rel=0.25)
    assert max(off) > 0.5


def test_without_loss_receipts_are_not_needed(tmp_path):
    rows = run_example(
        "push_sum", tmp_path, "parameters.receipts=false", "objects.robots.msg_success_rate.rate=1"
    )
    end = last_instant(rows)
    assert end["weight"].sum() == pytest.approx(NB, rel=1e-12)
    assert np.abs(end["estimate"] - MEAN).max() < 0.1
