"""Searching the values of a scenario that make an objective as large as it gets. docs/how-to/optimise.md

``main`` is the command ``shoal optimize`` (``pogoptim``); ``optimize`` the same for scripts.
"""

from shoal.optimize.command import main
from shoal.optimize.domain import (
    VarSpec,
    decode_unit_vector,
    discover_optimization_domains,
    encode_x0_unit,
    set_optimized_values_in_config,
    strip_optimization_domains,
)
from shoal.optimize.methods import METHODS, Settings
from shoal.optimize.objectives import (
    default_objective_mean_msd,
    default_qd_features_maxstd_msd,
    default_qd_features_unit,
    fd_polar_order_phi,
    fd_straightness,
    load_objective,
)
from shoal.optimize.run import Request, optimize

__all__ = [
    "METHODS", "Request", "Settings", "VarSpec", "decode_unit_vector", "default_objective_mean_msd",
    "default_qd_features_maxstd_msd", "default_qd_features_unit", "discover_optimization_domains", "encode_x0_unit",
    "fd_polar_order_phi", "fd_straightness", "load_objective", "main", "optimize", "set_optimized_values_in_config",
    "strip_optimization_domains",
]  # fmt: skip
