"""Measures the infrared models and draws docs/images/infrared.png: ``.venv/bin/python docs/plots/infrared.py``."""

from __future__ import annotations

import math
import re
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.running import robots, run_in, scenario, shoal  # noqa: E402

PAYLOADS = {3: "#0072b2", 20: "#e69f00", 100: "#d55e00"}  # bytes
SENDING = (20, 50, 100)  # %
PHYSICAL = {"msg_success_rate": {"type": "physical"}}


def article(payload: int, q: float, cluster: np.ndarray) -> np.ndarray:
    """The law of six parameters, which was fitted to robots."""
    crowd = 0.00073859 * q**3.14782227 * cluster**3.52543753 * math.exp(0.05720136 * (payload + 3))
    return 1 / (1.03215183 + crowd + 0.001 * q * cluster)


def build(folder: str) -> Path:
    result = shoal("build", ROOT / folder)
    assert result.status == 0, result.text
    return Path(result.out.strip())


def simulate(image: Path, content: dict | str, *flags) -> str:
    with tempfile.TemporaryDirectory() as directory:
        run = run_in(Path(directory), image, content, *flags)
    assert run.status == 0, run.console
    return run.console


def received(image: Path, parameters: dict, cluster: int, **keys) -> float:
    content = scenario(**{
        "initial_formation": "chessboard", "chessboard_distance_between_neighbors": 60.0, "simulation_time": 5.1,
        "enable_data_logging": False, "communication_ignore_occlusions": True,
        "objects": {"robots": robots(cluster, communication_radius=600.0, **PHYSICAL)},
        "parameters": {"last_step": 290, **parameters}, **keys,
    })  # fmt: skip
    counts = re.findall(r"sent (\d+) heard (\d+)", simulate(image, content))
    sent, heard = (sum(int(pair[i]) for pair in counts) for i in (0, 1))
    return heard / (sent * (cluster - 1))


def draw_reception(axes, image: Path, percent: int) -> None:
    clusters = range(2, 8)
    fine = np.linspace(2, 7, 100)
    for payload, colour in PAYLOADS.items():
        parameters = {"percent": percent, "payload_size": payload}
        rates = [[received(image, parameters, c, seed=seed) for seed in range(1, 11)] for c in clusters]
        axes.plot(fine, article(payload, percent / 100, fine), color=colour, lw=1.5)
        axes.plot(clusters, np.mean(rates, axis=1), "o", color=colour, label=f"{payload} bytes")
    axes.set(title=f"sending in {percent} % of the steps", xlabel="robots in reach, itself included", ylim=(0, 1.03))


def waits(image: Path, parameter: str, percent: int, *flags) -> dict[str, float]:
    folder = ROOT / "examples/pogobot/banshee"
    content = (folder / "scenario.yaml").read_text().replace("formation.csv", str(folder / "formation.csv"))
    text = simulate(image, content, "--set", f"parameters.{parameter}={percent}",
                    "--set", "simulation_time=300", *flags)  # fmt: skip
    names = ("pair alone", "pair", "cluster alone", "cluster")
    means = re.findall(r"T_avg +([\d.]+)  90 % +\d+  99 % +\d+  99.9", text)
    return dict(zip(names, map(float, means), strict=True))


def draw_banshee(axes, image: Path) -> None:
    fine = np.linspace(0.03, 0.97, 200)
    one_channel = ("--set", "communication_ignore_occlusions=true")
    for n, parameter, name, percents, colour in (
        (2, "pair_percent", "pair", (10, 20, 35, 50, 65, 80, 90), "#0072b2"),
        (7, "cluster_percent", "cluster", (4, 7, 10, 14, 20, 28, 40, 55), "#d55e00"),
    ):
        p = np.array(percents) / 100
        axes.plot(fine, fine * (1 - fine) ** (n - 1), color=colour, lw=1.5)
        axes.axvline(1 / n, color=colour, lw=0.7, ls=":")
        rates = [1 / waits(image, parameter, percent, *one_channel)[name] for percent in percents]
        axes.plot(p, rates, "o", color=colour, label=f"N = {n}, one channel")
        if n == 7:
            rates = [1 / waits(image, parameter, percent)[name] for percent in percents]
            axes.plot(p, rates, "s", mfc="none", color=colour, label="N = 7, four receivers")
    axes.set(title="Banshee: 1 / T_avg", xlabel="chance to send in a step", ylim=(0, None))


def main() -> None:
    reception = build("tests/pogobot/controllers/reception")
    banshee = build("examples/pogobot/banshee")
    figure, axes = plt.subplots(1, 4, figsize=(16, 3.8), layout="constrained")
    for panel, percent in zip(axes, SENDING, strict=False):
        draw_reception(panel, reception, percent)
    axes[0].set_ylabel("chance to arrive")
    axes[0].legend(title="payload; line: article's law", fontsize=8, title_fontsize=8)
    draw_banshee(axes[3], banshee)
    axes[3].legend(title="line: p (1 − p)$^{N-1}$", fontsize=8, title_fontsize=8)
    for panel in axes:
        panel.spines[["top", "right"]].set_visible(False)
    figure.savefig(ROOT / "docs/images/infrared.png", dpi=110)


if __name__ == "__main__":
    main()
