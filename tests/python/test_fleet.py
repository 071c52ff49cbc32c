"""shoal.vehicle.Fleet: arrays are views, steps are repeatable, mistakes are told."""

import runpy
import threading
from pathlib import Path

import numpy as np
import pytest
from shoal import _core
from shoal.vehicle import Fleet, types

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "vehicle"


def hovering(number=8, **options):
    fleet = Fleet(**options)
    quads = fleet.add("quadrotor", number)
    quads.position[0] = np.arange(number)
    quads.position[2] = -20.0
    command = quads.mode("position")
    command[:3] = quads.position
    return fleet, quads, command


def test_arrays_are_the_fleets_own_memory():
    fleet, quads, command = hovering()
    before = quads["down"].copy()
    command[2] -= 5.0
    fleet.step(300)
    assert quads["down"] is not before
    assert np.all(quads["down"] < before - 4.0)
    assert np.shares_memory(quads["north"], quads.state)
    assert fleet.time == pytest.approx(3.0)


def test_arrays_outlive_the_name_of_their_fleet():
    fleet, quads, _ = hovering()
    state = quads.state
    del fleet, quads
    assert state[2].max() == -20.0


@pytest.mark.parametrize("precision", ["double", "single"])
def test_threads_and_cuts_of_steps_do_not_matter(precision):
    ends = []
    for threads, cuts in ((1, [100]), (2, [100]), (3, [1, 9, 90])):
        fleet, quads, command = hovering(300, threads=threads, precision=precision)
        command[0] += 3.0
        for n in cuts:
            fleet.step(n)
        ends.append(quads.state.copy())
    assert np.array_equal(ends[0], ends[1])
    assert np.array_equal(ends[0], ends[2])


def test_wind_of_the_surroundings_pushes():
    fleet = Fleet()
    quads = fleet.add("quadrotor", 2)
    quads.position[2] = -50.0
    thrust = quads.mode("attitude")
    thrust[3] = 1.4844 * 9.81
    quads.surroundings[1] = [0.0, 5.0]  # wind to the east
    fleet.step(100)
    assert quads["ve"][0] == 0.0
    # Drag k = 0.28 N s/m along the body's right: v = w (1 - exp(-k t / m)).
    assert quads["ve"][1] == pytest.approx(5.0 * (1.0 - np.exp(-0.28 / 1.4844)), rel=1e-6)


def test_a_fall_is_an_event():
    fleet, quads, _ = hovering(2)
    quads.mode("motors")[:] = 0.0
    fleet.step(1000)
    events = fleet.events()
    assert {e.vehicle for e in events} == {0, 1}
    assert events[0].group == "quadrotor"
    assert events[0].what == "crashed"
    assert 2.0 < events[0].time < 3.5  # 20 m of free fall take 2.02 s, and the slowest rotors lift a little


def test_mistakes_are_told():
    fleet, quads, command = hovering()
    with pytest.raises(_core.Error, match="quadcopter"):
        fleet.add("quadcopter")
    with pytest.raises(ValueError, match="positon"):
        quads.mode("positon")
    with pytest.raises(KeyError, match="hight"):
        quads["hight"]
    with pytest.raises(IndexError):
        quads.place(99)
    with pytest.raises(ValueError, match="precision"):
        Fleet(precision="half")
    command[1, 3] = np.nan
    with pytest.raises(_core.Error, match="quadrotor 3"):
        fleet.step()


def test_the_lock_is_free_during_a_step():
    fleet, _, _ = hovering(2000)
    counted = []
    worker = threading.Thread(target=fleet.step, args=(300,))
    worker.start()
    while worker.is_alive():
        counted.append(1)
    worker.join()
    assert len(counted) > 1


def test_types_tell_their_modes():
    assert types()["quadrotor"]["velocity"] == ["vn", "ve", "vd", "yaw"]


def test_five_thousand_hold_their_formation(capsys):
    runpy.run_path(str(EXAMPLES / "five_thousand.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert float(lines[-2].split(":")[1].split()[0]) < 1.0
    assert float(lines[-1].split()[-1]) > 0.0
