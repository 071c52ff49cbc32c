"""What a search costs beside its runs: the time that no run is under way, as a share of a run's.

    python bench/bench_optimize.py [--csv FILE]

Each method makes 24 evaluations of a run of run-and-tumble, 50 robots for 60 s, one run at a time. The time of its own
is that of the method, its checkpoint and its history; loading logs and the objective belong to an evaluation.
"""

import argparse
import csv
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "build" / "python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
from shoal.optimize import Options, optimize
from shoal.optimize.methods import METHODS, Settings

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "pogobot" / "run_and_tumble"
EVALUATIONS, RUNS = 24, 1
GOAL = 1 / 0.02  # of a run's time in ours
OBJECTIVE = """
from shoal.optimize import default_objective_mean_msd, default_qd_features_unit
def compute_objective(df): return default_objective_mean_msd(df), default_qd_features_unit(df)
def two(df): return [default_objective_mean_msd(df), -df["x"].std()]
"""


def seconds(method, folder):
    """Its own an evaluation, and those of a run."""
    (folder / "objective.py").write_text(OBJECTIVE)
    several = METHODS[method].objectives > 1
    text = (EXAMPLE / "optimize.yaml").read_text().replace("nb: 4", "nb: 50")
    (folder / "conf.yaml").write_text(text)
    found = optimize(Options(
        str(folder / "conf.yaml"), str(EXAMPLE), RUNS, str(folder / "tmp"), str(folder / "out"),
        str(folder / "objective.py"), "two" if several else None, method, EVALUATIONS, jobs=1,
        settings=Settings(qd_shape=(10, 10), qd_init_samples=20, qd_batch=10),
    ))  # fmt: skip
    runs = [entry.score.seconds / RUNS for entry in found.entries if entry.score.seconds > 0]
    run = sorted(runs)[len(runs) // 2]
    return found.own_seconds / EVALUATIONS, run


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--csv")
    options = parser.parse_args()
    rows = [("name", "ours", "peer", "ratio", "goal")]
    for method in METHODS:
        with tempfile.TemporaryDirectory() as folder:
            own, run = seconds(method, Path(folder))
        name = f"an evaluation of {method} beside a run (s)"
        rows.append((name, f"{own:.4g}", f"{run:.4g}", f"{run / own:.4g}", f"{GOAL:.4g}"))
        print(*rows[-1], sep="  ")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main()
