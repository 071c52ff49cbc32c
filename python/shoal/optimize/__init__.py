"""Values of a scenario that maximise an objective over its runs.

``main`` is the command ``shoal optimize`` (``pogoptim``), ``optimize`` the same for scripts. docs/how-to/optimise.md
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
from shoal.optimize.objective import (
    default_objective_mean_msd,
    default_qd_features_maxstd_msd,
    default_qd_features_unit,
    fd_polar_order_phi,
    fd_straightness,
    load_objective,
)
from shoal.optimize.search import Options, optimize

__all__ = [
    "Options", "VarSpec", "decode_unit_vector", "default_objective_mean_msd", "default_qd_features_maxstd_msd",
    "default_qd_features_unit", "discover_optimization_domains", "encode_x0_unit", "fd_polar_order_phi",
    "fd_straightness", "load_objective", "main", "optimize", "set_optimized_values_in_config",
    "strip_optimization_domains",
]  # fmt: skip
