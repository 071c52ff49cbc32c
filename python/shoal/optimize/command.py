"""The command lines ``shoal optimize`` and ``pogoptim``."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

from shoal.batch.command import add_shared_flags
from shoal.command_line import Mistake, Parser, init_logging
from shoal.command_line import run as run_command
from shoal.optimize.methods import METHODS, Settings
from shoal.optimize.objective import FUNCTION
from shoal.optimize.search import Options, optimize

_LARGEST_SEED = 2**32 - 1


def main(argv: Sequence[str] | None = None) -> int:
    return run_command(_optimize, argv)


def _optimize(argv: Sequence[str]) -> int:
    flags = _parser().parse_args(argv)
    _check(flags)
    init_logging(flags.verbose)
    found = optimize(_options(flags))
    return 0 if found else 1


def _parser() -> Parser:
    parser = Parser(
        prog="shoal optimize",
        description="Searches the values of a scenario's optimization_domain that maximise an objective.",
        epilog="methods: " + "; ".join(f"{name}: {method.about}" for name, method in METHODS.items()),
    )
    add_shared_flags(parser, "tmp_opt", "opt_out")
    add = parser.add_argument
    add(
        "-O", "--objective", metavar="FILE", help="Python file with the objective [mean squared displacement]"
    )
    add("--objective-func", metavar="NAME", help=f"its function [{FUNCTION}, else objective_fn]")
    add("--optimizer", default="cmaes", choices=METHODS, help="method, see below [cmaes]")
    add("--max-evals", type=int, default=50, metavar="N", help="evaluations, each of --runs runs [50]")
    add(
        "--sigma0",
        type=float,
        default=0.3,
        metavar="S",
        help="cmaes: first step, of the domain's width [0.3]",
    )
    add("--popsize", type=int, metavar="N", help="candidates a generation [the method's own]")
    add("--seed", type=int, default=42, metavar="N", help="of the search; runs have seeds 0, 1, … [42]")
    add("--qd-shape", default="48,48", metavar="N,M", help="mapelites: cells along each feature [48,48]")
    add("--qd-ranges", metavar="A:B,C:D", help="mapelites: ranges of the features [as the first of them are]")
    add(
        "--qd-init-samples", type=int, default=64, metavar="N", help="mapelites: random candidates first [64]"
    )
    add("--qd-batch", type=int, default=32, metavar="N", help="mapelites: candidates a generation [32]")
    add("--confirm", type=int, default=0, metavar="N", help="score the best again with N other seeds [0]")
    return parser


def _check(flags: argparse.Namespace) -> None:
    least = {
        "runs": 1,
        "max_evals": 1,
        "popsize": 2,
        "qd_init_samples": 1,
        "qd_batch": 1,
        "confirm": 0,
        "retries": 0,
    }
    for name, low in least.items():
        value = getattr(flags, name)
        if value is not None and value < low:
            raise Mistake(f"--{name.replace('_', '-')}: found {value}, expected at least {low}")
    if not (math.isfinite(flags.sigma0) and flags.sigma0 > 0):
        raise Mistake(f"--sigma0: found {flags.sigma0:g}, expected more than 0")
    if not 0 <= flags.seed <= _LARGEST_SEED:
        raise Mistake(f"--seed: found {flags.seed}, expected 0 to {_LARGEST_SEED}")


def _shape(text: str) -> tuple[int, ...]:
    try:
        shape = tuple(int(part) for part in text.split(","))
    except ValueError:
        shape = ()
    if not shape or min(shape) < 1:
        raise Mistake(f"--qd-shape: found {text!r}, expected whole numbers from 1, such as 48,48")
    return shape


def _ranges(text: str | None, count: int) -> tuple[tuple[float, float], ...]:
    if text is None:
        return ()
    try:
        ranges = tuple(
            (float(low), float(high)) for low, high in (part.split(":") for part in text.split(","))
        )
    except ValueError:
        ranges = ()
    if len(ranges) != count or not all(low < high for low, high in ranges):
        raise Mistake(f"--qd-ranges: found {text!r}, expected one such as 0:1 for each number of --qd-shape")
    return ranges


def _options(flags: argparse.Namespace) -> Options:
    shape = _shape(flags.qd_shape)
    settings = Settings(
        seed=flags.seed,
        popsize=flags.popsize,
        sigma0=flags.sigma0,
        qd_shape=shape,
        qd_ranges=_ranges(flags.qd_ranges, len(shape)),
        qd_init_samples=flags.qd_init_samples,
        qd_batch=flags.qd_batch,
    )
    same = ("config", "simulator_binary", "runs", "temp_base", "output_dir", "objective", "objective_func", "optimizer",
            "max_evals", "confirm", "cluster", "keep_temp", "retries", "time_limit", "resume")  # fmt: skip
    jobs = 1 if flags.backend == "sequential" else flags.jobs
    return Options(**{name: getattr(flags, name) for name in same}, jobs=jobs, settings=settings)
