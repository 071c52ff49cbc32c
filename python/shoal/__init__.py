"""Simulate collectives of robots, and read, analyse and draw what the simulations write.

``Simulation`` runs in this process, and ``shoal.envs`` learns in it; ``load`` and ``scan`` open logs; ``shoal.analysis``
measures them; ``shoal.plot`` and ``shoal.compare`` make reports.
"""

from __future__ import annotations

import importlib
from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)  # a build tree has what is compiled in a folder of its own

_LOGS = ("load", "scan", "table", "recover", "TruncatedLog")
_SIMULATION = ("Simulation", "Snapshot", "Poses", "Message", "Error", "Warning")
_HOME = dict.fromkeys(_LOGS, "logs") | dict.fromkeys(_SIMULATION, "simulation")
_MODULES = (
    "analysis",
    "compare",
    "envs",
    "logs",
    "paths",
    "player",
    "plot",
    "simulation",
    "trajectories",
    "vehicle",
)

__all__ = [*_HOME, *_MODULES]


def __getattr__(name: str):
    """Names are fetched when first used, so that `import shoal` stays quick."""
    if name in _HOME:
        return getattr(importlib.import_module(f"shoal.{_HOME[name]}"), name)
    if name in _MODULES:
        return importlib.import_module(f"shoal.{name}")
    raise AttributeError(f"module 'shoal' has no attribute '{name}'")
