"""What a search maximises, and the features that it tells solutions apart by.

An objective is a function of a DataFrame with all runs of one evaluation (columns of the log, ``run`` and ``arena_file``). It
returns a number; (number, features) for MAP-Elites; or several numbers, as a list or a map by name, for NSGA-II.
"""

from __future__ import annotations

import importlib.util
import logging
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from shoal.analysis import compute_msd_per_agent
from shoal.command_line import Mistake

Objective = Callable[[pd.DataFrame], Any]
Features = Callable[[pd.DataFrame], Sequence[float]]

DEFAULT_OBJECTIVE = "compute_objective"
_OTHER_OBJECTIVE = "objective_fn"
_FEATURES = "fd_fn"
_OF_ONE_ROBOT = ["arena_file", "run", "robot_category", "robot_id"]
logger = logging.getLogger(__name__)


def default_objective_mean_msd(df: pd.DataFrame) -> float:
    """The mean over robots, runs and arenas of a robot's mean squared displacement (mm²); −∞ if no robot has one."""
    values = compute_msd_per_agent(df)["MSD"]
    return float(values.mean()) if len(values) else -math.inf


def fd_polar_order_phi(df: pd.DataFrame) -> float:
    """|⟨(cos θ, sin θ)⟩| over the robots of an instant, averaged over instants, runs and arenas: 0 to 1."""
    angles = df.dropna(subset=["angle"])
    keys = [name for name in ("arena_file", "run", "time") if name in angles]
    if angles.empty:
        return 0.0
    directions = (
        angles[keys].assign(c=np.cos(angles.angle), s=np.sin(angles.angle)).groupby(keys)[["c", "s"]].mean()
    )
    return float(np.hypot(directions.c, directions.s).mean())


def fd_straightness(df: pd.DataFrame) -> float:
    """Distance from a robot's first to its last place over the length of its path, averaged over robots: 0 to 1."""
    values = []
    for _, path in df.dropna(subset=["x", "y"]).groupby(
        [name for name in _OF_ONE_ROBOT if name in df], sort=False
    ):
        x, y = path.x.to_numpy(float), path.y.to_numpy(float)
        length = np.hypot(np.diff(x), np.diff(y)).sum()
        if length > 0:
            values.append(np.hypot(x[-1] - x[0], y[-1] - y[0]) / length)
    return float(np.mean(values)) if values else 0.0


def default_qd_features_unit(df: pd.DataFrame) -> np.ndarray:
    """(polar order, straightness), each in [0, 1]."""
    return np.array([fd_polar_order_phi(df), fd_straightness(df)])


def default_qd_features_maxstd_msd(df: pd.DataFrame) -> np.ndarray:
    """(greatest, standard deviation) of the robots' mean squared displacements (mm²)."""
    values = compute_msd_per_agent(df)["MSD"].to_numpy(float)
    return np.array([values.max(), values.std()]) if len(values) else np.zeros(2)


@dataclass(frozen=True)
class Score:
    """What an evaluation is worth. ``fitness``: each objective; ``problem``: why there is none."""

    fitness: tuple[float, ...] = ()
    features: tuple[float, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class Goal:
    """An objective, and features if the search has any."""

    objective: Objective
    features: Features | None = None
    where: str = "the default objective"
    names: list[str] = field(default_factory=list)  # of the objectives, once known

    def score(self, df: pd.DataFrame, with_features: bool = False) -> Score:
        """Mistake if the function fails or gives no numbers; NaN and infinities are problems of this evaluation only."""
        found = self._call(self.objective, df)
        features = ()
        if isinstance(found, tuple) and len(found) == 2 and not np.isscalar(found[1]):
            found, features = found
        elif with_features and self.features is not None:
            features = self._call(self.features, df)
        fitness = self._numbers(self._named(found), "objective")
        features = self._numbers(features, "feature")
        bad = [value for value in (*fitness, *features) if not math.isfinite(value)]
        return Score(problem=f"{self.where} gave {bad[0]}") if bad else Score(fitness, features)

    def _call(self, function: Callable, df: pd.DataFrame) -> Any:
        try:
            return function(df)
        except KeyError as error:
            raise Mistake(
                f"{self.where}: there is no column {error}; the log has {', '.join(df.columns)}"
            ) from None
        except Exception as error:
            raise Mistake(
                f"{self.where}: {function.__name__} raised {type(error).__name__}: {error}"
            ) from None

    def _named(self, found: Any) -> Any:
        if not isinstance(found, Mapping):
            return found
        if not self.names:
            self.names.extend(map(str, found))
        return list(found.values())

    def _numbers(self, found: Any, what: str) -> tuple[float, ...]:
        try:
            return tuple(np.atleast_1d(np.asarray(found, dtype=float)).tolist())
        except (TypeError, ValueError):
            raise Mistake(f"{self.where}: found {found!r} as {what}, expected a number or several") from None


def load_objective(path: str | None, func_name: str = DEFAULT_OBJECTIVE) -> Goal:
    """The functions of a user's file: the objective by its name, and ``fd_fn`` for features if it has that.

    Without a file: mean squared displacement, with polar order and straightness as features. A warning says so.
    """
    if path is None:
        logger.warning("No objective script provided; DEFAULT fitness = mean MSD (features default to "
                       "[polar order, straightness]).")  # fmt: skip
        return Goal(default_objective_mean_msd, default_qd_features_unit)
    module = _load(path)
    names = [func_name] + ([_OTHER_OBJECTIVE] if func_name == DEFAULT_OBJECTIVE else [])
    objective = next((getattr(module, name) for name in names if callable(getattr(module, name, None))), None)
    if objective is None:
        raise Mistake(f"--objective: {path} has no function {' or '.join(names)}")
    features = getattr(module, _FEATURES, None)
    if not callable(features):
        features = default_qd_features_unit
    return Goal(objective, features, where=f"{path}: {objective.__name__}")


def _load(path: str) -> Any:
    file = Path(path)
    if not file.is_file():
        raise Mistake(f"--objective: there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"shoal_objective_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise Mistake(f"--objective: {path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Mistake(f"--objective: {path} cannot be loaded: {type(error).__name__}: {error}") from None
    finally:
        sys.path.pop(0)
    return module
