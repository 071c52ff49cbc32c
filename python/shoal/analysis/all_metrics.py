"""The metrics of active matter at once, by the names that users' scripts know."""

from __future__ import annotations

from typing import Any

import pandas as pd

from shoal.analysis.clusters import largest_cluster_fraction
from shoal.analysis.flow import milling_metrics, vortex_field_metrics
from shoal.analysis.motion import effective_temperature_ratio
from shoal.analysis.order import (
    alignment_correlation,
    alignment_correlation_length,
    local_pairwise_alignment,
    vicsek_local_polar_order,
    vicsek_polar_order,
)
from shoal.analysis.structure import (
    bond_orientational_order,
    number_fluctuation_exponent,
    radial_distribution_function,
    structure_factor,
)


def compute_all_metrics(
    df: pd.DataFrame,
    *,
    rc_bond: float,
    rc_cluster: float,
    gr_rmax: float = 200.0,
    gr_dr: float = 2.0,
    S_grid_nx: int = 128,
    S_grid_ny: int = 128,
    v2_ref: float | None = None,
    psi_k: int = 6,
    vort_nx: int = 64,
    vort_ny: int = 64,
    milling_center: str = "cm",
    aligncorr_rmax: float = 200.0,
    aligncorr_dr: float = 2.0,
    box: Any = None,
) -> dict[str, pd.DataFrame]:
    """A table for each of polar_order, local_polar(_dist), local_pair_align(_dist), align_corr, align_corr_len, psi_k,
    largest_cluster, g_r, S_k, number_fluct, Teff_ratio (if ``v2_ref`` is given), vortex_summary, vortex_field_dist, milling.

    ``rc_bond`` (mm) is the reach of neighbours for local order and ψ_k, ``rc_cluster`` (mm) that of clusters.
    """
    correlation = alignment_correlation(df, r_max=aligncorr_rmax, dr=aligncorr_dr, box=box)
    found = {
        "polar_order": vicsek_polar_order(df),
        "local_polar": vicsek_local_polar_order(df, rc_bond, box=box),
        "local_polar_dist": vicsek_local_polar_order(df, rc_bond, distribution=True, box=box),
        "local_pair_align": local_pairwise_alignment(df, rc_bond, box=box),
        "local_pair_align_dist": local_pairwise_alignment(df, rc_bond, distribution=True, box=box),
        "align_corr": correlation,
        "align_corr_len": alignment_correlation_length(correlation, dr=aligncorr_dr),
        "psi_k": bond_orientational_order(df, rc_bond, psi_k, box=box),
        "largest_cluster": largest_cluster_fraction(df, rc_cluster, box=box),
        "g_r": radial_distribution_function(df, gr_rmax, gr_dr, box=box),
        "S_k": structure_factor(df, S_grid_nx, S_grid_ny, box=box),
        "number_fluct": number_fluctuation_exponent(df, box=box),
        "vortex_summary": vortex_field_metrics(df, vort_nx, vort_ny, box=box),
        "vortex_field_dist": vortex_field_metrics(df, vort_nx, vort_ny, distribution=True, box=box),
        "milling": milling_metrics(df, center_mode=milling_center, box=box),
    }
    if v2_ref is not None:
        found["Teff_ratio"] = effective_temperature_ratio(df, v2_ref, box=box)
    return found
