"""Messages as they were measured on Pogosim 0.10.10; `compatibility: pogosim` delivers the same."""

from collections import Counter

import pytest
from support.infrared import at, received, world

ALL, FRONT = 4, 0

# Header of what arrives: type, power list, sender id, sender index.
HEADERS = {
    ("omniGen", ALL): (16, 85, 0, 4),
    ("omniSpe", ALL): (16, 1, 0, 0),
    ("uniSpe", FRONT): (16, 1, 0, 0),
    ("uniSpe", ALL): (16, 0, 0, 4),
    ("shortOmni", ALL): (3, 0, 255, 15),
    ("shortUni", FRONT): (3, 0, 255, 15),
}


def pair(**keys):
    return world(at(450, 500), at(550, 500), compatibility="pogosim", **keys)


@pytest.mark.parametrize(("what", "direction"), HEADERS)
def test_vector_03_headers(run_scenario, what, direction):
    sending = {"what": what, "direction": direction, "first_step": 0, "last_step": 2}
    messages = received(run_scenario("infrared", pair(parameters=sending | {"hz": 0})))
    # One copy by the back receiver, in the same tick; nothing of what was sent in tick 0.
    assert [(m.robot, m.step, m.sent, m.receiver) for m in messages] == [(1, 1, 1, 2), (1, 2, 2, 2)]
    header = HEADERS[what, direction]
    assert {(m.type, m.power_list, m.sender, m.emitter) for m in messages} == {header}


@pytest.mark.parametrize(("what", "direction"), HEADERS)
def test_vector_03_without_occlusions(run_scenario, what, direction):
    sending = {"what": what, "direction": direction, "first_step": 1, "last_step": 1, "hz": 0}
    run = run_scenario("infrared", pair(parameters=sending, communication_ignore_occlusions=True))
    messages = received(run)
    if what == "omniSpe":
        assert Counter((m.emitter, m.receiver) for m in messages) == Counter(
            {(emitter, receiver): 1 for emitter in (0, 1, 3) for receiver in (1, 2, 3)}
        )
    else:
        assert [m.receiver for m in messages] == [1, 2, 3]


def test_vector_03_an_earlier_robot_hears_in_its_next_step(run_scenario):
    sending = {"sender": 1, "first_step": 1, "last_step": 1, "hz": 0}
    (message,) = received(run_scenario("infrared", pair(parameters=sending)))
    assert (message.robot, message.step) == (0, 2)


def test_vector_04_walls(run_scenario):
    walls = {
        "type": "pogowall", "geometry": "arena", "communication_radius": 100.0,
        "msg_success_rate": {"type": "static", "rate": 1.0},
    }  # fmt: skip
    keys = world(at(500, 940), compatibility="pogosim", simulation_time=20.0, parameters={"last_step": -1})
    keys["objects"]["walls"] = walls
    messages = received(run_scenario("infrared", keys))
    assert {(m.type, m.sender, m.emitter, m.length) for m in messages} == {(16, 65535, 0, 5)}
    by_step = Counter((m.step, m.receiver) for m in messages)
    assert {receiver for _, receiver in by_step} == {0, 1, 2}
    assert set(by_step.values()) == {4}
    pings = len({m.step for m in messages})
    assert 110 < pings < 190  # of 200 steps at 10 Hz, three in four send
