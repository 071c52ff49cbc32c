"""Scenarios and prints of the controller `infrared`."""

from __future__ import annotations

import re
from typing import NamedTuple

from support.running import Run, robots, scenario

_GOT = re.compile(
    r"\[ROBOT #(\d+)\].*got in (\d+): type (\d+) list (\d+) from (\d+)\.(\d+) by (\d+) length (\d+) step (\d+)"
)


class Got(NamedTuple):
    """A message as a robot printed it."""

    robot: int
    step: int  # of the receiver
    type: int
    power_list: int
    sender: int
    emitter: int
    receiver: int
    length: int
    sent: int  # step of the sender


def received(run: Run) -> list[Got]:
    assert run.status == 0, run.console
    return [Got(*map(int, match)) for match in _GOT.findall(run.console)]


def at(x: float, y: float, **keys) -> dict:
    """A robot that hears everything in range."""
    return robots(**{"x": float(x), "y": float(y), "communication_radius": 80.0,
                     "msg_success_rate": {"type": "static", "rate": 1.0}, **keys})  # fmt: skip


def world(*objects: dict, parameters: dict | None = None, **keys) -> dict:
    """These objects by their order, for three tenths of a second at one step a tick."""
    kinds = {f"robots{i}" if o["type"] == "pogobot" else f"things{i}": o for i, o in enumerate(objects)}
    return scenario(**{
        "simulation_time": 0.3, "objects": kinds,
        "parameters": {"hz": 0, **(parameters or {})}, **keys,
    })  # fmt: skip
