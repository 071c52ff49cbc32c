"""The gyroscope agrees with what the motors do; its sum is the heading."""

import numpy as np
from support.examples import run_example


def test_the_gyroscope_tells_the_turns(tmp_path):
    rows = run_example("IMU", tmp_path)
    assert rows["mismatches"].max() == 0
    assert rows["phase"].nunique() == 3
    assert np.isfinite(rows[["gyro_z", "sideways", "heading"]].to_numpy()).all()
    for _, robot in rows.groupby("robot_id"):
        turned = np.unwrap(robot["angle"]) - robot["angle"].iloc[0]
        error = np.abs(robot["heading"].to_numpy() - turned)
        # The reckoning is up to one control period behind: 1 rad/s for 17 ms; noise adds 0.02 rad/s · √(60 s / 60 Hz).
        assert error.max() < 0.1
        assert np.ptp(turned) > 1.5
