"""Measures of collectives: functions over the table of a run, or of many, that give tables.

They take a DataFrame in the log's columns (``time`` s, ``robot_id``, ``x``, ``y`` mm, ``angle`` rad; ``robot_category``, ``arena_file``
and ``run`` where present) and give one keyed by whichever of arena_file, run and time there are. Rows without a place and parts of
membranes do not count. Distances are those of the log's domain: periodic if its scenario says so; ``box=`` says otherwise.

    motion      compute_instantaneous_speeds, summarize_speed_stats, estimate_velocities, effective_temperature_ratio,
                locomotion
    displacement  mean_squared_displacement, compute_msd_per_agent, compute_peclet
    order       vicsek_polar_order, vicsek_local_polar_order, local_pairwise_alignment, alignment_correlation,
                alignment_correlation_length
    structure   bond_orientational_order, radial_distribution_function, structure_factor, number_fluctuation_exponent
    clusters    largest_cluster_fraction, clusters
    flow        vortex_field_metrics, milling_metrics
    neighbours  interindividual_distance_knn_over_time, degrees, compute_fano_over_time, neighbor_degree_histogram,
                neighbor_radius
    coverage    compute_voronoi_metrics, voronoi_areas, compute_cv_mean_across_arenas_over_time
    network     instantaneous_eigs, time_averaged_eigs, communication_graph

``compute_all_metrics`` runs those of active matter at once.
"""

from shoal.analysis.all_metrics import compute_all_metrics
from shoal.analysis.clusters import clusters, largest_cluster_fraction
from shoal.analysis.coverage import (
    compute_cv_mean_across_arenas_over_time,
    compute_voronoi_metrics,
    voronoi_areas,
)
from shoal.analysis.displacement import (
    compute_msd_per_agent,
    compute_peclet,
    mean_squared_displacement,
)
from shoal.analysis.flow import milling_metrics, vortex_field_metrics
from shoal.analysis.frames import bodies
from shoal.analysis.motion import (
    compute_instantaneous_speeds,
    effective_temperature_ratio,
    estimate_velocities,
    locomotion,
    summarize_speed_stats,
)
from shoal.analysis.neighbours import (
    compute_fano_over_time,
    degrees,
    interindividual_distance_knn_over_time,
    neighbor_degree_histogram,
    neighbor_radius,
)
from shoal.analysis.network import communication_graph, instantaneous_eigs, time_averaged_eigs
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

__all__ = [
    "alignment_correlation", "alignment_correlation_length", "bodies", "bond_orientational_order", "clusters",
    "communication_graph", "compute_all_metrics", "compute_cv_mean_across_arenas_over_time", "compute_fano_over_time",
    "compute_instantaneous_speeds", "compute_msd_per_agent", "compute_peclet", "compute_voronoi_metrics", "degrees",
    "effective_temperature_ratio", "estimate_velocities", "instantaneous_eigs", "interindividual_distance_knn_over_time",
    "largest_cluster_fraction", "local_pairwise_alignment", "locomotion", "mean_squared_displacement", "milling_metrics",
    "neighbor_degree_histogram", "neighbor_radius", "number_fluctuation_exponent", "radial_distribution_function",
    "structure_factor", "summarize_speed_stats", "time_averaged_eigs", "vicsek_local_polar_order", "vicsek_polar_order",
    "voronoi_areas", "vortex_field_metrics",
]  # fmt: skip
