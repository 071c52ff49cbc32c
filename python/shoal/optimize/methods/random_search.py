"""Uniform samples; the initial values come first."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from shoal.optimize.domain import VarSpec, encode_x0_unit
from shoal.optimize.methods import Settings
from shoal.optimize.scores import Evaluate

_AT_ONCE = 32


def search(specs: list[VarSpec], evaluate: Evaluate, settings: Settings) -> NoReturn:
    random = np.random.default_rng(settings.seed)
    start = [encode_x0_unit(specs)]
    while True:
        points = random.random((settings.popsize or _AT_ONCE, len(specs)))
        evaluate([*start, *points[len(start) :]])
        start = []
