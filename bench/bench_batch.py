"""10,000 short runs as a batch on all cores: how busy they are, and what a run costs beside its simulation.

    python bench/bench_batch.py [--csv FILE] [--runs N]

A run: run-and-tumble with 20 robots for 2 s of simulated time and a row of the log a second. Busy: processor time of the batch and
all it started, in wall time times cores. Overhead of a run: wall time times cores over runs, less the wall time of the same
simulation in a process that does nothing else (set-up, run and log; as many of them side by side as there are cores).
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "build" / "python")]

EXAMPLE = ROOT / "examples" / "pogobot" / "run_and_tumble"
SETTINGS = {"simulation_time": 2.0, "save_data_period": 1.0}
ROBOTS = 20
CORES = len(os.sched_getaffinity(0))
BUSY = 0.9  # of all cores
OVERHEAD = 5.0  # ms a run
ALONE = 250  # runs a core


def scenario_in(folder):
    content = yaml.safe_load((EXAMPLE / "scenario.yaml").read_text()) | SETTINGS
    content["objects"]["robots"]["nb"] = ROBOTS
    file = folder / "conf.yaml"
    file.write_text(yaml.safe_dump(content))
    return file


def one_by_one(scenario, folder):
    """Seconds a run of as many as ``ALONE``."""
    from shoal.simulation import Simulation

    log = str(folder / f"{os.getpid()}.feather")
    start = time.perf_counter()
    for seed in range(ALONE):
        Simulation(str(scenario), str(EXAMPLE), seed, {"threads": 1}, log=log).run()
    return (time.perf_counter() - start) / ALONE


def alone(scenario, folder):
    """Seconds a run, without any batch."""
    with ProcessPoolExecutor(CORES) as pool:
        times = list(pool.map(one_by_one, [scenario] * CORES, [folder] * CORES))
    return sum(times) / len(times)


def batch(scenario, folder, runs):
    """Wall time and processor time in s."""
    words = [
        sys.executable,
        "-m",
        "shoal.batch",
        "-c",
        scenario,
        "-S",
        EXAMPLE,
        "-r",
        runs,
        "-t",
        folder / "tmp",
        "-o",
        folder,
    ]
    path = os.pathsep.join([*sys.path[:2], os.environ.get("PYTHONPATH", "")])
    start = time.perf_counter()
    process = subprocess.Popen(
        list(map(str, words)), env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit("bench_batch: the batch failed")
    return wall, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--csv")
    parser.add_argument("--runs", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        scenario = scenario_in(folder)
        own = alone(scenario, folder)
        wall, processor = batch(scenario, folder, options.runs)
    overhead = 1000 * (wall * CORES / options.runs - own)
    print(
        f"a simulation {1000 * own:.2f} ms, a run in the batch {1000 * wall * CORES / options.runs:.2f} ms, {wall:.1f} s"
    )
    rows = [
        ("10,000 short runs (wall time × cores, s; peer: processor time)", wall * CORES, processor, BUSY),
        (f"overhead of a run in a batch (ms; allowed: {OVERHEAD:g})", overhead, OVERHEAD, 1.0),
    ]
    records = [
        (name, f"{ours:.4g}", f"{peer:.4g}", f"{peer / ours:.4g}", f"{goal:.4g}")
        for name, ours, peer, goal in rows
    ]
    for record in records:
        print(*record, sep="  ")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(
                [("name", "ours", "peer", "ratio", "goal"), *records]
            )


if __name__ == "__main__":
    main()
