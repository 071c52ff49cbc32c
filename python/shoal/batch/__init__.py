"""Many runs: all combinations of a scenario's options, several times each, into one table a result file.

``main`` is the command ``shoal batch`` (``pogobatch``); ``PogobotBatchRunner`` is a base for scripts. docs/how-to/batch.md
"""

from shoal.batch.command import main
from shoal.batch.expansion import Combination, combinations_of, expand_batch_options
from shoal.batch.launcher import PogobotLauncher
from shoal.batch.nested import DotDict, get_by_dotted_path, set_in_dict, to_dotdict
from shoal.batch.runner import PogobotBatchRunner

__all__ = [
    "Combination", "DotDict", "PogobotBatchRunner", "PogobotLauncher", "combinations_of", "expand_batch_options",
    "get_by_dotted_path", "main", "set_in_dict", "to_dotdict",
]  # fmt: skip
