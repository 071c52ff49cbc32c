"""Who hears whom, worked out from poses alone: range, half-plane and what nearer robots hide."""

from __future__ import annotations

import math
from collections import deque

import numpy as np
import pandas as pd

BEARINGS = (0.0, math.pi / 2, math.pi, -math.pi / 2)  # of front, right, back and left in a robot's frame


def _visible(candidates: list[tuple[float, float, float, int]]) -> set[int]:
    """Those that nearer ones do not hide; candidates are distance, bearing from the axis, half width, id."""
    seen, covered = set(), []
    for _, bearing, half, name in sorted(candidates):
        low, high = bearing - half, bearing + half
        reach = low
        for start, end in sorted(covered):
            if start > reach:
                break
            reach = max(reach, end)
        if reach < high:
            seen.add(name)
        covered.append((low, high))
    return seen


def direction_lists(
    poses: pd.DataFrame, reach: float, radius: float = 26.5
) -> dict[tuple[int, int], set[int]]:
    """Neighbours by (robot, direction); `poses` has robot_id, x, y, angle in mm and rad."""
    ids = poses["robot_id"].to_numpy()
    at = poses[["x", "y"]].to_numpy(float)
    lists = {}
    for row, heading in enumerate(poses["angle"].to_numpy(float)):
        for direction, bearing in enumerate(BEARINGS):
            axis = np.array([math.cos(heading + bearing), math.sin(heading + bearing)])
            offsets = at - (at[row] + radius * axis)
            distances = np.hypot(*offsets.T)
            candidates = []
            for other in np.flatnonzero(distances <= reach + radius):
                ahead = offsets[other] @ axis
                aside = axis[0] * offsets[other][1] - axis[1] * offsets[other][0]
                if other == row or ahead < 0:
                    continue
                half = math.asin(min(1.0, radius / distances[other]))
                candidates.append((distances[other], math.atan2(aside, ahead), half, int(ids[other])))
            lists[int(ids[row]), direction] = _visible(candidates)
    return lists


def heard_by(lists: dict[tuple[int, int], set[int]]) -> dict[int, dict[int, set[int]]]:
    """By robot and receiver, the senders whose messages to all directions come in there."""
    robots = {robot for robot, _ in lists}
    reached = {robot: set().union(*(lists[robot, d] for d in range(4))) for robot in robots}
    return {
        robot: {d: {sender for sender in lists[robot, d] if robot in reached[sender]} for d in range(4)}
        for robot in robots
    }


def hops_from(origin: int, heard: dict[int, dict[int, set[int]]]) -> dict[int, int]:
    """Breadth-first distances from a robot, along the way of messages."""
    hearers: dict[int, list[int]] = {robot: [] for robot in heard}
    for robot, by_receiver in heard.items():
        for sender in set().union(*by_receiver.values()):
            hearers[sender].append(robot)
    distance = {origin: 0}
    queue = deque([origin])
    while queue:
        robot = queue.popleft()
        for hearer in hearers[robot]:
            if hearer not in distance:
                distance[hearer] = distance[robot] + 1
                queue.append(hearer)
    return distance
