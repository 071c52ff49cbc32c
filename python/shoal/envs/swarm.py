"""One agent that commands all robots: a Gymnasium environment, and many of them side by side."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from shoal.envs.episode import SEEDS, Episodes, Outcome
from shoal.envs.task import Task


class SwarmEnv(gymnasium.Env):
    """A scenario whose observation and action are those of all robots, of shape (robots, k).

    The reward is the mean of the robots'. ``reset(seed=…)`` begins a run of a seed that follows from it; resets without a
    seed go on from there. See ``shoal.envs.Task`` for what robots observe and do.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}  # noqa: RUF012

    def __init__(
        self,
        scenario: str | os.PathLike,
        controller: str | os.PathLike | None = None,
        task: Task | None = None,
        overrides: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ):
        self._episodes = Episodes(scenario, controller, task, overrides)
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(self._episodes)

    @property
    def simulation(self):
        """The run of the present episode: a ``shoal.Simulation``."""
        return self._episodes.simulation

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[NDArray, dict]:
        super().reset(seed=seed)
        return self._episodes.begin(int(self.np_random.integers(SEEDS))), {}

    def step(self, action: NDArray) -> tuple[NDArray, float, bool, bool, dict]:
        outcome = self._episodes.act(np.asarray(action))
        return outcome.observations, _reward(outcome), outcome.terminated, outcome.truncated, {}

    def render(self) -> NDArray[np.uint8] | None:
        return self._episodes.picture() if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        self._episodes.simulation.close()


class SwarmVectorEnv(VectorEnv):
    """``num_envs`` times ``SwarmEnv``, stepped by threads: a run that is over begins anew at the next step.

    What comes back is what Gymnasium's ``SyncVectorEnv`` of the same environments gives, for any number of threads.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["rgb_array"]}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        scenario: str | os.PathLike,
        controller: str | os.PathLike | None = None,
        task: Task | None = None,
        overrides: Mapping[str, object] | None = None,
        render_mode: str | None = None,
        threads: int | None = None,
    ):
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._episodes = [Episodes(scenario, controller, task, overrides) for _ in range(num_envs)]
        self.single_observation_space, self.single_action_space = _spaces(self._episodes[0])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._random = [seeding.np_random(None)[0] for _ in range(num_envs)]
        self._over = np.zeros(num_envs, dtype=bool)
        self._threads = ThreadPoolExecutor(threads or os.cpu_count())

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict | None = None
    ) -> tuple[NDArray, dict]:
        """A whole number seeds the first, its followers the others."""
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        for i, own in enumerate(seeds or []):
            if own is not None:
                self._random[i], _ = seeding.np_random(own)
        self._over[:] = False
        return np.stack(list(self._threads.map(self._begin, range(self.num_envs)))), {}

    def step(self, actions: NDArray) -> tuple[NDArray, NDArray, NDArray, NDArray, dict]:
        outcomes = list(self._threads.map(self._act, range(self.num_envs), np.asarray(actions)))
        terminated = np.array([outcome.terminated for outcome in outcomes])
        truncated = np.array([outcome.truncated for outcome in outcomes])
        self._over = terminated | truncated
        observations = np.stack([outcome.observations for outcome in outcomes])
        return observations, np.array([_reward(outcome) for outcome in outcomes]), terminated, truncated, {}

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        if self.render_mode != "rgb_array":
            return None
        return tuple(episodes.picture() for episodes in self._episodes)

    def close_extras(self, **_) -> None:
        self._threads.shutdown()
        for episodes in self._episodes:
            episodes.simulation.close()

    def _begin(self, i: int) -> NDArray:
        return self._episodes[i].begin(int(self._random[i].integers(SEEDS)))

    def _act(self, i: int, actions: NDArray) -> Outcome:
        if not self._over[i]:
            return self._episodes[i].act(actions)
        observations = self._begin(i)
        return Outcome(observations, np.zeros(len(observations)), False, False)


def _spaces(episodes: Episodes) -> tuple[Box, Box]:
    robots = len(episodes.ids)
    return tuple(_of_all(space, robots) for space in (episodes.observation_space, episodes.action_space))


def _of_all(space: Box, robots: int) -> Box:
    return Box(np.stack([space.low] * robots), np.stack([space.high] * robots), dtype=space.dtype)


def _reward(outcome: Outcome) -> float:
    return float(np.mean(outcome.rewards))
