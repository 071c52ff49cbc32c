"""Differential evolution by SciPy (Storn and Price 1997), a generation at once."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
from scipy.optimize import differential_evolution

from shoal.optimize.domain import VarSpec, encode_x0_unit
from shoal.optimize.methods import Settings
from shoal.optimize.scores import Evaluate, Worst

_FEWEST = 5  # that the method needs
_GENERATIONS = 10**6


def search(specs: list[VarSpec], evaluate: Evaluate, settings: Settings) -> NoReturn:
    random = np.random.default_rng(settings.seed)
    popsize = max(_FEWEST, settings.popsize or min(8 + 4 * len(specs), 40))
    worst, start = Worst(), encode_x0_unit(specs)
    while True:
        population = random.random((popsize, len(specs)))
        population[0] = start
        differential_evolution(
            lambda columns: np.array(worst.loss(evaluate(list(columns.T.copy())))),
            [(0.0, 1.0)] * len(specs),
            init=population,
            rng=random,
            maxiter=_GENERATIONS,
            tol=0.0,  # only when all are equal; then from other points
            polish=False,
            updating="deferred",
            vectorized=True,
        )
        start = random.random(len(specs))
