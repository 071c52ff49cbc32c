"""What an agent observes, does and is rewarded for."""

from __future__ import annotations

import dataclasses
import runpy
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from shoal.simulation import FULL_POWER, Error, Simulation

Measure = Callable[[Simulation], NDArray]

_BRIGHTEST = float(np.iinfo(np.int16).max)
_INFINITE = np.inf


@dataclasses.dataclass(frozen=True)
class Task:
    """What there is to learn. The same names are the keys of a scenario's ``environment``.

    category:
        The robots that are agents; others run their controller, or stand.
    period:
        Simulated time between two actions in s.
    steps:
        Most actions of an episode; the scenario's ``simulation_time`` ends it in any case.
    observations:
        Names, whose values are laid side by side: ``photosensors`` (3 levels), ``imu`` (6), ``pose`` (x and y in mm, the
        angle in rad), or any column of the log, a controller's own too. Or a function of the simulation that returns an
        array of shape (robots, k); then ``observation_space`` is the space of one robot.
    actions:
        Names: ``motors`` (left and right, -1 … 1 of full power) and ``led`` (red, green and blue of the head, 0 … 1).
        Or a function of the simulation and an array of shape (robots, k), with ``action_space``.
    reward:
        A column of the log, or a function of the simulation that returns an array of shape (robots,). Without one every
        reward is 0.
    terminated:
        A function of the simulation that tells whether the episode has reached its end.

    In a scenario a function is ``file.py:name``, beside the scenario, and a space is least value, greatest value and how
    many there are: ``[-1, 1, 4]``.
    """

    category: str = "robots"
    period: float = 0.1
    steps: int | None = None
    observations: Sequence[str] | Measure = ("photosensors", "imu")
    actions: Sequence[str] | Callable[[Simulation, NDArray], None] = ("motors",)
    reward: str | Measure | None = None
    terminated: Callable[[Simulation], bool] | None = None
    observation_space: Box | None = None
    action_space: Box | None = None

    @classmethod
    def of(cls, simulation: Simulation, folder: Path) -> Task:
        """The task that the scenario declares. ``folder``: where the files of its functions are."""
        declared = simulation.configuration.get("environment") or {}
        known = [field.name for field in dataclasses.fields(cls)]
        for key in declared:
            if key not in known:
                raise Error(f"environment.{key}: unknown key, expected one of {', '.join(known)}")
        return cls(**{key: _resolved(key, value, folder) for key, value in declared.items()})

    def spaces(self, simulation: Simulation) -> tuple[Box, Box]:
        """Of one robot: what it observes, what it does. Raises ``Error`` for what there is not."""
        count = len(simulation.ids[_robots(simulation, self.category)])
        if not (count > 0 and self.period > 0):
            raise Error(f"environment: {count} agents and a period of {self.period} s make no task")
        return self._observation_space(simulation), self._action_space()

    def observe(self, simulation: Simulation) -> NDArray[np.float32]:
        """Shape (robots, k)."""
        if callable(self.observations):
            return np.asarray(self.observations(simulation), dtype=self.observation_space.dtype)
        parts = [self._measure(simulation, name) for name in self.observations]
        return np.concatenate(parts, axis=1, dtype=np.float32)

    def act(self, simulation: Simulation, actions: NDArray) -> None:
        """Actions of shape (robots, k); what is out of its bounds is cut."""
        if callable(self.actions):
            self.actions(simulation, actions)
            return
        column = 0
        for name in self.actions:
            low, high, width = _ACTIONS[name]
            values = np.clip(actions[:, column : column + width], low, high)
            column += width
            if name == "motors":
                simulation.set_motors(*(FULL_POWER * values.T), category=self.category)
            else:
                simulation.set_leds(np.rint(255 * values), category=self.category)

    def rewards(self, simulation: Simulation) -> NDArray[np.float64]:
        """Shape (robots,)."""
        count = len(simulation.ids[_robots(simulation, self.category)])
        if self.reward is None:
            return np.zeros(count)
        if callable(self.reward):
            return np.broadcast_to(np.asarray(self.reward(simulation), dtype=float), (count,))
        return simulation.read(self.category, self.reward).astype(float)

    def _observation_space(self, simulation: Simulation) -> Box:
        if callable(self.observations):
            if self.observation_space is None:
                raise Error("observations: a function needs observation_space, the space of one robot")
            return self.observation_space
        lows, highs = [], []
        for name in self.observations:
            width = self._measure(simulation, name).shape[1]
            low, high = (-_BRIGHTEST - 1, _BRIGHTEST) if name == "photosensors" else (-_INFINITE, _INFINITE)
            lows += [low] * width
            highs += [high] * width
        return Box(np.array(lows, np.float32), np.array(highs, np.float32), dtype=np.float32)

    def _action_space(self) -> Box:
        if callable(self.actions):
            if self.action_space is None:
                raise Error("actions: a function needs action_space, the space of one robot")
            return self.action_space
        for name in self.actions:
            if name not in _ACTIONS:
                raise Error(f"actions: found '{name}', expected some of {', '.join(_ACTIONS)}")
        lows, highs = [], []
        for low, high, width in (_ACTIONS[name] for name in self.actions):
            lows += [low] * width
            highs += [high] * width
        return Box(np.array(lows, np.float32), np.array(highs, np.float32), dtype=np.float32)

    def _measure(self, simulation: Simulation, name: str) -> NDArray:
        if name == "photosensors":
            return simulation.photosensors(self.category)
        if name == "imu":
            return simulation.imu(self.category)
        if name == "pose":
            return np.stack(simulation.poses, axis=1)[_robots(simulation, self.category)]
        return simulation.read(self.category, name).astype(np.float32)[:, None]


_ACTIONS = {"motors": (-1.0, 1.0, 2), "led": (0.0, 1.0, 3)}  # least, greatest, how many


def _robots(simulation: Simulation, category: str) -> slice:
    simulation.radius(category)  # tells what there is instead
    return simulation.categories[category]


def _resolved(key: str, value: object, folder: Path) -> object:
    if key.endswith("_space"):
        return _space(key, value)
    if key in ("observations", "actions") and isinstance(value, str) and ":" not in value:
        return (value,)
    if not isinstance(value, str) or ":" not in value:
        if isinstance(value, Mapping):
            raise Error(f"environment.{key}: expected a value, a list or file.py:function")
        return value
    file, name = value.rsplit(":", 1)
    try:
        functions = runpy.run_path(str(folder / file))
    except OSError as error:
        raise Error(f"environment.{key}: cannot read {folder / file}: {error.strerror}") from None
    if not callable(functions.get(name)):
        raise Error(f"environment.{key}: {folder / file} has no function '{name}'")
    return functions[name]


def _space(key: str, value: object) -> Box:
    try:
        low, high, count = value
        return Box(low, high, (count,), dtype=np.float32)
    except (TypeError, ValueError, AssertionError):
        raise Error(f"environment.{key}: found {value}, expected [least, greatest, how many]") from None
