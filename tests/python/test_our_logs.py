"""Logs of real runs: what the scenario says of the domain reaches the analysis."""

import numpy as np
import pytest
import shoal
from shoal import analysis, plot
from support.running import robots, scenario


def drive(run_scenario, directory, **keys):
    """A robot that drives straight ahead at 100 mm/s for 15 s: once around a torus of a metre, and on."""
    run = run_scenario("drive", scenario(simulation_time=15.0, **keys))
    assert run.status == 0
    return shoal.load(directory / "run0" / "data.feather")


@pytest.mark.parametrize("keys", [{"boundary_condition": "periodic"}, {"arena_file": "empty.csv"}])
def test_a_robot_that_drives_around_the_torus_goes_straight_on(run_scenario, tmp_path, keys):
    (tmp_path / "run0").mkdir()
    (tmp_path / "run0" / "empty.csv").write_text("")
    frame, metadata = drive(run_scenario, tmp_path, **keys)
    assert metadata["configuration"]["boundary_condition"] == "periodic"
    assert frame.attrs["box"] == pytest.approx((1000.0, 1000.0))
    assert np.ptp(frame["x"]) > 900
    found = analysis.locomotion(frame).iloc[0]
    assert found["v"] == pytest.approx(100.0, rel=0.01)
    last = analysis.compute_msd_per_agent(frame, per_lag=True).iloc[-1]
    assert np.sqrt(last["disp2"]) == pytest.approx(100.0 * last["tau"], rel=0.01)


def test_between_walls_nothing_wraps(run_scenario, tmp_path):
    frame, _ = drive(run_scenario, tmp_path)
    assert "box" not in frame.attrs
    assert np.sqrt(analysis.compute_msd_per_agent(frame, per_lag=True)["disp2"].max()) < 500


def test_walls_skins_and_objects_are_no_robots(run_scenario, tmp_path):
    objects = {
        "walls": {"type": "pogowall", "geometry": "arena"},
        "skin": {"type": "membrane", "geometry": "disk", "radius": 100.0, "x": 700.0, "y": 700.0, "num_dots": 20,
                 "dot_radius": 8.0, "serialize_dot_pose": True},
        "cubes": {"type": "passive_object", "nb": 3, "geometry": "disk", "radius": 20.0},
        "robots": robots(nb=7),
    }  # fmt: skip
    run = run_scenario("drive", scenario(objects=objects))
    assert run.status == 0, run.console
    log = tmp_path / "run0" / "data.feather"
    frame, _ = shoal.load(log)
    bodies = frame[frame["time"] == 0].pipe(analysis.bodies)
    assert bodies["robot_category"].value_counts().to_dict() == {"robots": 7, "cubes": 3, "skin": 1}
    assert len(analysis.locomotion(frame[frame["robot_category"] == "robots"])) == 7
    assert plot.main([str(log), "-o", str(tmp_path / "report")]) == 0
    assert "<dt>robots</dt><dd>7 " in (tmp_path / "report" / "report.html").read_text()
