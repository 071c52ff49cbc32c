"""The search methods. Each asks for the worth of points of the unit cube, a generation at a time, until ``evaluate`` ends the
search by an exception. Given the same answers and seed it asks the same: that is how a search is resumed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from shoal.command_line import Mistake
from shoal.optimize.domain import VarSpec, encode_x0_unit
from shoal.optimize.objectives import Score

WORST = -1e9  # fitness of what failed

Evaluate = Callable[[Sequence[Sequence[float]]], list[Score]]


@dataclass(frozen=True)
class Settings:
    """``popsize``: points of a generation, None for the method's own choice. ``qd_*``: of MAP-Elites."""

    max_evals: int = 50
    seed: int = 42
    sigma0: float = 0.3  # of the unit cube
    popsize: int | None = None
    qd_shape: tuple[int, ...] = (48, 48)
    qd_ranges: tuple[tuple[float, float], ...] = ()  # of the features; [0, 1] each if empty
    qd_init_samples: int = 64
    qd_batch: int = 32
    qd_options: dict[str, Any] = field(default_factory=dict)  # optimization.qd of the scenario

    def ranges(self) -> list[tuple[float, float]]:
        return list(self.qd_ranges) or [(0.0, 1.0)] * len(self.qd_shape)


def random(evaluate: Evaluate, specs: Sequence[VarSpec], settings: Settings) -> NoReturn:
    """Uniform in the unit cube."""
    numbers = np.random.default_rng(settings.seed)
    size = settings.popsize or 8
    while True:
        evaluate(numbers.random((size, len(specs))))


def cmaes(evaluate: Evaluate, specs: Sequence[VarSpec], settings: Settings) -> NoReturn:
    """Covariance matrix adaptation (Hansen): for continuous, rugged landscapes of up to some hundred variables. It begins anew
    elsewhere when it has converged.
    """
    import cma

    numbers = np.random.default_rng(settings.seed)
    start = encode_x0_unit(specs)
    options = {"bounds": [0, 1], "verbose": -9, "seed": settings.seed or 1}
    if settings.popsize:
        options["popsize"] = settings.popsize
    while True:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of plots that need packages, and of few dimensions
            search = cma.CMAEvolutionStrategy(start, settings.sigma0, options)
            while not search.stop():
                points = search.ask()
                search.tell(points, [-value for value in single(evaluate(points))])
        start = numbers.random(len(specs))
        options["seed"] = int(numbers.integers(1, 2**31))


def differential_evolution(evaluate: Evaluate, specs: Sequence[VarSpec], settings: Settings) -> NoReturn:
    """Differences of solutions as steps (Storn and Price): robust, for up to some tens of variables."""
    from scipy.optimize import differential_evolution as search

    size = settings.popsize or max(5, 4 * len(specs))
    numbers = np.random.default_rng(settings.seed)

    def cost(points: np.ndarray) -> np.ndarray:
        return -np.array(single(evaluate(points.reshape(len(specs), -1).T)))

    while True:
        start = numbers.random((size, len(specs)))
        start[0] = encode_x0_unit(specs)
        search(cost, [(0, 1)] * len(specs), init=start, vectorized=True, updating="deferred", polish=False, tol=0,
               atol=0, maxiter=10**6, rng=np.random.default_rng(numbers.integers(2**31)))  # fmt: skip


def bayesian(evaluate: Evaluate, specs: Sequence[VarSpec], settings: Settings) -> NoReturn:
    """Tree-structured Parzen estimator (Bergstra et al.; Optuna): for few and expensive evaluations, and for choices."""
    _optuna(evaluate, specs, settings, settings.popsize or 4, 1)


def nsga2(evaluate: Evaluate, specs: Sequence[VarSpec], settings: Settings) -> NoReturn:
    """Non-dominated sorting (Deb et al.; Optuna): several objectives at once. What is sought is their front."""
    _optuna(evaluate, specs, settings, settings.popsize or 20, None)


def _optuna(
    evaluate: Evaluate, specs: Sequence[VarSpec], settings: Settings, size: int, goals: int | None
) -> NoReturn:
    optuna = _require("optuna", "bayesian and nsga2")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    distributions = {spec.path: _distribution(optuna, spec) for spec in specs}

    def begin(count: int) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            sampler = (optuna.samplers.TPESampler(seed=settings.seed, multivariate=True, constant_liar=True)
                       if goals == 1 else optuna.samplers.NSGAIISampler(population_size=size, seed=settings.seed))  # fmt: skip
        return optuna.create_study(directions=["maximize"] * count, sampler=sampler)

    study = begin(goals or 1)
    study.enqueue_trial({spec.path: _to_optuna(spec, u) for spec, u in zip(specs, encode_x0_unit(specs))})
    while True:
        trials = [study.ask(distributions) for _ in range(size)]
        scores = evaluate(
            [[_from_optuna(spec, trial.params[spec.path]) for spec in specs] for trial in trials]
        )
        if goals is None:
            goals = max((len(score.fitness) for score in scores), default=1) or 1
            if goals > 1:  # known only now: the first generation is told to a study that has as many
                study = begin(goals)
                for trial in trials:
                    study.enqueue_trial(trial.params)
                trials = [study.ask(distributions) for _ in range(size)]
        for trial, score in zip(trials, scores):
            study.tell(trial, list(score.fitness) if len(score.fitness) == goals else [WORST] * goals)


def _distribution(optuna: Any, spec: VarSpec) -> Any:
    if spec.kind == "categorical":
        return optuna.distributions.CategoricalDistribution(range(len(spec.choices)))
    return optuna.distributions.FloatDistribution(0.0, 1.0)


def _to_optuna(spec: VarSpec, u: float) -> float | int:
    return min(int(u * len(spec.choices)), len(spec.choices) - 1) if spec.kind == "categorical" else u


def _from_optuna(spec: VarSpec, value: float) -> float:
    return (value + 0.5) / len(spec.choices) if spec.kind == "categorical" else value


def map_elites(evaluate: Evaluate, specs: Sequence[VarSpec], settings: Settings) -> NoReturn:
    """The best solution of each cell of a grid of features (Mouret and Clune; pyribs), by variation along the line between two
    elites (Vassiliades and Mouret).
    """
    _require("ribs", "mapelites")
    from ribs.emitters import IsoLineEmitter

    archive = new_archive(settings, len(specs))
    numbers = np.random.default_rng(settings.seed)
    start = numbers.random((settings.qd_init_samples, len(specs)))
    start[0] = encode_x0_unit(specs)
    emitter = IsoLineEmitter(
        archive, iso_sigma=float(settings.qd_options.get("iso_sigma", 0.05)),
        line_sigma=float(settings.qd_options.get("line_sigma", 0.2)), initial_solutions=start,
        bounds=[(0.0, 1.0)] * len(specs), batch_size=settings.qd_batch, seed=settings.seed,
    )  # fmt: skip
    while True:
        points = emitter.ask()
        if len(points) == 0:  # nothing is in the archive yet
            points = numbers.random((settings.qd_batch, len(specs)))
        add_to_archive(archive, points, evaluate(points))


def new_archive(settings: Settings, dimensions: int) -> Any:
    from ribs.archives import GridArchive

    return GridArchive(
        solution_dim=dimensions, dims=settings.qd_shape, ranges=settings.ranges(), seed=settings.seed
    )


def add_to_archive(archive: Any, points: Sequence[Sequence[float]], scores: Sequence[Score]) -> None:
    """What failed has no place there."""
    good = [(point, score) for point, score in zip(points, scores) if not score.problem]
    if good:
        archive.add(
            np.array([point for point, _ in good]),
            np.array([score.fitness[0] for _, score in good]),
            np.array([score.features for _, score in good]),
        )


def single(scores: Sequence[Score]) -> list[float]:
    return [score.fitness[0] if score.fitness else WORST for score in scores]


def _require(package: str, method: str) -> Any:
    try:
        return __import__(package)
    except ImportError:
        raise Mistake(
            f"--optimizer {method}: needs the package {package}; pip install 'shoal[optimize]'"
        ) from None


METHODS: dict[str, Callable[[Evaluate, Sequence[VarSpec], Settings], NoReturn]] = {
    "cmaes": cmaes,
    "random": random,
    "mapelites": map_elites,
    "de": differential_evolution,
    "bayesian": bayesian,
    "nsga2": nsga2,
}
