"""Tasks: what robots are evaluated on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from shoal import _core
from shoal._core import Error
from shoal.voxel.body import Body
from shoal.voxel.controller import Controller


@dataclass(frozen=True)
class Robot:
    """A body with its controller."""

    body: Body
    controller: Controller

    def to_json(self) -> str:
        return json.dumps({"body": self.body.to_json(), "controller": self.controller.to_json()})

    @classmethod
    def from_json(cls, text: str) -> Robot:
        data = json.loads(text)
        return cls(Body.from_json(data["body"]), Controller.from_json(data["controller"]))


class Task:
    """Locomotion: walk as far as possible on a named terrain within ``duration`` seconds.

    ``transient`` seconds at the start do not count; the controller is called every ``control_interval`` + 1 steps of ``dt``.
    """

    def __init__(self, terrain: str = "flat", duration: float = 60.0, **values: Any) -> None:
        self._core = _core.VoxelTask()
        for name, value in {"terrain": terrain, "duration": float(duration), **values}.items():
            if not hasattr(self._core, name) or callable(getattr(self._core, name)):
                raise Error(f"task: found '{name}', expected the name of a parameter")
            setattr(self._core, name, value)

    def evaluate(self, robots: Sequence[Robot | tuple[Body, Controller]]) -> pd.DataFrame:
        """Runs all robots, each in a world of its own, on all cores; a row of measures for each."""
        pairs = [(r.body, r.controller) if isinstance(r, Robot) else r for r in robots]
        brains = [controller.brain_for(body) for body, controller in pairs]
        table = self._core.evaluate(
            [(body._core, brain) for (body, _), brain in zip(pairs, brains, strict=True)]
        )
        path = table.pop("path")
        frame = pd.DataFrame(table)
        if self._core.paths:
            frame["path"] = path
        return frame

    def walk(self, robot: Robot) -> Any:
        """One robot step by step: ``step(n)``, ``time``, ``corners()``, ``centres()``, ``area_ratios()``."""
        return _core.VoxelWalk(self._core, robot.body._core, robot.controller.brain_for(robot.body))
