"""How places are arranged: bond order, pair distances, structure factor, number fluctuations.

Functions: bond_orientational_order, radial_distribution_function, structure_factor, number_fluctuation_exponent.
Lengths in mm, wave numbers in rad/mm. Without a periodic box, and unless ``arena=`` is given, the window is the hull of all
places of the run within the arena of the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import shapely
from scipy.stats import qmc

from shoal.analysis.domain import Window, box_of, pair_share, pairs, tree, window_of
from shoal.analysis.frames import Grid, Rows, grids, instants, snapshots
from shoal.analysis.threads import one_thread

_LARGEST_SIDE = 0.5  # of a window that counts robots, in the shorter side of the domain
_FEWEST_ROBOTS = 8


def bond_orientational_order(df: pd.DataFrame, rc: float, k: int = 6, *, box: Any = None) -> pd.DataFrame:
    """``psi_<k>`` = |⟨ψ⟩| over robots with a neighbour within ``rc``, where ψ = ⟨exp(ikφ)⟩ over the directions φ of its
    neighbours (Nelson and Halperin 1979): 1 in a perfect lattice of that symmetry, near 0 in a liquid. ``psi_<k>_local``
    = ⟨|ψ|⟩ does not ask grains to be turned alike, but is 1 for robots with a single neighbour.
    """
    sides = box_of(df, box)
    rows = Rows(f"psi_{k}", f"psi_{k}_local")
    for at in snapshots(df):
        i, j, offset = pairs(at.xy, rc, sides)
        bond = np.exp(1j * k * np.arctan2(offset[:, 1], offset[:, 0]))
        total = np.zeros(len(at.xy), dtype=complex)
        np.add.at(total, i, bond)
        np.add.at(total, j, bond * (-1.0) ** k)  # seen from the other end the bond is turned by π
        n = np.bincount(i, minlength=len(at.xy)) + np.bincount(j, minlength=len(at.xy))
        psi = total[n > 0] / n[n > 0]
        values = (abs(psi.mean()), np.abs(psi).mean()) if len(psi) else (np.nan, np.nan)
        rows.add(at.key, **{f"psi_{k}": values[0], f"psi_{k}_local": values[1]})
    return rows.frame()


def radial_distribution_function(
    df: pd.DataFrame, r_max: float = 200.0, dr: float = 2.0, *, box: Any = None, arena: Any = None
) -> pd.DataFrame:
    """``g_r``: pairs at distance ``r`` (the middle of a bin of width dr) over those of as many robots placed at random.

    Expected pairs: N(N − 1)/2 · 2πr dr/A · s(r), where s(r) is the share of displacements of length r that stay in the
    window (its set covariance over its area A; 1 in a periodic box up to half its shorter side, and NaN beyond).
    """
    sides = box_of(df, box)
    bins = int(np.ceil(r_max / dr - 1e-9))
    r = dr * (np.arange(bins) + 0.5)
    rows = Rows("r", "g_r")
    for grid in grids(df):
        window = window_of(df, grid, sides, arena)
        chance = np.full(bins, np.nan)
        if window is not None:
            chance = 2 * np.pi * r * dr / window.area * pair_share(window, r)
        chance[~(chance > 0)] = np.nan
        for at in instants(grid):
            n = len(at.xy)
            _, _, offset = pairs(at.xy, r_max, sides)
            which = (np.hypot(*offset.T) / dr).astype(int)
            count = np.bincount(which[which < bins], minlength=bins)
            rows.add(
                at.key, r=r, g_r=count / (0.5 * n * (n - 1) * chance) if n > 1 else np.full(bins, np.nan)
            )
    return rows.frame()


@one_thread()
def structure_factor(
    df: pd.DataFrame, grid_nx: int = 128, grid_ny: int = 128, *, box: Any = None, arena: Any = None
) -> pd.DataFrame:
    """``S_k`` = |Σ exp(−i k·r)|²/N at the wave vectors that fit the window, k = 2π(nx/a, ny/b) with |nx| < grid_nx/2 and
    |ny| < grid_ny/2, averaged over rings of ``k`` (rad/mm) that are 2π/max(a, b) wide: ``bin_count`` vectors in each.

    1 for the ideal gas (Hawat et al. 2023 on why only these vectors). The sum is exact: no grid blurs the places. In arenas
    that are not rectangles the first rings show the arena's shape.
    """
    sides = box_of(df, box)
    half = grid_nx // 2, grid_ny // 2
    rows = Rows("k", "S_k", "bin_count")
    for grid in grids(df):
        window = window_of(df, grid, sides, arena)
        if window is None:
            continue
        rings = _rings(window.sides, *half)
        for at in instants(grid):
            if len(at.xy) > 1:
                power = _power(2 * np.pi * (at.xy - window.low) / window.sides, *half) / len(at.xy)
                total = np.bincount(rings.of, power.ravel()[rings.inside], minlength=len(rings.count))
                rows.add(
                    at.key,
                    k=rings.k,
                    S_k=total[rings.some] / rings.count[rings.some],
                    bin_count=rings.count[rings.some],
                )
    return rows.frame()


def number_fluctuation_exponent(
    df: pd.DataFrame, n_scales: int = 6, samples_per_scale: int = 128, *, box: Any = None, arena: Any = None
) -> pd.DataFrame:
    """``alpha_number_fluct``: α in σ(N) ∝ ⟨N⟩^α, from square windows of n_scales sizes, the largest half as wide as the
    domain, at samples_per_scale places each. 1/2 if robots lie at random, more for giant fluctuations, less if they keep apart.

    ⟨N⟩ is the window's share s of the area times the number of robots, σ² = ⟨(N − ⟨N⟩)²⟩/(1 − s), which undoes that the
    domain's own number is fixed. Places are a Halton sequence, so the result is repeatable. NaN with fewer than 8 robots.
    """
    sides = box_of(df, box)
    places = qmc.Halton(d=2, scramble=False).random(4 * samples_per_scale)
    rows = Rows("alpha_number_fluct")
    for grid in grids(df):
        window = window_of(df, grid, sides, arena)
        windows = [] if window is None else list(_windows(window, grid, n_scales, places, samples_per_scale))
        for at in instants(grid):
            rows.add(at.key, alpha_number_fluct=_exponent(at.xy, windows, sides))
    return rows.frame()


class _Rings(NamedTuple):
    inside: np.ndarray  # which of the wave vectors lie in a ring
    of: np.ndarray  # the ring of each
    count: np.ndarray  # vectors in each ring
    some: np.ndarray  # rings that have any
    k: np.ndarray  # rad/mm, mean of each of these


def _rings(window: np.ndarray, mx: int, my: int) -> _Rings:
    nx, ny = np.arange(-mx + 1, mx), np.arange(-my + 1, my)
    k = np.hypot(*np.meshgrid(2 * np.pi * nx / window[0], 2 * np.pi * ny / window[1], indexing="ij")).ravel()
    width = 2 * np.pi / window.max()
    largest = 2 * np.pi * min((mx - 1) / window[0], (my - 1) / window[1])
    inside = np.flatnonzero((k > 0) & (k <= largest * (1 + 1e-12)))
    of = np.round(k[inside] / width).astype(int)
    count = np.bincount(of)
    some = count > 0
    return _Rings(inside, of, count, some, np.bincount(of, k[inside])[some] / count[some])


def _power(phase: np.ndarray, mx: int, my: int) -> np.ndarray:
    """|Σ exp(−i (nx φx + ny φy))|² for all nx and ny."""
    along_x = np.exp(-1j * np.arange(-mx + 1, mx)[:, None] * phase[:, 0])
    along_y = np.exp(-1j * phase[:, 1, None] * np.arange(-my + 1, my))
    return np.abs(along_x @ along_y) ** 2


def _windows(window: Window, grid: Grid, n_scales: int, places: np.ndarray, wanted: int) -> Iterator[tuple]:
    """Squares of several sizes: their centres, half their side, and their share of the window's area."""
    robots = max(1.0, float(np.isfinite(grid.x).sum(axis=1).mean()))
    largest = _LARGEST_SIDE * float(window.sides.min())
    smallest = min(np.sqrt(window.area / robots), 0.5 * largest)
    for side in np.geomspace(smallest, largest, n_scales):
        half = 0.5 * side
        centres = window.low + places * window.sides
        if window.polygon is not None:
            squares = shapely.box(*(centres - half).T, *(centres + half).T)
            centres = centres[shapely.contains(window.polygon, squares)]
        if len(centres) > 1:
            yield centres[:wanted], half, side**2 / window.area


def _exponent(xy: np.ndarray, windows: list[tuple], sides: np.ndarray | None) -> float:
    if len(xy) < _FEWEST_ROBOTS:
        return np.nan
    index = tree(xy, sides)
    counts = [
        index.query_ball_point(centres, half, p=np.inf, return_length=True) for centres, half, _ in windows
    ]
    shares = np.array([share for _, _, share in windows])
    mean = len(xy) * shares
    variance = np.array([np.mean((n - expected) ** 2) for n, expected in zip(counts, mean)])
    deviation = np.sqrt(variance / (1.0 - shares))
    known = (mean > 0) & (deviation > 0)
    if known.sum() < 2:
        return np.nan
    return float(np.polyfit(np.log(mean[known]), np.log(deviation[known]), 1)[0])
