"""The newest colour reaches every robot, hop by hop, and then there is only one."""

import numpy as np
import pytest
from support.examples import run_example


def colors(rows):
    return rows.groupby("time")["color"].nunique()


@pytest.mark.parametrize("moving", ["false", "true"])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_shot_ends_in_one_color(tmp_path, seed, moving):
    rows = run_example("hanabi", tmp_path, f"seed={seed}", f"parameters.moving={moving}")
    assert colors(rows).iloc[0] > 30
    shots = rows["shot"].max()
    assert shots >= 3
    for shot in range(shots):
        # A robot launches the next one at the earliest 4 s after it took this one.
        first = rows[rows["shot"] == shot]["time"].min()
        settled = rows[(rows["time"] > first + 3.5) & (rows["time"] < first + 3.9)]
        assert (settled["shot"] == shot).all()
        assert settled["color"].nunique() == 1


def test_deaf_robots_never_agree(tmp_path):
    rows = run_example("hanabi", tmp_path, "objects.robots.msg_success_rate.rate=0", "simulation_time=10")
    assert colors(rows).min() > 30


def test_a_color_moves_one_robot_in_the_time_until_a_message_arrives(tmp_path):
    """Robots in a row hear the next one only."""
    nb, spacing = 20, 110.0
    row = tmp_path / "row.csv"
    row.write_text("x,y,phi\n" + "".join(f"{spacing * (i + 1)},1000,0\n" for i in range(nb)))
    rows = run_example(
        "hanabi",
        tmp_path,
        "arena_file=arenas/square.csv",
        "arena_surface=9e6",
        "initial_formation=imported",
        f"formation_filename={row}",
        f"objects.robots.nb={nb}",
        "parameters.fuse_ms=10000",
        "parameters.fuse_spread_ms=200000",
        "simulation_time=400",
        "save_data_period=0.02",
    )
    taken = rows[rows["shot"] > 0].groupby(["shot", "robot_id"])["time"].min().unstack()
    hops = np.abs(np.diff(taken.to_numpy(), axis=1))
    hops = hops[np.isfinite(hops)]
    # Sent with chance 0.2 in each step, it arrives with chance 0.9 and is read one step later at most.
    step = 0.016
    waits = step / (0.2 * 0.9)
    assert len(hops) > 200
    assert waits - step < hops.mean() < waits + step
