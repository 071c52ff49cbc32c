"""Controllers: time functions, networks over sensors, Python functions, ONNX files."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from shoal import _core
from shoal._core import Error
from shoal.voxel.body import Body

KINDS = ("none", "sines", "centralized", "distributed", "poses", "function")
Sensors = Sequence[str] | Sequence[Sequence[str]]


class Controller:
    """A brain for any body it fits. Make one with a class method; ``to_json`` and ``from_json`` keep it."""

    def __init__(self, kind: str, function: Callable[..., Any] | None = None, **values: Any) -> None:
        if kind not in KINDS:
            raise Error(f"controller: found '{kind}', expected one of {', '.join(KINDS)}")
        self.kind, self.values, self.function = kind, values, function

    @classmethod
    def sines(
        cls, phases: Sequence[float], frequency: float = 1.0, amplitude: float = 1.0, **more: Any
    ) -> Controller:
        """amplitude · sin(2π frequency t + phase), a phase for each voxel; ``start`` and ``end`` are added, the latter at ``duration``."""
        return cls("sines", phases=list(phases), frequency=frequency, amplitude=amplitude, **more)

    @classmethod
    def gait(cls, body: Body, frequency: float = 1.0, waves: float = 0.5) -> Controller:
        """The usual hand-made gait: sin(−2π frequency t + 2π waves x/w)."""
        return cls.sines([2 * math.pi * waves * x / body.width for x, _ in body.cells], frequency=-frequency)

    @classmethod
    def centralized(cls, sensors: Sensors, weights: Sequence[float] = (), **more: Any) -> Controller:
        """One network for the whole body. ``sensors``: names for every voxel, or a list for each voxel.

        ``hidden=[10]``, ``activation="tanh"``, ``rule="input_bias"``, ``driving_frequency=1.0``, ``hold=0.1``, ``max_rate=2.0``.
        """
        return cls("centralized", sensors=sensors, weights=[float(w) for w in weights], **more)

    @classmethod
    def distributed(cls, sensors: Sensors, weights: Sequence[float] = (), **more: Any) -> Controller:
        """A network in each voxel, with ``signals`` to each neighbour; ``homogeneous``, ``directional``."""
        return cls("distributed", sensors=sensors, weights=[float(w) for w in weights], **more)

    @classmethod
    def poses(cls, poses: Sequence[Sequence[int]], pose_time: float = 0.5) -> Controller:
        """One pose after the other: a mark for each voxel; marked ones shrink, all others expand."""
        return cls("poses", poses=[list(pose) for pose in poses], pose_time=pose_time)

    @classmethod
    def python(cls, function: Callable[..., Any], sensors: Sensors = ()) -> Controller:
        """``function(time, readings)`` gives one value a voxel."""
        return cls("function", function=function, sensors=sensors)

    @classmethod
    def onnx(cls, path: str, sensors: Sensors) -> Controller:
        """A network in an ONNX file: readings in, a row of values out."""
        try:
            import numpy as np
            import onnxruntime
        except ImportError as error:
            raise Error(f"{path}: controllers in ONNX files need the package onnxruntime") from error
        session = onnxruntime.InferenceSession(path)
        name = session.get_inputs()[0].name

        def function(_time: float, readings: Any) -> Any:
            return session.run(None, {name: np.asarray(readings, dtype=np.float32)[None]})[0][0]

        return cls("function", function=function, sensors=sensors)

    def brain_for(self, body: Body) -> Any:
        """The compiled form of this controller in a body."""
        brain = _core.VoxelBrain()
        values = dict(self.values)
        sensors = values.pop("sensors", None)
        if sensors is not None:
            same = all(isinstance(sensor, str) for sensor in sensors)
            brain.set_sensors(body._core, [list(sensors)] * len(body) if same else [list(s) for s in sensors])
        brain.set_network(values.pop("activation", "tanh"), values.pop("rule", "input_bias"))
        if "poses" in values:
            brain.set_poses(values.pop("poses"))
        for name, value in values.items():
            if not hasattr(brain, name) or callable(getattr(brain, name)):
                raise Error(f"controller: found '{name}', expected the name of a parameter")
            setattr(brain, name, value)
        brain.set_kind(KINDS.index(self.kind))
        if self.function is not None:
            brain.set_function(self.function)
        return brain

    def weight_count(self, body: Body) -> int:
        """How many weights it takes in this body."""
        return self.brain_for(body).weight_count(body._core)

    def to_json(self) -> dict[str, Any]:
        if self.kind == "function":
            raise Error("controller: found a Python function, expected one that can be written to JSON")
        return {"kind": self.kind, **self.values}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Controller:
        return cls(**data)
