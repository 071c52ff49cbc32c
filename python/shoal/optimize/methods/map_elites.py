"""MAP-Elites (Mouret and Clune 2015): the archive is pyribs'.

Children vary along the line to another elite (Vassiliades and Mouret 2018), or by polynomial mutation if the scenario's
``optimization.qd`` has mut_pb or eta.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np
from ribs.archives import GridArchive

from shoal.command_line import Mistake
from shoal.optimize.domain import VarSpec, encode_x0_unit
from shoal.optimize.methods import Settings
from shoal.optimize.scores import Evaluate, Score

_ISO, _LINE = 0.02, 0.2  # spread around a parent and along the line to another
_MARGIN = 0.25  # of the range of the first features, added at both ends
_DEFAULTS = {"sel_pb": 1.0, "init_pb": 0.0, "mut_pb": 0.2, "eta": 20.0}
_KEYS = (*_DEFAULTS, "algo_kwargs")


def search(specs: list[VarSpec], evaluate: Evaluate, settings: Settings) -> NoReturn:
    random = np.random.default_rng(settings.seed)
    vary = _variation(settings.qd)
    points = random.random((settings.qd_init_samples, len(specs)))
    points[0] = encode_x0_unit(specs)
    scores = evaluate(list(points))
    while all(score.failed for score in scores):
        points = random.random(points.shape)
        scores = evaluate(list(points))
    archive = empty_archive(len(specs), scores, settings)
    while True:
        fill(archive, points, scores)
        points = vary(archive, random, settings.qd_batch)
        scores = evaluate(list(points))


def archive_of(points: Sequence[np.ndarray], scores: Sequence[Score], settings: Settings) -> GridArchive:
    """The one that a search has built of these."""
    begin = next(i for i, score in enumerate(scores) if not score.failed) // settings.qd_init_samples
    first = scores[begin * settings.qd_init_samples :][: settings.qd_init_samples]
    archive = empty_archive(len(points[0]), first, settings)
    fill(archive, np.array(points), scores)
    return archive


def empty_archive(dimension: int, first: Sequence[Score], settings: Settings) -> GridArchive:
    """Its ranges are those asked for, else [0, 1] if the first features are, else somewhat more than theirs."""
    features = np.array([score.features for score in first if not score.failed])
    if features.shape[1] != len(settings.qd_shape):
        raise Mistake(
            f"--qd-shape: found {len(settings.qd_shape)} number(s), expected one a feature, of which there are "
            f"{features.shape[1]}"
        )
    ranges = settings.qd_ranges or _ranges(features)
    return GridArchive(
        solution_dim=dimension, dims=settings.qd_shape, ranges=ranges, seed=settings.seed, dtype=np.float64
    )


def fill(archive: GridArchive, points: np.ndarray, scores: Sequence[Score]) -> None:
    """Failures have no place in it; features beyond the ranges belong to the cells at the ends."""
    worked = [i for i, score in enumerate(scores) if not score.failed]
    if worked:
        archive.add(
            np.asarray(points)[worked],
            [scores[i].fitness[0] for i in worked],
            [scores[i].features for i in worked],
        )


def _ranges(features: np.ndarray) -> list[tuple[float, float]]:
    low, high = features.min(axis=0), features.max(axis=0)
    if (low >= 0.0).all() and (high <= 1.0).all():
        return [(0.0, 1.0)] * len(low)
    more = np.where(high > low, _MARGIN * (high - low), 0.5)
    return list(zip(low - more, high + more))


def _variation(qd: dict[str, Any]) -> Callable[[GridArchive, np.random.Generator, int], np.ndarray]:
    numbers = _numbers(qd)
    mutate = _polynomial if {"mut_pb", "eta"} & set(numbers) else _towards_another
    numbers = {**_DEFAULTS, **numbers}
    total = numbers["sel_pb"] + numbers["init_pb"]

    def vary(archive: GridArchive, random: np.random.Generator, count: int) -> np.ndarray:
        fresh = random.random((count, archive.solution_dim))
        elites = archive.data("solution")
        parents, others = (elites[random.integers(len(elites), size=count)] for _ in range(2))
        children = np.clip(mutate(parents, others, random, numbers), 0.0, 1.0)
        return np.where(random.random((count, 1)) * total < numbers["init_pb"], fresh, children)

    return vary


def _towards_another(
    parents: np.ndarray, others: np.ndarray, random: np.random.Generator, _: dict[str, float]
) -> np.ndarray:
    along = _LINE * random.standard_normal((len(parents), 1)) * (others - parents)
    return parents + _ISO * random.standard_normal(parents.shape) + along


def _polynomial(
    parents: np.ndarray, _: np.ndarray, random: np.random.Generator, numbers: dict[str, float]
) -> np.ndarray:
    """Deb and Agrawal 1999: δ = (2u)^(1/(η+1)) − 1, or 1 − (2 − 2u)^(1/(η+1)) for u ≥ ½, for a part mut_pb of the variables."""
    u, power = random.random(parents.shape), 1.0 / (numbers["eta"] + 1.0)
    delta = np.where(u < 0.5, (2.0 * u) ** power - 1.0, 1.0 - (2.0 - 2.0 * u) ** power)
    return parents + np.where(random.random(parents.shape) < numbers["mut_pb"], delta, 0.0)


def _numbers(qd: dict[str, Any]) -> dict[str, float]:
    given = {**qd, **(qd.get("algo_kwargs") or {})}
    for key in given:
        if key not in _KEYS:
            raise Mistake(f"optimization.qd.{key}: unknown, expected one of {', '.join(_KEYS)}")
    numbers = {key: given[key] for key in _DEFAULTS if key in given}
    for key, value in numbers.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise Mistake(f"optimization.qd.{key}: found {value!r}, expected a number of at least 0")
    if numbers.get("sel_pb", 1.0) + numbers.get("init_pb", 0.0) <= 0:
        raise Mistake("optimization.qd.sel_pb: found 0, expected more, or an init_pb")
    return numbers
