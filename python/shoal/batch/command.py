"""The command lines ``shoal batch`` and ``pogobatch``."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from shoal.batch.campaign import FAILURES
from shoal.batch.runner import PogobotBatchRunner
from shoal.command_line import Parser, init_logging
from shoal.command_line import run as run_command

RUNS_FAILED = 2
BACKENDS = ("multiprocessing", "ray", "sequential")
logger = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    return run_command(_batch, argv)


def add_shared_flags(parser: Parser, temp_base: str, output_dir: str) -> None:
    """Flags that batches and optimisations have in common."""
    parser.add_argument("-c", "--config", required=True, metavar="FILE", help="scenario with options")
    parser.add_argument("-S", "--simulator-binary", required=True, metavar="CONTROLLER",
                        help="folder of a controller, built if stale; or what was built of it")  # fmt: skip
    parser.add_argument(
        "-r", "--runs", type=int, default=1, help="runs a combination, with seeds 0, 1, … [1]"
    )
    parser.add_argument(
        "-t", "--temp-base", default=temp_base, metavar="DIR", help=f"temporary folder [{temp_base}]"
    )
    parser.add_argument(
        "-o", "--output-dir", default=output_dir, metavar="DIR", help=f"results [{output_dir}]"
    )
    parser.add_argument("--backend", default="multiprocessing", choices=BACKENDS,
                        help="sequential: one run at a time; the others: all cores")  # fmt: skip
    parser.add_argument(
        "-j", "--jobs", type=int, metavar="N", help="runs at a time; workers of a cluster [all cores]"
    )
    parser.add_argument("--cluster", metavar="WHERE",
                        help="slurm, local, or the address of a Dask scheduler [this machine]")  # fmt: skip
    parser.add_argument(
        "--keep-temp", action="store_true", help="keep logs, consoles and pictures of all runs"
    )
    parser.add_argument("-R", "--retries", type=int, default=5,
                        help="how often a run that was killed or took too long is started again [5]")  # fmt: skip
    parser.add_argument("--time-limit", type=float, metavar="S", help="wall time of a run in s [none]")
    parser.add_argument("--resume", action="store_true", help="do only what an earlier attempt has not done")
    parser.add_argument("-v", "--verbose", action="store_true", help="say more")
    parser.add_argument("-V", "--version", action="version", version="Shoal (Pogosim interface v0.10.10)")


def _batch(argv: Sequence[str]) -> int:
    parser = Parser(
        prog="shoal batch", description="Runs all combinations of a scenario's options, several times each."
    )
    add_shared_flags(parser, "tmp", ".")
    parser.add_argument("--gui", action="store_true", help="run with a window")
    parser.add_argument(
        "--only-output", default="", metavar="NAME", help="only combinations with this result file"
    )
    parser.add_argument(
        "--list-outputs", action="store_true", help="print the names of the result files and end"
    )
    options = parser.parse_args(argv)
    init_logging(options.verbose)
    runner = PogobotBatchRunner(
        options.config, options.runs, options.simulator_binary, options.temp_base, options.output_dir,
        options.backend, options.keep_temp, options.verbose, options.retries, options.gui, options.only_output,
        jobs=options.jobs, cluster=options.cluster, resume=options.resume, time_limit=options.time_limit,
    )  # fmt: skip
    if options.list_outputs:
        print("\n".join(runner.list_outputs()))
        return 0
    outputs = runner.run_all()
    return _report(runner, outputs)


def _report(runner: PogobotBatchRunner, outputs: list[str]) -> int:
    if runner.failed:
        logger.error("%d run(s) failed; see %s/%s. --resume runs them again.", len(runner.failed), runner.output_dir,
                     FAILURES)  # fmt: skip
        return RUNS_FAILED
    print("Batch run completed. Generated output files:")
    for output in outputs:
        print(f" - {output}")
    return 0
