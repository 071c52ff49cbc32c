"""The command lines ``shoal optimize`` and ``pogoptim``."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from pathlib import Path

from shoal.batch.command import add_shared_flags
from shoal.batch.controllers import find_controller
from shoal.batch.scenarios import read_scenario
from shoal.command_line import Mistake, Parser, init_logging
from shoal.command_line import run as run_command
from shoal.optimize.methods import METHODS, Settings
from shoal.optimize.objectives import DEFAULT_OBJECTIVE
from shoal.optimize.run import Request, optimize

NOTHING_WORKED = 2
logger = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    return run_command(_optimize, argv)


def _parser() -> Parser:
    parser = Parser(
        prog="shoal optimize",
        description="Searches the values of a scenario that make an objective as large as it gets.",
    )
    add_shared_flags(parser, "tmp_opt", "opt_out")
    parser.add_argument(
        "-O", "--objective", metavar="FILE", help="Python file with the objective [mean squared displacement]"
    )
    parser.add_argument(
        "--objective-func", default=DEFAULT_OBJECTIVE, metavar="NAME", help="its name there [%(default)s]"
    )
    parser.add_argument("--optimizer", default="cmaes", choices=list(METHODS), help="[%(default)s]")
    parser.add_argument(
        "--max-evals", type=int, default=50, metavar="N", help="evaluations in all [%(default)s]"
    )
    parser.add_argument(
        "--sigma0", type=float, default=0.3, help="first step of cmaes, of the unit cube [%(default)s]"
    )
    parser.add_argument(
        "--popsize", type=int, metavar="N", help="points of a generation [as the method has it]"
    )
    parser.add_argument(
        "--seed", type=int, default=42, help="of the search; runs have seeds 0, 1, … [%(default)s]"
    )
    parser.add_argument("--qd-shape", default="48,48", metavar="N,N", help="cells of mapelites [%(default)s]")
    parser.add_argument(
        "--qd-ranges", default="", metavar="A:B,A:B", help="ranges of the features [0:1 each]"
    )
    parser.add_argument(
        "--qd-init-samples", type=int, default=64, metavar="N", help="random points at first [%(default)s]"
    )
    parser.add_argument(
        "--qd-batch", type=int, default=32, metavar="N", help="points of a generation [%(default)s]"
    )
    parser.add_argument(
        "--confirm", type=int, default=0, metavar="N", help="runs of the best with new seeds at the end [0]"
    )
    return parser


def _optimize(argv: Sequence[str]) -> int:
    options = _parser().parse_args(argv)
    init_logging(options.verbose)
    for flag, least in (
        ("runs", 1),
        ("max_evals", 1),
        ("qd_init_samples", 1),
        ("qd_batch", 1),
        ("confirm", 0),
    ):
        if getattr(options, flag) < least:
            raise Mistake(
                f"--{flag.replace('_', '-')}: found {getattr(options, flag)}, expected at least {least}"
            )
    if not 0 < options.sigma0 <= 1:
        raise Mistake(f"--sigma0: found {options.sigma0:g}, expected a number in (0, 1]")
    if options.popsize is not None and options.popsize < 2:
        raise Mistake(f"--popsize: found {options.popsize}, expected at least 2")
    config = read_scenario(options.config)
    settings = Settings(
        options.max_evals, options.seed, options.sigma0, options.popsize, _shape(options.qd_shape),
        _ranges(options.qd_ranges, options.qd_shape), options.qd_init_samples, options.qd_batch, _qd_options(config),
    )  # fmt: skip
    request = Request(
        config=config, origin=Path(options.config), controller=find_controller(options.simulator_binary),
        method=options.optimizer, settings=settings, objective=options.objective, objective_func=options.objective_func,
        runs=options.runs, temp_base=Path(options.temp_base), output_dir=Path(options.output_dir),
        jobs=1 if options.backend == "sequential" else options.jobs, cluster=options.cluster, retries=options.retries,
        time_limit=options.time_limit, keep_temp=options.keep_temp, resume=options.resume, confirm=options.confirm,
    )  # fmt: skip
    study = optimize(request)
    best = study.best()
    if best is None:
        logger.error("No evaluation worked; see %s", request.output_dir / "opt_history.csv")
        return NOTHING_WORKED
    logger.info("Done. Best fitness: %.6g", best.fitness)
    logger.info("Best values: %s", json.dumps(best.values))
    return 0


def _shape(text: str) -> tuple[int, ...]:
    try:
        shape = tuple(int(part) for part in text.split(","))
    except ValueError:
        shape = ()
    if not shape or min(shape) < 1:
        raise Mistake(f"--qd-shape: found {text!r}, expected numbers of cells such as 48,48")
    return shape


def _ranges(text: str, shape: str) -> tuple[tuple[float, float], ...]:
    if not text:
        return ()
    try:
        ranges = tuple((float(part.split(":")[0]), float(part.split(":")[1])) for part in text.split(","))
    except (ValueError, IndexError):
        ranges = ()
    if len(ranges) != len(_shape(shape)) or any(not low < high for low, high in ranges):
        raise Mistake(
            f"--qd-ranges: found {text!r}, expected a range such as 0:1 for each of the features of --qd-shape"
        )
    return ranges


def _qd_options(config: dict) -> dict:
    section = config.get("optimization")
    options = section.get("qd") if isinstance(section, dict) else None
    return options.get("algo_kwargs") or {} if isinstance(options, dict) else {}
