"""Opening a log of 10 million rows and its mean squared displacement, against Polars opening it.

    python bench/bench_analysis.py [--csv FILE]

The log: 1,000 robots, 10,000 samples, compressed as the simulator writes it. Best of five rounds in turns.
"""

import argparse
import csv
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
import shoal
from shoal import analysis

ROBOTS, SAMPLES, ROUNDS = 1000, 10_000, 5
BATCH = 1 << 18  # rows
GOAL = 1 / 3  # of the peer's time in ours


def write_log(path):
    heading = np.cumsum(np.random.default_rng(1).normal(0, 0.1, (SAMPLES, ROBOTS)), axis=0)
    columns = {
        "time": np.repeat(0.1 * np.arange(SAMPLES), ROBOTS).astype(np.float32),
        "robot_category": pa.repeat(pa.scalar("robots"), SAMPLES * ROBOTS),
        "robot_id": np.tile(np.arange(ROBOTS, dtype=np.int32), SAMPLES),
        "x": np.cumsum(5 * np.cos(heading), axis=0).astype(np.float32).ravel(),
        "y": np.cumsum(5 * np.sin(heading), axis=0).astype(np.float32).ravel(),
        "angle": np.angle(np.exp(1j * heading)).astype(np.float32).ravel(),
        "pogobot_ticks": np.repeat(6 * np.arange(SAMPLES, dtype=np.int64), ROBOTS),
    }
    rows = pa.table(columns)
    with pa.ipc.new_file(path, rows.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as file:
        file.write_table(rows, max_chunksize=BATCH)


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(path):
    ours, peer = [], []
    for _ in range(ROUNDS):
        peer.append(seconds(lambda: pl.read_ipc(path)))
        ours.append(seconds(lambda: analysis.mean_squared_displacement(shoal.load(path)[0])))
    return min(ours), min(peer)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--csv")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "data.feather"
        write_log(path)
        ours, peer = measure(path)
    record = (
        "load and MSD, 10 million rows (s)",
        f"{ours:.4g}",
        f"{peer:.4g}",
        f"{peer / ours:.4g}",
        f"{GOAL:.4g}",
    )
    print(*record, sep="  ")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(
                [("name", "ours", "peer", "ratio", "goal"), record]
            )


if __name__ == "__main__":
    main()
