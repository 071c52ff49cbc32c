"""Sensor layouts by name, for tables of experiments."""

from __future__ import annotations

import math

from shoal._core import Error
from shoal.voxel.body import Body

NAMES = "uniform-SENSOR+SENSOR-NOISE, spinedTouch-CPG-f-NOISE, spinedTouchSighted-CPG-f-NOISE (CPG: t or f) or empty"
EAST = ", ".join(str(math.pi / 4 * (i / 2 - 1)) for i in range(5))  # rad: five rays to the right
SIGHT = f"normalization(lidar(10, {EAST}))"


def sensor_set(name: str, body: Body) -> list[list[str]]:
    """The sensors of each voxel: what ``Controller.centralized`` and its like take as ``sensors``.

    ``spinedTouch``: area everywhere, touch on the bottom row, velocity on the top row, cpg on the top right cell if asked; ``Sighted``
    adds five rays on the right column. A noise above 0 is added to all, with this share of their domains.
    """
    kind, *rest = name.split("-")
    try:
        noise = float(rest[-1]) if rest else 0.0
    except ValueError:
        noise = -1.0
    if noise < 0:
        raise Error(f"sensor set: found '{name}', expected {NAMES}")
    if kind == "empty" and not rest:
        sets: list[list[str]] = [[] for _ in body.cells]
    elif kind == "uniform" and len(rest) == 2:
        sets = [rest[0].split("+") for _ in body.cells]
    elif (
        kind in ("spinedTouch", "spinedTouchSighted")
        and len(rest) == 3
        and rest[0] in "tf"
        and rest[1] == "f"
    ):
        sets = [_spined(body, cell, rest[0] == "t", kind.endswith("Sighted")) for cell in body.cells]
    else:
        raise Error(f"sensor set: found '{name}', expected {NAMES}")
    return [[f"noisy({sensor}, {noise}, 0)" for sensor in own] for own in sets] if noise > 0 else sets


def _spined(body: Body, cell: tuple[int, int], cpg: bool, sighted: bool) -> list[str]:
    right, top = cell[0] == body.width - 1, cell[1] == body.height - 1
    conditions = [
        ("a", True),
        ("t", cell[1] == 0),
        ("vxy", top),
        ("cpg", cpg and top and right),
        (SIGHT, sighted and right),
    ]
    return [sensor for sensor, present in conditions if present]
