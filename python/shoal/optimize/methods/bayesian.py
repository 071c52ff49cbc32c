"""Bayesian optimisation by Optuna: tree-structured Parzen estimators over all variables together (Bergstra et al. 2011)."""

from __future__ import annotations

import warnings
from typing import NoReturn

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution

from shoal.optimize.domain import VarSpec
from shoal.optimize.methods import Settings
from shoal.optimize.scores import Evaluate, Worst

_AT_ONCE = 4  # points asked for before the first of them is known


def search(specs: list[VarSpec], evaluate: Evaluate, settings: Settings) -> NoReturn:
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        sampler = optuna.samplers.TPESampler(seed=settings.seed, multivariate=True, constant_liar=True)
    study = optuna.create_study(sampler=sampler)
    distributions = {spec.path: _distribution(spec) for spec in specs}
    study.enqueue_trial({spec.path: _parameter(spec, spec.start) for spec in specs})
    worst = Worst()
    while True:
        trials = [study.ask(distributions) for _ in range(settings.popsize or _AT_ONCE)]
        points = [np.array([_place(spec, trial.params[spec.path]) for spec in specs]) for trial in trials]
        for trial, loss in zip(trials, worst.loss(evaluate(points))):
            study.tell(trial, loss)


def _distribution(spec: VarSpec) -> BaseDistribution:
    if spec.kind == "categorical":
        return CategoricalDistribution(range(spec.levels))
    return FloatDistribution(0.0, 1.0)


def _parameter(spec: VarSpec, u: float) -> float:
    return min(int(u * spec.levels), spec.levels - 1) if spec.kind == "categorical" else u


def _place(spec: VarSpec, parameter: float) -> float:
    return (parameter + 0.5) / spec.levels if spec.kind == "categorical" else parameter
