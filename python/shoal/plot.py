"""A report on a log: ``shoal plot LOG [-o DIR]``, or ``python -m shoal.plot``.

Writes DIR/report.html, which holds everything, and DIR/figures/*.png and *.pdf: paths, heat map, distributions, mean squared
displacement, order and neighbours over time, structure, network. Functions: main, report.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import yaml

from shoal import analysis
from shoal.report import charts, command, maps, page, style
from shoal.report.source import Source, fewer_robots, open_log

_MOST_ROWS = 500_000  # for the medians of speed and turning


def main(argv: list[str] | None = None) -> int:
    """Runs the command with these words; its exit status."""
    return command.run("shoal plot", lambda: _act(sys.argv[1:] if argv is None else argv))


def report(log: str, directory: str | Path | None = None) -> Path:
    """Writes the report on a log, beside it if no directory is given; the path of its page."""
    target = Path(directory) if directory is not None else Path(log).with_name(f"{Path(log).stem}_report")
    source = open_log(log)
    with style.styled():
        sections = _sections(source)
        scenario = yaml.safe_dump(
            source.metadata.get("configuration") or {}, sort_keys=False, allow_unicode=True
        )
        return page.write(
            target,
            "report.html",
            "/".join(Path(log).resolve().parts[-3:]).lstrip("/"),
            _about(source),
            _facts(source),
            sections,
            page.details("Scenario", scenario),
        )


def _act(argv: list[str]) -> None:
    parser = command.Parser(
        prog="shoal plot", description="Writes a report on a log: a page, and figures as PNG and PDF."
    )
    parser.add_argument("log", help="Feather file of a run, or of a batch of runs")
    parser.add_argument("-o", "--output-dir", help="where to write; LOG_report beside the log if not given")
    options = parser.parse_args(argv)
    print(report(options.log, options.output_dir))


def _sections(source: Source) -> list[page.Section]:
    reach = f"{source.reach:g} mm"
    return [
        page.Section("trajectories", "Paths", "Older parts are fainter; an open dot is a start, a full one an end."
                     + _which_run(source), maps.trajectories(source), narrow=True),
        page.Section("heat_map", "Where robots were", "Share of the robots' time, over all of the log.", maps.heat_map(source), narrow=True),
        page.Section("distributions", "Speeds, turning, neighbours", "Between successive rows of a robot; neighbours have their centre within "
                     f"{reach}.", charts.distributions(source)),
        page.Section("msd", "Mean squared displacement", "Each robot (grey) and all of them (blue). Slope 2 is straight motion, slope 1 a random walk.",
                     charts.displacement(source)),
        page.Section("order", "Order over time", "Mean of the runs; the band holds nine tenths of them. Each is 1 if perfect. "
                     f"Neighbours are within {reach}.", charts.order_over_time(source)),
        page.Section("neighbours", "Neighbours over time", "Numbers and distances of neighbours, and how well the largest connected component hangs "
                     "together (algebraic connectivity λ₂).", charts.neighbours_over_time(source)),
        page.Section("structure", "Structure", "Last third of the run. Dashed: robots at random.", charts.structure(source)),
        page.Section("network", "Communication network", f"Links join robots within {reach}; the largest component is blue." + _which_run(source),
                     maps.network(source)),
    ]  # fmt: skip


def _which_run(source: Source) -> str:
    return " The first run of the log." if {"run", "arena_file"} & set(source.robots) else ""


def _about(source: Source) -> str:
    robots = source.robots
    runs = (
        robots.groupby([name for name in ("arena_file", "run") if name in robots]).ngroups
        if "run" in robots
        else 1
    )
    domain = "periodic domain" if source.box is not None else "walled arena"
    if not source.metadata.get("arena_polygons"):
        domain = "arena unknown"
    return f"{runs} run{'s' if runs > 1 else ''}, {len(robots):,} rows of robots, {domain}."


def _facts(source: Source) -> list[page.Fact]:
    first = source.robots[source.robots["time"] == source.robots["time"].min()]
    keys = [name for name in ("arena_file", "run") if name in first]
    count = first.groupby(keys).size().mean() if keys else len(first)
    motion = analysis.locomotion(fewer_robots(source.robots, _MOST_ROWS))
    order = analysis.vicsek_polar_order(source.sampled)["P_polar"].mean()
    fano = analysis.compute_fano_over_time(source.sampled, communication_radius=source.reach)
    return [
        page.Fact("robots", f"{count:g}"),
        page.Fact("duration", f"{np.ptp(source.robots['time'].to_numpy(float)):.4g}", "s"),
        page.Fact("speed v, median", f"{motion['v'].median():.3g}", "mm/s"),
        page.Fact("turning Ω, median", f"{motion['Omega'].median():.3g}", "rad/s"),
        page.Fact("polar order, mean", f"{order:.2f}"),
        page.Fact("neighbours, mean", f"{fano['mean_degree'].mean():.3g}"),
    ]


if __name__ == "__main__":
    sys.exit(main())
