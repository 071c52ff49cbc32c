"""Scenarios as environments to learn in.

``RobotsEnv`` is a PettingZoo parallel environment in which each robot is an agent; ``SwarmEnv`` is a Gymnasium environment
in which one agent commands all robots; ``SwarmVectorEnv`` is many of these side by side, on several threads. What is
observed, done and rewarded is a ``Task``: the scenario's map ``environment``, or one made in Python.
"""

from shoal.envs.robots import RobotsEnv
from shoal.envs.swarm import SwarmEnv, SwarmVectorEnv
from shoal.envs.task import Task

__all__ = ["RobotsEnv", "SwarmEnv", "SwarmVectorEnv", "Task"]
