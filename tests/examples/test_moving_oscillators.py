"""Coupled oscillators synchronise and end the run; uncoupled ones keep their rates and an order of about 1/sqrt(N)."""

import numpy as np
import pytest
from support.examples import last_instant, run_example

ROBOTS = 50
SPREAD = 0.15  # rad/s


def order(rows):
    return rows.groupby("time")["phase"].agg(lambda phase: abs(np.exp(1j * phase.to_numpy()).mean()))


def mean_rates(rows):
    """Each robot's rate over the last ten seconds, in rad/s."""
    late = rows[rows["time"] >= rows["time"].max() - 10].pivot(
        index="time", columns="robot_id", values="phase"
    )
    turned = np.unwrap(late.to_numpy(), axis=0)
    return (turned[-1] - turned[0]) / (late.index[-1] - late.index[0])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_they_synchronise_and_stop(tmp_path, seed):
    rows = run_example("moving_oscillators", tmp_path, f"seed={seed}")
    r = order(rows)
    assert r.iloc[0] < 0.4
    assert r.iloc[-1] > 0.95
    assert rows["time"].max() < 179
    # The logged one is of the step before.
    assert last_instant(rows)["order"].iloc[0] == pytest.approx(r.iloc[-1], abs=0.01)


def test_coupling_makes_rates_equal(tmp_path):
    rows = run_example("moving_oscillators", tmp_path, "parameters.synchronous=2", "simulation_time=60")
    # Without coupling these are equal; what is left is phases that drift apart and meet again within the ten seconds.
    assert mean_rates(rows).std() < 0.3 * last_instant(rows)["rate"].std()


def test_without_coupling_everybody_keeps_its_rate(tmp_path):
    squares = []
    for seed in (1, 2, 3):
        rows = run_example(
            "moving_oscillators", tmp_path, f"seed={seed}", "parameters.coupling=0", "simulation_time=100"
        )
        assert rows["time"].max() > 99
        rates = last_instant(rows).sort_values("robot_id")["rate"].to_numpy()
        assert abs(rates - 2).max() <= SPREAD
        # A row shows the phase of the last step, up to 16 ms old.
        assert mean_rates(rows) == pytest.approx(rates, abs=0.01)
        squares.append((order(rows) ** 2).mean())
    # Random phases: <r^2> = 1/N.
    assert np.mean(squares) == pytest.approx(1 / ROBOTS, rel=0.4)
