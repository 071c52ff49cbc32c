"""Episodes of a task in a scenario: what all environments have in common."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shoal.envs.task import Task
from shoal.simulation import Simulation

SEEDS = 2**32


class Outcome(NamedTuple):
    """What an action led to."""

    observations: NDArray[np.float32]  # (robots, k)
    rewards: NDArray[np.float64]  # (robots,)
    terminated: bool
    truncated: bool


class Episodes:
    """One simulation after the other. Controllers are built once, when this is made."""

    def __init__(
        self,
        scenario: str | os.PathLike,
        controller: str | os.PathLike | None = None,
        task: Task | None = None,
        overrides: Mapping[str, object] | None = None,
    ):
        self._make = lambda seed: Simulation(scenario, controller, seed, overrides)
        self.simulation = self._make(0)
        path = Path(scenario)
        self.task = task or Task.of(self.simulation, path if path.is_dir() else path.parent)
        self.observation_space, self.action_space = self.task.spaces(self.simulation)
        robots = self.simulation.categories[self.task.category]
        self.ids = self.simulation.ids[robots]
        self._steps = 0

    def begin(self, seed: int) -> NDArray[np.float32]:
        self.simulation = self._make(seed)
        self._steps = 0
        return self.task.observe(self.simulation)

    def act(self, actions: NDArray) -> Outcome:
        task, simulation = self.task, self.simulation
        task.act(simulation, actions)
        simulation.step(seconds=task.period)
        self._steps += 1
        terminated = bool(task.terminated(simulation)) if task.terminated else False
        late = task.steps is not None and self._steps >= task.steps
        return Outcome(
            task.observe(simulation), task.rewards(simulation), terminated, simulation.over or late
        )

    def picture(self) -> NDArray[np.uint8]:
        return np.ascontiguousarray(self.simulation.render()[:, :, :3])
