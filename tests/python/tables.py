"""Tables of poses with known measures."""

import numpy as np
import pandas as pd


def at_rest(xy, angle=None, time=0.0) -> pd.DataFrame:
    """One instant."""
    xy = np.asarray(xy, dtype=float)
    frame = pd.DataFrame({"time": time, "robot_category": "robots", "robot_id": np.arange(len(xy))})
    return frame.assign(x=xy[:, 0], y=xy[:, 1], angle=np.zeros(len(xy)) if angle is None else angle)


def moving(x, y, step=1.0, angle=None) -> pd.DataFrame:
    """Paths from matrices (time × robot)."""
    x = np.asarray(x, dtype=float)
    times, robots = x.shape
    return pd.DataFrame(
        {
            "time": np.repeat(step * np.arange(times), robots),
            "robot_category": "robots",
            "robot_id": np.tile(np.arange(robots), times),
            "x": x.ravel(),
            "y": np.asarray(y, dtype=float).ravel(),
            "angle": np.zeros(x.size) if angle is None else np.asarray(angle, dtype=float).ravel(),
        }
    )


def hexagonal(spacing=50.0, columns=10, rows=12):
    """Places of a hexagonal lattice, and the box in which it is periodic."""
    i, j = np.meshgrid(np.arange(columns), np.arange(rows), indexing="ij")
    x = spacing * (i + 0.5 * (j % 2))
    y = spacing * np.sqrt(3) / 2 * j
    return np.column_stack([x.ravel(), y.ravel()]), (spacing * columns, spacing * np.sqrt(3) / 2 * rows)


def square_lattice(spacing=50.0, n=10):
    axis = spacing * (np.arange(n) + 0.5)
    return np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1).reshape(-1, 2), (
        spacing * n,
        spacing * n,
    )


def gas(instants=200, robots=200, side=1000.0, seed=1):
    """Robots at random in a square, anew at each instant, with random headings."""
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(0, side, (2, instants, robots))
    return moving(x, y, angle=rng.uniform(-np.pi, np.pi, (instants, robots)))


def wandering(times=200, robots=20, box=None, seed=2):
    """Persistent random walkers, in the plane and, if there is a box, wrapped into it."""
    rng = np.random.default_rng(seed)
    heading = np.cumsum(rng.normal(0, 0.3, (times, robots)), axis=0)
    x = 500 + np.cumsum(20 * np.cos(heading), axis=0)
    y = 500 + np.cumsum(20 * np.sin(heading), axis=0)
    angle = np.angle(np.exp(1j * heading))
    plane = moving(x, y, angle=angle)
    return plane if box is None else (plane, moving(x % box[0], y % box[1], angle=angle))


def rigid_rotation(omega=0.5, robots=150, times=5, step=0.01, centre=(500.0, 400.0), seed=3):
    rng = np.random.default_rng(seed)
    radius, phase = 300 * np.sqrt(rng.uniform(0, 1, robots)), rng.uniform(0, 2 * np.pi, robots)
    phase = phase + omega * step * np.arange(times)[:, None]
    return moving(centre[0] + radius * np.cos(phase), centre[1] + radius * np.sin(phase), step)
