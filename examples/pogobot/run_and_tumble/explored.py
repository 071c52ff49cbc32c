"""An objective of shoal optimize: how much of the arena the robots have seen, and how they went about it."""

import numpy as np
from shoal.analysis import compute_instantaneous_speeds
from shoal.optimize import fd_straightness

CELL = 100.0  # mm
ARENA = 1.5e6  # mm²


def compute_objective(df):
    """Share of the arena's cells in which a robot was seen, mean over the runs."""
    cells = (df[["x", "y"]] // CELL).assign(run=df["run"])
    seen = cells.drop_duplicates().groupby("run").size()
    return float(np.minimum(seen * CELL**2 / ARENA, 1.0).mean())


def fd_fn(df):
    """For MAP-Elites: straightness of the paths, and the share of the time that robots hardly move (under 20 mm/s)."""
    speeds = compute_instantaneous_speeds(df)["v"].dropna()
    return [fd_straightness(df), float((speeds < 20.0).mean())]
