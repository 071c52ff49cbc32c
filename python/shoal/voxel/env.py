"""A Gymnasium environment with the conventions of Evogym: a grid of materials in, voxel actuations out."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import ArrayLike, NDArray

from shoal import _core
from shoal._core import Error
from shoal.voxel.body import Body, Material
from shoal.voxel.task import Task

EMPTY, RIGID, SOFT, H_ACT, V_ACT = range(5)
LOW, HIGH = 0.6, 1.6  # of an action: 1 is rest
LETTERS = ".rshv"


def materials() -> dict[str, Material]:
    """What the numbers 1 to 4 of a grid are made of."""
    soft = Material(spring_frequency=5.0, scaffolding=["side_external", "central_cross"])
    return {"r": Material(spring_frequency=25.0), "s": soft, "h": Material(), "v": Material()}


class Walker(gymnasium.Env[NDArray[np.float32], NDArray[np.float32]]):
    """Walk to the right.

    ``body``: a grid of 0 empty, 1 rigid, 2 soft, 3 and 4 actuators, the top row first. An action is a target in 0.6 … 1.6 for each
    actuator, row by row from the top; below 1 it shrinks, above 1 it grows, as far as the material can, along both axes. An
    observation is the velocity of the centre, then x and y of all voxel corners relative to it. The reward is the distance gained.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["rgb_array"], "render_fps": 30}

    def __init__(
        self,
        body: ArrayLike,
        terrain: str = "flat",
        steps: int = 500,
        held: int = 2,
        render_mode: str | None = None,
    ) -> None:
        grid = np.asarray(body)
        if grid.ndim != 2 or not np.isin(grid, range(5)).all():
            raise Error("body: expected a grid of numbers from 0 to 4, the top row first")
        self.body = Body(["".join(LETTERS[int(cell)] for cell in row) for row in grid], materials())
        self.task = Task(terrain)
        self.steps, self.held, self.render_mode = steps, held, render_mode
        actuators = [(grid.shape[0] - 1 - y, x, i) for i, (x, y) in enumerate(self.body.cells)]
        actuators = sorted(a for a in actuators if grid[a[0], a[1]] in (H_ACT, V_ACT))
        if not actuators:
            raise Error("body: found no actuator, expected a 3 or a 4")
        self._voxels = [voxel for _, _, voxel in actuators]
        self.action_space = gymnasium.spaces.Box(LOW, HIGH, (len(actuators),), np.float32)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (2 + 8 * len(self.body),), np.float32)
        self._walk: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        self._walk = _core.VoxelWalk(self.task._core, self.body._core, None)
        self._taken, self._x = 0, self._centre()[0]
        return self._observe(), {}

    def step(
        self, action: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        if self._walk is None:
            raise Error("step: found an environment that was not reset")
        target = np.clip(np.asarray(action, dtype=float), LOW, HIGH)
        control = np.zeros(len(self.body))
        control[self._voxels] = np.where(target < 1, (1 - target) / (1 - LOW), (1 - target) / (HIGH - 1))
        self._walk.apply(control.tolist())
        self._walk.step(self.held)
        self._taken += 1
        before, self._x = self._x, self._centre()[0]
        info = {"x": self._x, "time": self._walk.time}
        return self._observe(), float(self._x - before), False, self._taken >= self.steps, info

    def render(self) -> Any:
        if self.render_mode is None or self._walk is None:
            return None
        from shoal.voxel.film import Stage
        from shoal.voxel.task import Robot

        return np.asarray(Stage(self.task, Robot(self.body, None), (640, 320)).draw(self._walk))  # type: ignore[arg-type]

    def _centre(self) -> NDArray[np.float64]:
        return self._walk.centres().mean(axis=0)

    def _observe(self) -> NDArray[np.float32]:
        corners = (self._walk.corners() - self._centre()).reshape(-1, 2)
        velocity = self._walk.velocities().mean(axis=0)
        return np.concatenate([velocity, corners[:, 0], corners[:, 1]]).astype(np.float32)
