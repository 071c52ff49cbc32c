"""Simulate collectives of robots, and read, analyse and draw what the simulations write.

``load`` and ``scan`` open logs; ``shoal.analysis`` measures them; ``shoal.plot`` and ``shoal.compare`` make reports.
"""

from __future__ import annotations

import importlib

_HOME = {"load": "logs", "scan": "logs", "table": "logs", "recover": "logs", "TruncatedLog": "logs"}
_MODULES = ("analysis", "compare", "logs", "paths", "plot", "trajectories")

__all__ = [*_HOME, *_MODULES]


def __getattr__(name: str):
    """Names are fetched when first used, so that `import shoal` stays quick."""
    if name in _HOME:
        return getattr(importlib.import_module(f"shoal.{_HOME[name]}"), name)
    if name in _MODULES:
        return importlib.import_module(f"shoal.{name}")
    raise AttributeError(f"module 'shoal' has no attribute '{name}'")
