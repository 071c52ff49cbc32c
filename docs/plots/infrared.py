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


def packing(cluster: int, seed: int) -> str:
    """A robot amid others that nearly touch it, with any headings."""
    headings = np.random.default_rng(seed).uniform(-math.pi, math.pi, cluster)
    ring = [(56 * math.cos(a), 56 * math.sin(a)) for a in np.arange(cluster - 1) * math.pi / 3]
    rows = [
        f"{500 + x:.2f},{500 + y:.2f},{h:.3f}" for (x, y), h in zip([(0, 0), *ring], headings, strict=True)
    ]
    return "\n".join(["x,y,theta", *rows]) + "\n"


def received(image: Path, parameters: dict, cluster: int, seed: int, one_channel: bool) -> float:
    """What part of the others' messages the robot in the middle gets."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as formation:
        formation.write(packing(cluster, seed))
        formation.flush()
        content = scenario(
            initial_formation="imported", formation_filename=formation.name, simulation_time=5.1, seed=seed,
            enable_data_logging=False, communication_ignore_occlusions=one_channel,
            objects={"robots": robots(cluster, communication_radius=80.0, **PHYSICAL)},
            parameters={"last_step": 290, **parameters},
        )  # fmt: skip
        counts = re.findall(r"sent (\d+) heard (\d+)", simulate(image, content))
    return int(counts[0][1]) / sum(int(sent) for sent, _ in counts[1:])


def draw_reception(axes, image: Path, percent: int) -> None:
    clusters = range(2, 8)
    fine = np.linspace(2, 7, 100)
    for payload, colour in PAYLOADS.items():
        parameters = {"percent": percent, "payload_size": payload}
        law = article(payload, percent / 100, np.array(clusters))
        axes.plot(fine, article(payload, percent / 100, fine), color=colour, lw=1.5)
        for one_channel, face in ((True, "none"), (False, colour)):
            # Robots keep their phases, so that a run says something about as many cases as it has pairs.
            runs = [
                [received(image, parameters, c, seed, one_channel) for seed in range(1, 60 // c)]
                for c in clusters
            ]
            rates = np.array([np.mean(run) for run in runs])
            label = None if one_channel else f"{payload} bytes"
            axes.plot(clusters, rates, "o", color=colour, mfc=face, ms=5, label=label)
            apart = rates - law
            print(f"{percent} %, {payload} bytes, {one_channel=}: mean {apart.mean():+.2f}, "
                  f"worst {apart[abs(apart).argmax()]:+.2f}, {rates.round(2)} for {law.round(2)}")  # fmt: skip
    axes.set(
        title=f"sending in {percent} % of the steps",
        xlabel="robots in reach, itself included",
        ylim=(0, 1.03),
    )


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
    axes[0].legend(title="payload; line: article's law", fontsize=8, title_fontsize=8, loc="lower left")
    draw_banshee(axes[3], banshee)
    axes[3].set_ylim(0, 0.36)
    axes[3].legend(title="line: p (1 − p)$^{N-1}$", fontsize=8, title_fontsize=8, loc="upper center", ncols=2)
    for panel in axes:
        panel.spines[["top", "right"]].set_visible(False)
    figure.savefig(ROOT / "docs/images/infrared.png", dpi=110)


if __name__ == "__main__":
    main()
