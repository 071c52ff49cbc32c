"""Ways to search, a file each: a function that asks ``evaluate`` about points of the unit cube until the budget is spent.

All they do follows from the seed and the scores: a search is resumed by doing it again with the scores that are known.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shoal.command_line import Mistake
from shoal.optimize.domain import VarSpec
from shoal.optimize.scores import Evaluate


@dataclass
class Settings:
    """Those of a search; ``qd`` is the scenario's ``optimization.qd``."""

    seed: int = 42
    popsize: int | None = None
    sigma0: float = 0.3  # of the unit cube
    objectives: int = 1
    qd_shape: tuple[int, ...] = (48, 48)
    qd_ranges: tuple[tuple[float, float], ...] = ()  # of the features; empty: as the first of them are
    qd_init_samples: int = 64
    qd_batch: int = 32
    qd: dict[str, Any] = field(default_factory=dict)


class Method(NamedTuple):
    module: str
    about: str
    package: str = ""  # that it needs beside the package's own
    objectives: int = 1  # the fewest that it takes


METHODS = {
    "random": Method("random_search", "uniform samples"),
    "cmaes": Method("cma_es", "CMA-ES, started again with twice the samples when it has converged", "cma"),
    "mapelites": Method("map_elites", "MAP-Elites: the best of each kind", "ribs"),
    "de": Method("differential", "differential evolution"),
    "bayesian": Method("bayesian", "Bayesian: tree-structured Parzen estimators", "optuna"),
    "nsga2": Method("nsga2", "NSGA-II: the front of several objectives", "pymoo", 2),
}

Search = Callable[[list[VarSpec], Evaluate, Settings], Any]


def search_of(name: str) -> Search:
    method = METHODS[name]
    try:
        return importlib.import_module(f"{__name__}.{method.module}").search
    except ModuleNotFoundError as error:
        if error.name != method.package:
            raise
        raise Mistake(
            f"--optimizer {name}: needs the package {method.package}: pip install 'shoal[optimize]'"
        ) from None
