"""Each robot an agent: a PettingZoo parallel environment."""

from __future__ import annotations

import os
from collections.abc import Mapping

import numpy as np
from gymnasium.spaces import Box
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from shoal.envs.episode import SEEDS, Episodes
from shoal.envs.task import Task


class RobotsEnv(ParallelEnv):
    """A scenario in which each robot of the task's category is an agent, named ``category_id``.

    ``reset(seed=…)`` begins a run of a seed that follows from it; resets without a seed go on from there. The
    episode ends for all robots at once. See ``shoal.envs.Task`` for what they observe and do.
    """

    metadata = {"name": "shoal_robots", "render_modes": ["rgb_array"], "is_parallelizable": True}  # noqa: RUF012

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
        category = self._episodes.task.category
        self.possible_agents = [f"{category}_{number}" for number in self._episodes.ids]
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._episodes.observation_space)
        self.action_spaces = {agent: self._own(self._episodes.action_space) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Box:
        return self.action_spaces[agent]

    @property
    def simulation(self):
        """The run of the present episode: a ``shoal.Simulation``."""
        return self._episodes.simulation

    def reset(self, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        observations = self._episodes.begin(int(self._random.integers(SEEDS)))
        return self._by_agent(observations), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, NDArray]) -> tuple[dict, dict, dict, dict, dict]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        outcome = self._episodes.act(np.stack([actions[agent] for agent in self.agents]))
        agents = self.agents
        result = (
            self._by_agent(outcome.observations),
            {agent: float(reward) for agent, reward in zip(agents, outcome.rewards, strict=True)},
            dict.fromkeys(agents, outcome.terminated),
            dict.fromkeys(agents, outcome.truncated),
            {agent: {} for agent in agents},
        )
        if outcome.terminated or outcome.truncated:
            self.agents = []
        return result

    def state(self) -> NDArray[np.float32]:
        """What all robots observe. Shape (robots, k)."""
        return self._episodes.task.observe(self._episodes.simulation)

    def render(self) -> NDArray[np.uint8] | None:
        return self._episodes.picture() if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        self._episodes.simulation.close()

    def _by_agent(self, observations: NDArray) -> dict[str, NDArray]:
        return dict(zip(self.agents, observations, strict=True))

    @staticmethod
    def _own(space: Box) -> Box:
        """Agents sample for themselves, from random numbers of their own."""
        return Box(space.low, space.high, dtype=space.dtype)
