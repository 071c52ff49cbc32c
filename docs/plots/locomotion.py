"""Draws docs/images/locomotion.png: every kind of locomotion against power, measured as the Pogobot paper does.

python docs/plots/locomotion.py
"""

import shutil
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tests")]
from shoal.trajectories import describe  # noqa: E402
from support.running import run_in, scenario, shoal  # noqa: E402

STEP = 0.01  # s
POWERS = np.arange(128, 1024, 128).tolist() + [1023]
KINDS = {
    "wheels": ({"locomotion": "wheels"}, "tab:red", (25, 100)),
    "wheels, not calibrated": ({"locomotion": "wheels", "calibrated": False}, "tab:orange", None),
    "TPU brushes": ({"locomotion": "tpu_brush"}, "tab:blue", (7, 10)),
    "nylon brushes": ({"locomotion": "nylon_brush"}, "tab:green", None),
}


def paths(controller: Path, body: dict, power: int, robots: int = 40) -> pd.DataFrame:
    group = {"type": "pogobot", "nb": robots, "geometry": "disk", "radius": 26.5, **body}
    content = scenario(
        objects={"robots": group},
        parameters={"left_power": power, "right_power": power},
        arena_surface=4e8,
        initial_formation="chessboard",
        chessboard_distance_between_neighbors=2000.0,
        simulation_time=6.0,
        save_data_period=STEP,
    )
    with tempfile.TemporaryDirectory() as directory:
        rows = run_in(Path(directory), controller, content).rows
    rows = rows[rows["time"] > 0.1]
    return pd.DataFrame([describe(r["x"], r["y"], r["angle"], STEP) for _, r in rows.groupby("robot_id")])


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        source = shutil.copytree(
            ROOT / "tests" / "pogobot" / "controllers" / "drive", Path(directory) / "drive"
        )
        draw(Path(shoal("build", source).out.strip()))


def draw(controller: Path) -> None:
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.4), layout="constrained")
    labels = ["speed v (cm/s)", "angular frequency |Ω| (rad/s)", "radius of curvature R (cm)"]
    for name, (body, colour, _) in KINDS.items():
        measured = [paths(controller, body, power) for power in POWERS]
        for axis, key, unit in zip(axes, ("speed", "turning", "radius"), (0.1, 1, 0.1), strict=True):
            moving = [i for i, m in enumerate(measured) if m["speed"].median() > 1]
            low, middle, high = (
                [unit * measured[i][key].quantile(q) for i in moving] for q in (0.1, 0.5, 0.9)
            )
            powers = [POWERS[i] for i in moving]
            axis.fill_between(powers, low, high, color=colour, alpha=0.2, linewidth=0)
            axis.plot(powers, middle, "o-", color=colour, markersize=3, label=name)
    for axis, label in zip(axes, labels, strict=True):
        axis.set(xlabel="power of both motors (0 … 1023)", ylabel=label, xlim=(0, 1040))
        axis.spines[["top", "right"]].set_visible(False)
    for _, colour, figures in KINDS.values():
        for axis, value in zip((axes[0], axes[2]), figures or (), strict=False):
            axis.axhline(value, color=colour, linestyle=":", linewidth=1)
    axes[1].axhline(15, color="tab:green", linestyle=":", linewidth=1)
    axes[1].set_yscale("log")
    axes[2].set_yscale("log")
    axes[0].legend(frameon=False, fontsize=8)
    figure.savefig(ROOT / "docs" / "images" / "locomotion.png", dpi=110)


if __name__ == "__main__":
    main()
