"""shoal.voxel: bodies in and out, counts of the reference, populations, Python controllers, the environment."""

import json
import math
import sys

import numpy as np
import pytest
from shoal import Error
from shoal.voxel import Body, Controller, Material, Robot, Task, sensor_set


def worm():
    body = Body("worm-6x1")
    return Robot(body, Controller.gait(body))


def test_robots_survive_json():
    body = Body(
        ["s.s", "hhh"], {"h": Material(spring_frequency=25.0), "s": Material("vsr-1.12", friction=3.0)}
    )
    robot = Robot(body, Controller.sines([0.0] * len(body)))
    again = Robot.from_json(robot.to_json())
    assert str(again.body) == "s.s\nhhh"
    assert again.to_json() == robot.to_json()


def test_published_bodies_load_feet_first():
    voxel = {
        "sideLength": 3.0,
        "massSideLengthRatio": 0.35,
        "springF": 8.0,
        "friction": 10.0,
        "areaRatioActiveRange": {"min": 0.8, "max": 1.2},
        "areaRatioPassiveRange": {"min": "-Infinity", "max": "Infinity"},
        "springScaffoldings": ["SIDE_EXTERNAL", "CENTRAL_CROSS"],
    }
    body = Body.from_json(json.dumps({"voxels": {"w": 2, "h": 2, "items": [voxel, voxel, None, voxel]}}))
    assert body.cells == [(0, 0), (1, 0), (1, 1)]
    assert next(iter(body.materials.values()))._core.mass_side_ratio == 0.35


def test_sensing_brains_have_the_counts_of_the_paper():
    sensors = [
        f"{how}({what}, 0, 5)"
        for how in ("mean", "difference")
        for what in ("rotated_velocity(8)", "area_ratio")
    ]
    brain = Controller.centralized(sensors, driving_frequency=1.0)
    assert [brain.weight_count(Body(shape)) for shape in ("worm-4x1", "biped-4x2", "tripod-5x2")] == [
        104,
        228,
        400,
    ]


@pytest.mark.parametrize(
    ("name", "shape", "inputs"),
    [
        ("uniform-a+vxy+t-0", "biped-4x3", 40),
        ("spinedTouch-t-f-0", "biped-4x3", 21),
        ("spinedTouch-t-f-0", "biped-7x4", 38),
        ("spinedTouchSighted-f-f-0.05", "biped-4x3", 35),
    ],
)
def test_sensor_sets_have_the_inputs_of_the_reference(name, shape, inputs):
    body = Body(shape)
    brain = Controller.centralized(sensor_set(name, body), rule="every_bias")
    assert brain.weight_count(body) == (inputs + 1) * len(body)
    seen = []
    watching = Controller.python(
        lambda _t, r: seen.append(len(r)) or [0.0] * len(body), sensor_set(name, body)
    )
    Task("flat", 0.2).evaluate([(body, watching)])
    assert set(seen) == {inputs}


def test_wrong_sensor_sets_are_refused():
    for name in ("uniform-a", "spinedTouch-t-0", "uniform-a-x", "spined-t-f-0"):
        with pytest.raises(Error, match="spinedTouch-CPG"):
            sensor_set(name, Body("worm-3x1"))


def test_distributed_brains_have_a_network_a_voxel():
    body = Body("biped-4x3")
    assert Controller.distributed(["a"], signals=1, rule="every_bias").weight_count(body) == (1 + 4 + 1) * 5
    assert (
        Controller.distributed(["a"], homogeneous=False, directional=False).weight_count(body) == 10 * 6 * 2
    )


def test_a_python_function_walks_as_the_compiled_gait_does():
    robot = worm()
    phases = [math.pi * x / 6 for x, _ in robot.body.cells]
    same = Controller.python(
        lambda t, _: [math.sin(-2 * math.pi * t + phase) for phase in phases], [[] for _ in phases]
    )
    task = Task("flat", duration=3.0)
    table = task.evaluate([robot, Robot(robot.body, same)])
    assert table.distance[0] != 0.0
    assert table.distance[1] == pytest.approx(table.distance[0], abs=1e-4)


def test_results_do_not_depend_on_company_or_threads():
    robots = [(Body("worm-5x1"), Controller.sines([0.1 * i * x for x in range(5)])) for i in range(7)]
    together = Task("hilly-1-10-0", duration=3.0, threads=3).evaluate(robots)
    alone = Task("hilly-1-10-0", duration=3.0, threads=1).evaluate(robots[4:5])
    assert together.distance[4] == alone.distance[0]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: Body("blob-3"), "biped-WxH"),
        (lambda: Material(softness=1), "softness"),
        (lambda: Body(["ab"], {"a": Material()}), "'b'"),
        (lambda: Task("moon").evaluate([worm()]), "uphill-DEGREES"),
        (lambda: Task("flat", colour=1), "colour"),
        (lambda: Task("flat", 1).evaluate([(Body("worm-4x1"), Controller.sines([0.0]))]), "4 values"),
        (
            lambda: Task("flat", 1).evaluate([(Body("worm-4x1"), Controller.centralized(["speed"]))]),
            "position",
        ),
    ],
)
def test_mistakes_name_what_was_expected(make, expected):
    with pytest.raises(Error, match=expected):
        make()


def test_a_failing_python_controller_ends_the_evaluation_with_its_own_error():
    body = Body("worm-4x1")
    failing = Controller.python(lambda _t, _r: 1 / 0, [[]] * 4)
    with pytest.raises(ZeroDivisionError):
        Task("flat", 1.0).evaluate([(body, failing)])


def test_the_environment_pays_for_distance_and_repeats():
    pytest.importorskip("gymnasium")
    from shoal.voxel.env import Walker

    env = Walker([[3, 3, 3], [3, 0, 3]], steps=30)
    runs = []
    for _ in range(2):
        start, _info = env.reset(seed=0)
        rewards, done = [], False
        while not done:
            _seen, reward, _over, done, _info = env.step(np.full(5, 0.6 + 0.4 * (len(rewards) % 2)))
            rewards.append(reward)
        runs.append(rewards)
    assert start.shape == (2 + 8 * 5,)
    assert runs[0] == runs[1]
    assert len(runs[0]) == 30


def test_onnx_controllers_say_what_they_need(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(Error, match="need the package onnxruntime"):
        Controller.onnx("brain.onnx", ["a"])
