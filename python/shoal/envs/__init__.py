"""Scenarios as environments to learn in.

``RobotsEnv`` is a PettingZoo parallel environment in which each robot is an agent; ``SwarmEnv`` is a Gymnasium environment
in which one agent commands all robots; ``SwarmVectorEnv`` is many of these side by side, on several threads. What is
observed, done and rewarded is a ``Task``: the scenario's map ``environment``, or one made in Python.
"""

try:
    import gymnasium as _gymnasium  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"shoal.envs needs the package {error.name}: pip install 'shoal[envs]', or pip install gymnasium pettingzoo",
        name=error.name,
    ) from None

from shoal.envs.robots import RobotsEnv
from shoal.envs.swarm import SwarmEnv, SwarmVectorEnv
from shoal.envs.task import Task

__all__ = ["RobotsEnv", "SwarmEnv", "SwarmVectorEnv", "Task"]
