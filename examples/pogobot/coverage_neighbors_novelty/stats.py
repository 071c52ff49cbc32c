"""How well the robots of a log cover the square arena: python stats.py [frames/data.feather]"""

import sys

import numpy as np
import pandas as pd
from shoal import logs

REACH = 150.0  # mm: a place is covered by a robot that is no farther
CELL = 50.0  # mm


def places(side: float) -> np.ndarray:
    """Centres of the cells of a grid over a square."""
    axis = np.arange(CELL / 2, side, CELL)
    return np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)


def covered(robots: np.ndarray, grid: np.ndarray) -> float:
    """Share of the grid that some robot covers."""
    distance = np.linalg.norm(grid[:, None] - robots[None], axis=2)
    return (distance.min(axis=1) < REACH).mean()


def statistics(path: str, width: float = 15.0) -> pd.DataFrame:
    """Means over spans of this many seconds: covered share, share of robots alone, strangeness of neighbours."""
    rows, metadata = logs.load(path)
    surface = float(metadata["configuration"]["arena_surface"])  # mm²
    grid = places(np.sqrt(surface))
    instants = rows.groupby("time")
    table = pd.DataFrame(
        {
            "covered": instants[["x", "y"]].apply(lambda at: covered(at.to_numpy(), grid)),
            "alone": instants["neighbors"].apply(lambda neighbors: (neighbors == 0).mean()),
            "strangeness": instants["strangeness"].mean(),
        }
    )
    return table.groupby(table.index // width * width).mean()


if __name__ == "__main__":
    print(statistics(sys.argv[1] if len(sys.argv) > 1 else "frames/data.feather").round(2))
