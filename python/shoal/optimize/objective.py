"""What is maximised: functions of a user's Python file over the table of an evaluation's runs, or the default ones."""

from __future__ import annotations

import inspect
import logging
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from shoal import analysis
from shoal.command_line import Mistake
from shoal.optimize.scores import is_finite

FUNCTION = "compute_objective"
_OTHER_NAME = "objective_fn"  # of the Pogosim article's listing
_FEATURES = "fd_fn"
logger = logging.getLogger(__name__)


_BUGS = (NameError, AttributeError, TypeError, KeyError, ImportError, SyntaxError)  # whatever the data


class Failure(Exception):
    """An evaluation without a score: the message says why."""


class Broken(Failure):
    """The function cannot work with any data."""


class Objective(NamedTuple):
    """``function`` gives a number, or several; or a number and features, unless ``descriptor`` gives those."""

    function: Callable[[pd.DataFrame], Any]
    descriptor: Callable[[pd.DataFrame], Any] | None = None
    several: bool = False
    source: str = "default"

    def fitness(self, frame: pd.DataFrame) -> tuple[float, ...]:
        return self._split(frame)[0]

    def fitness_and_features(self, frame: pd.DataFrame) -> tuple[tuple[float, ...], tuple[float, ...]]:
        fitness, features = self._split(frame)
        if self.descriptor is not None:
            features = self._called(self.descriptor, frame)
        if features is None:
            raise Broken(
                f"{self._name(self.function)} returned no features, expected (fitness, features), or a function {_FEATURES}"
            )
        return fitness, self._numbers(features, self.descriptor or self.function, "features")

    def _split(self, frame: pd.DataFrame) -> tuple[tuple[float, ...], Any]:
        found, features = self._called(self.function, frame), None
        if isinstance(found, tuple) and len(found) == 2 and np.ndim(found[1]) == 1:
            found, features = found
        if isinstance(found, dict):
            found = list(found.values())
        numbers = self._numbers(found, self.function, "the objective")
        if self.several != (len(numbers) > 1):
            expected = "two or more for nsga2" if self.several else "one; --optimizer nsga2 takes several"
            raise Broken(
                f"{self._name(self.function)} returned {len(numbers)} objective(s), expected {expected}"
            )
        return numbers, features

    def _called(self, function: Callable, frame: pd.DataFrame) -> Any:
        try:
            return function(frame)
        except Exception as error:
            kind = Broken if isinstance(error, _BUGS) else Failure
            raise kind(self._complaint(function, error, frame)) from error

    def _complaint(self, function: Callable, error: Exception, frame: pd.DataFrame) -> str:
        lines = [at.lineno for at in traceback.extract_tb(error.__traceback__) if at.filename == self.source]
        where = f"{self.source}:{lines[-1]}" if lines else self.source
        column = error.args[0] if isinstance(error, KeyError) and error.args else None
        if isinstance(column, str) and column not in frame and " " not in column:
            return f"{where}: {function.__name__}: no column {column!r} in the log; it has {', '.join(map(str, frame.columns))}"
        message = " ".join(str(error.args[0] if column else error).split())
        return f"{where}: {function.__name__} raised {type(error).__name__}: {message}"

    def _numbers(self, found: Any, function: Callable, what: str) -> tuple[float, ...]:
        try:
            numbers = tuple(float(value) for value in np.atleast_1d(np.asarray(found, dtype=float)))
        except (TypeError, ValueError):
            raise Broken(f"{self._name(function)} returned {found!r}, expected a number") from None
        if not is_finite(numbers):
            raise Failure(f"{self._name(function)}: {what} is {found}, expected a finite number")
        return numbers

    def _name(self, function: Callable) -> str:
        return f"{self.source}: {function.__name__}"


def default_objective_mean_msd(df: pd.DataFrame) -> float:
    """Mean over robots, runs and arenas of the mean squared displacement from the start (mm²)."""
    each = analysis.compute_msd_per_agent(df)
    return float(each["MSD"].mean()) if len(each) else float("-inf")


def fd_polar_order_phi(df: pd.DataFrame) -> float:
    """Mean over time and runs of |⟨exp(iθ)⟩|, in [0, 1]."""
    return float(analysis.vicsek_polar_order(df)["P_polar"].mean())


def fd_straightness(df: pd.DataFrame) -> float:
    """Mean over robots of net displacement through the length of the path, in [0, 1]; 0 for a robot that stays."""
    distance = analysis.compute_msd_per_agent(df, per_lag=True)
    keys = [key for key in ("arena_file", "run", "robot_category", "robot_id") if key in distance]
    net = np.sqrt(distance.sort_values("tau").groupby(keys)["disp2"].last())
    speeds = analysis.compute_instantaneous_speeds(df)
    step = speeds["v"] * 2.0 * (speeds["time"].astype(float) - speeds["time_mid"])
    path = step.groupby([speeds[key] for key in keys]).sum().reindex(net.index)
    return float(np.clip(np.where(path > 0, net / path, 0.0), 0.0, 1.0).mean())


def default_qd_features_unit(df: pd.DataFrame) -> np.ndarray:
    """Polar order and straightness."""
    return np.array([fd_polar_order_phi(df), fd_straightness(df)])


def default_qd_features_maxstd_msd(df: pd.DataFrame) -> np.ndarray:
    """Largest value and standard deviation of the robots' mean squared displacements (mm²)."""
    values = analysis.compute_msd_per_agent(df)["MSD"].to_numpy(float)
    return np.array([values.max(), values.std()]) if len(values) else np.zeros(2)


def default_objective(several: bool) -> Objective:
    if several:
        raise Mistake(
            "--optimizer nsga2: needs --objective, a file whose function returns two or more numbers"
        )
    logger.warning(
        "No objective script provided; DEFAULT fitness = mean MSD (features default to [polar order, straightness])."
    )
    return Objective(default_objective_mean_msd, default_qd_features_unit)


def load_objective(path: str, func_name: str | None = None, several: bool = False) -> Objective:
    """The functions of a file; ``np``, ``pd``, ``logger`` and those of shoal.analysis are there without import."""
    module = _loaded(path)
    names = [func_name] if func_name else [FUNCTION, _OTHER_NAME]
    function = next((getattr(module, name) for name in names if callable(getattr(module, name, None))), None)
    if function is None:
        own = [name for name, value in vars(module).items() if _is_own(value, path)]
        raise Mistake(
            f"--objective: {path} has no function {' or '.join(names)}; it has {', '.join(own) or 'none'}"
        )
    descriptor = getattr(module, _FEATURES, None)
    return Objective(function, descriptor if callable(descriptor) else None, several, path)


def _loaded(path: str) -> ModuleType:
    try:
        text = Path(path).read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"--objective: {path}: {getattr(error, 'strerror', None) or 'no text'}") from None
    sys.path.append(
        str(Path(path).resolve().parent)
    )  # what lies beside it can be imported, and shadows nothing
    module = ModuleType(Path(path).stem)
    module.__file__ = path
    vars(module).update({name: getattr(analysis, name) for name in analysis.__all__})
    vars(module).update(np=np, pd=pd, logger=logging.getLogger(module.__name__))
    try:
        exec(compile(text, path, "exec"), vars(module))
    except Exception as error:
        lines = [at.lineno for at in traceback.extract_tb(error.__traceback__) if at.filename == path]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else 1
        message = error.msg if isinstance(error, SyntaxError) else error
        raise Mistake(f"--objective: {path}:{line}: {type(error).__name__}: {message}") from None
    return module


def _is_own(value: Any, path: str) -> bool:
    return inspect.isfunction(value) and value.__code__.co_filename == path
