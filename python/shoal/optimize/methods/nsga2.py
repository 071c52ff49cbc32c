"""NSGA-II by pymoo (Deb et al. 2002)."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.config import Config
from pymoo.core.problem import Problem
from pymoo.core.termination import NoTermination

from shoal.optimize.domain import VarSpec, encode_x0_unit
from shoal.optimize.methods import Settings
from shoal.optimize.scores import Evaluate, Worst

_POPULATION = 40
Config.warnings["not_compiled"] = False


def search(specs: list[VarSpec], evaluate: Evaluate, settings: Settings) -> NoReturn:
    popsize = settings.popsize or _POPULATION
    first = np.random.default_rng(settings.seed).random((popsize, len(specs)))
    first[0] = encode_x0_unit(specs)
    problem = Problem(n_var=len(specs), n_obj=settings.objectives, xl=0.0, xu=1.0)
    algorithm = NSGA2(pop_size=popsize, sampling=first)
    algorithm.setup(problem, seed=settings.seed, verbose=False, termination=NoTermination())
    worst = Worst(settings.objectives)
    while True:
        offspring = algorithm.ask()
        losses = worst.losses(evaluate(list(offspring.get("X"))))
        offspring.set("F", np.array(losses))
        for individual in offspring:
            individual.evaluated.add("F")
        algorithm.tell(infills=offspring)
