"""The page of a search: one HTML file, interactive, with everything in it."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from shoal.command_line import Mistake
from shoal.optimize.domain import VarSpec
from shoal.optimize.evaluations import Entry
from shoal.optimize.pictures import grid
from shoal.optimize.results import front_of
from shoal.report import page as report
from shoal.report import style

try:
    import plotly.graph_objects as go
    from plotly.offline import get_plotlyjs
except ModuleNotFoundError:
    raise Mistake("the report needs the package plotly: pip install 'shoal[optimize]'") from None

if TYPE_CHECKING:
    from shoal.optimize.search import Found, Options

_CONFIG = {"displaylogo": False, "responsive": True}
_MOST_AXES = 12  # of the parallel coordinates


def write(
    path: Path, found: Found, specs: Sequence[VarSpec], options: Options, about: dict[str, Any], archive: Any
) -> None:
    worked = [entry for entry in found.entries if not entry.score.failed]
    several = len(found.chosen.score.fitness) > 1
    sections = []
    if several:
        sections.append(("Front", "Blue: no other is better in one objective and as good in the rest. Ringed: the one of "
                         "best_config.yaml.", _front(found, worked)))  # fmt: skip
    if archive is not None and len(archive.dims) == 2:
        sections.append(("Archive", "The best of each kind: one cell, one elite.", _archive(archive, worked)))
    sections.append(("Convergence", "Dots are evaluations, with 95 % intervals where there are several runs; the line is the "
                     "best so far." + _failures(about), _convergence(found.entries, worked)))  # fmt: skip
    sections.append(
        (
            "Variables",
            "Each line is an evaluation; drag along an axis to choose some.",
            _parallel(specs, worked),
        )
    )
    body = [
        f"<h1>{html.escape(_title(options))}</h1><p>{html.escape(_about(about))}</p>",
        _facts(found, about),
    ]
    body += [_section(*section) for section in sections]
    body.append(report.details("summary.json", json.dumps(about, indent=2)))
    script = f"<script>{get_plotlyjs()}</script>"
    path.write_text(report.whole(_title(options), script + "\n".join(body)), encoding="utf-8")


def _title(options: Options) -> str:
    return f"{Path(options.config).name}, {options.optimizer}"


def _about(about: dict[str, Any]) -> str:
    return (
        f"{about['evaluations']} evaluations of {about['runs']} run(s) over {len(about['variables'])} variable(s), seed "
        f"{about['seed']}."
    )


def _failures(about: dict[str, Any]) -> str:
    return f" Crosses: {about['failures']} that failed." if about["failures"] else ""


def _facts(found: Found, about: dict[str, Any]) -> str:
    score = found.chosen.score
    between = f"± {score.half[0]:.3g}" if score.half else ""
    facts = [
        report.Fact("best fitness" if len(score.fitness) == 1 else "objectives", ", ".join(f"{f:.6g}" for f in score.fitness), between),
        report.Fact("at evaluation", str(about["best_eval"])),
    ]  # fmt: skip
    if "coverage" in about:
        facts.append(report.Fact("elites", str(about["elites"]), f"of {about['cells']} cells"))
    facts += [
        report.Fact(path.rpartition(".")[2], _short(value)) for path, value in found.chosen.values.items()
    ]
    return report.list_of_facts(facts)


def _short(value: Any) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def _section(title: str, text: str, figure: go.Figure) -> str:
    figure.update_layout(
        template="plotly_white", margin={"l": 60, "r": 20, "t": 10, "b": 50}, font={"color": style.INK}
    )
    drawn = figure.to_html(full_html=False, include_plotlyjs=False, config=_CONFIG, div_id=title.lower())
    return f"<section><h2>{html.escape(title)}</h2><p>{html.escape(text)}</p>{drawn}</section>"


def _hover(entries: Sequence[Entry]) -> list[str]:
    return [
        f"evaluation {entry.index + 1}<br>fitness {', '.join(f'{f:.6g}' for f in entry.score.fitness)}<br>"
        + "<br>".join(
            f"{html.escape(path)} = {html.escape(_short(value))}" for path, value in entry.values.items()
        )
        for entry in entries
    ]


def _convergence(entries: Sequence[Entry], worked: Sequence[Entry]) -> go.Figure:
    number = [entry.index + 1 for entry in worked]
    fitness = np.array([entry.score.fitness[0] for entry in worked])
    half = [entry.score.half[0] if entry.score.half else 0.0 for entry in worked]
    bars = {"type": "data", "array": half, "thickness": 1, "width": 0} if any(half) else None
    figure = go.Figure()
    figure.add_scatter(x=number, y=fitness, error_y=bars, mode="markers", text=_hover(worked), hoverinfo="text",
                       marker={"color": style.FAINT, "size": 7}, name="evaluations")  # fmt: skip
    end, best = entries[-1].index + 1, np.maximum.accumulate(fitness)
    figure.add_scatter(x=[*number, end], y=[*best, best[-1]], mode="lines", line={"color": style.COLOURS[0], "shape": "hv"},
                       name="best so far", hoverinfo="skip")  # fmt: skip
    failed = [entry for entry in entries if entry.score.failed]
    if failed:
        figure.add_scatter(x=[entry.index + 1 for entry in failed], y=[float(fitness.min())] * len(failed), mode="markers",
                           text=[html.escape(entry.score.failure) for entry in failed], hoverinfo="text", name="failed",
                           marker={"color": style.COLOURS[1], "symbol": "x", "size": 8})  # fmt: skip
    figure.update_layout(
        height=420, xaxis_title="evaluation", yaxis_title="fitness", legend={"orientation": "h", "y": 1.08}
    )
    return figure


def _archive(archive: Any, worked: Sequence[Entry]) -> go.Figure:
    values = grid(archive)
    words = np.full(archive.dims, "", dtype=object)
    data = archive.data()
    by_place = {entry.u: text for entry, text in zip(worked, _hover(worked))}
    cells = archive.int_to_grid_index(data["index"])
    for cell, place, features in zip(cells, data["solution"], data["measures"]):
        shown = ", ".join(f"{feature:.4g}" for feature in features)
        words[tuple(cell)] = f"{by_place[tuple(place)]}<br>features {shown}"
    x, y = ((edges[:-1] + edges[1:]) / 2 for edges in archive.boundaries)
    figure = go.Figure(go.Heatmap(x=x, y=y, z=values, text=words.T, hoverinfo="text", colorscale="Viridis",
                                  colorbar={"title": "fitness"}))  # fmt: skip
    figure.update_layout(height=560, xaxis_title="feature 1", yaxis_title="feature 2")
    return figure


def _front(found: Found, worked: Sequence[Entry]) -> go.Figure:
    front = sorted(front_of(worked), key=lambda entry: entry.score.fitness)
    figure = go.Figure()
    for name, entries, colour, size in (
        ("evaluations", worked, style.FAINT, 5),
        ("front", front, style.COLOURS[0], 9),
    ):
        x, y = zip(*(entry.score.fitness[:2] for entry in entries))
        figure.add_scatter(x=x, y=y, mode="markers", text=_hover(entries), hoverinfo="text", name=name,
                           marker={"color": colour, "size": size})  # fmt: skip
    x, y = found.chosen.score.fitness[:2]
    figure.add_scatter(x=[x], y=[y], mode="markers", hoverinfo="skip", name="best_config.yaml",
                       marker={"color": style.COLOURS[1], "size": 16, "symbol": "circle-open", "line": {"width": 2}})  # fmt: skip
    figure.update_layout(
        height=480,
        xaxis_title="objective 1",
        yaxis_title="objective 2",
        legend={"orientation": "h", "y": 1.08},
    )
    return figure


def _parallel(specs: Sequence[VarSpec], worked: Sequence[Entry]) -> go.Figure:
    fitness = [entry.score.fitness[0] for entry in worked]
    axes = [_axis(spec, worked) for spec in specs[:_MOST_AXES]] + [{"label": "fitness", "values": fitness}]
    line = {"color": fitness, "colorscale": "Viridis", "showscale": True}
    figure = go.Figure(go.Parcoords(dimensions=axes, line=line))
    figure.update_layout(height=420)
    return figure


def _axis(spec: VarSpec, worked: Sequence[Entry]) -> dict[str, Any]:
    label, values = spec.path.rpartition(".")[2], [entry.values[spec.path] for entry in worked]
    if spec.kind != "categorical":
        return {"label": label, "values": values, "range": [spec.low, spec.high]}
    names = [str(choice) for choice in spec.choices]
    places = [names.index(str(value)) for value in values]
    return {"label": label, "values": places, "tickvals": list(range(len(names))), "ticktext": names}
