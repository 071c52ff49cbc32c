"""CMA-ES by the package cma (Hansen 2016): from the initial values, then from anywhere with twice the samples."""

from __future__ import annotations

from typing import Any, NoReturn

import cma
import numpy as np

from shoal.optimize.domain import VarSpec, encode_x0_unit
from shoal.optimize.methods import Settings
from shoal.optimize.scores import Evaluate, Worst

_LEAST_SPREAD = 0.2  # of the share of a whole number or choice: less would try the same again and again
_CLOSE = 1e-4  # of the domain: a search that has come so close has converged


def search(specs: list[VarSpec], evaluate: Evaluate, settings: Settings) -> NoReturn:
    random = np.random.RandomState(settings.seed)
    popsize = settings.popsize or 4 + int(3 * np.log(len(specs)))
    start, worst = encode_x0_unit(specs), Worst()
    while True:
        strategy = cma.CMAEvolutionStrategy(start, settings.sigma0, _options(specs, popsize, random))
        while not strategy.stop():
            points = strategy.ask()
            strategy.tell(points, worst.loss(evaluate(points)))
        start, popsize = random.random_sample(len(specs)), 2 * popsize


def _options(specs: list[VarSpec], popsize: int, random: np.random.RandomState) -> dict[str, Any]:
    options = {
        "bounds": [0.0, 1.0],
        "popsize": popsize,
        "randn": random.randn,
        "seed": np.nan,  # leaves the generator that others share alone
        "maxstd": np.inf,  # a limit fails in one dimension
        "tolx": _CLOSE,
        "verbose": -9,
    }
    if len(specs) > 1:
        options["minstd"] = [_LEAST_SPREAD / spec.levels if spec.levels else 0.0 for spec in specs]
    return options
