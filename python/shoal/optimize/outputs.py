"""The files that a search leaves: history, best scenario and table, archive or front, and a page to look at them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from shoal.batch.scenarios import dump
from shoal.optimize.domain import set_optimized_values_in_config
from shoal.optimize.evaluation import confidence
from shoal.optimize.methods import add_to_archive, new_archive
from shoal.optimize.study import Evaluation, Study, best_so_far, front
from shoal.report.style import styled

_DPI = 150


def write_all(
    folder: Path, study: Study, config: dict[str, Any], names: list[str], confirmed: tuple[float, ...]
) -> None:
    """``names``: of the objectives, if they have any."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_history(folder / "opt_history.csv", study)
    _write_summary(folder / "summary.json", study, confirmed)
    best = study.best()
    if best is None:
        return
    (folder / "best_config.yaml").write_text(dump(set_optimized_values_in_config(config, best.values)))
    _draw_convergence(folder / "fitness_vs_eval.png", study)
    figures = [_convergence_page(study), _variables_page(study)]
    if study.method == "mapelites":
        elites = elites_of(study)
        _write_table(folder / "archive.csv", elites, "feature", lambda e: e.result.score.features)
        if len(study.settings.qd_shape) == 2:
            _draw_archive(folder / "archive.png", study)
            figures.insert(0, _archive_page(study, elites))
    elif len(best.result.score.fitness) > 1:
        solutions = front(study.history)
        titles = names or [f"objective {i + 1}" for i in range(len(best.result.score.fitness))]
        _write_table(folder / "front.csv", solutions, "objective", lambda e: e.result.score.fitness)
        figures.insert(0, _front_page(study, solutions, titles))
    _write_page(folder / "report.html", figures)


def elites_of(study: Study) -> list[Evaluation]:
    """The best evaluation of each cell of the grid of features."""
    cells: dict[tuple[int, ...], Evaluation] = {}
    for evaluation in study.history:
        if evaluation.failed:
            continue
        cell = _cell(study, evaluation)
        if cell not in cells or evaluation.fitness > cells[cell].fitness:
            cells[cell] = evaluation
    return [cells[cell] for cell in sorted(cells)]


def _cell(study: Study, evaluation: Evaluation) -> tuple[int, ...]:
    place = []
    for value, cells, (low, high) in zip(
        evaluation.result.score.features, study.settings.qd_shape, study.settings.ranges()
    ):
        place.append(int(np.clip((value - low) / (high - low) * cells, 0, cells - 1)))
    return tuple(place)


def _write_history(file: Path, study: Study) -> None:
    with open(file, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["eval", "fitness", "best_so_far", "u_internal", "values", "timestamp", "ci95_low", "ci95_high",
                         "objectives", "features", "problem"])  # fmt: skip
        for evaluation, best in zip(study.history, best_so_far(study.history)):
            score = evaluation.result.score
            writer.writerow([evaluation.number, evaluation.fitness, best, json.dumps(evaluation.u),
                             json.dumps(evaluation.values), evaluation.timestamp, *evaluation.result.interval(),
                             json.dumps(score.fitness), json.dumps(score.features), score.problem])  # fmt: skip


def _write_summary(file: Path, study: Study, confirmed: tuple[float, ...]) -> None:
    best = study.best()
    summary: dict[str, Any] = {
        "optimizer": study.method,
        "seed": study.settings.seed,
        "max_evals": study.settings.max_evals,
        "evaluations": len(study.history),
        "failed": sum(evaluation.failed for evaluation in study.history),
        "best_eval": best.number if best else None,
        "best_fitness": best.fitness if best else None,
        "best_values": best.values if best else None,
        "best_ci95": _interval(best.result.by_run) if best else None,
        "confirmed": {"runs": len(confirmed), "mean": float(np.mean(confirmed)), "ci95": _interval(confirmed)}
        if confirmed
        else None,
        "seconds": round(study.seconds, 3),
        "seconds_outside_evaluations": round(study.seconds - study.evaluation_seconds, 3),
    }
    if study.method == "mapelites" and best:
        archive = new_archive(study.settings, len(study.specs))
        add_to_archive(archive, [e.u for e in study.history], [e.result.score for e in study.history])
        summary["archive"] = {"shape": list(study.settings.qd_shape), "elites": int(archive.stats.num_elites),
                              "coverage": float(archive.stats.coverage)}  # fmt: skip
    elif best and len(best.result.score.fitness) > 1:
        summary["front"] = [{"eval": e.number, "objectives": e.result.score.fitness, "values": e.values}
                            for e in front(study.history)]  # fmt: skip
    file.write_text(json.dumps(summary, indent=2) + "\n")


def _interval(values: tuple[float, ...]) -> list[float] | None:
    return list(confidence(values)) if len(values) > 1 else None


def _write_table(file: Path, evaluations: list[Evaluation], what: str, numbers) -> None:
    with open(file, "w", newline="") as out:
        writer = csv.writer(out)
        count = len(numbers(evaluations[0]))
        writer.writerow(
            ["eval", "fitness", *(f"{what}_{i + 1}" for i in range(count)), *evaluations[0].values]
        )
        for evaluation in evaluations:
            writer.writerow(
                [evaluation.number, evaluation.fitness, *numbers(evaluation), *evaluation.values.values()]
            )


def _draw_convergence(file: Path, study: Study) -> None:
    good = [evaluation for evaluation in study.history if not evaluation.failed]
    with styled():
        figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
        intervals = np.array([e.result.interval() for e in good])
        fitness = np.array([e.fitness for e in good])
        shown = ~np.isnan(intervals[:, 0])
        numbers = np.array([e.number + 1 for e in good])
        axes.vlines(numbers[shown], *intervals[shown].T, color="C0", alpha=0.35, lw=2)
        axes.plot(
            numbers,
            fitness,
            "o",
            ms=4,
            color="C0",
            label="evaluation, 95 % interval" if shown.any() else "evaluation",
        )
        axes.step(
            range(1, len(study.history) + 1),
            best_so_far(study.history),
            where="post",
            color="C1",
            label="best so far",
        )
        axes.set(xlabel="evaluation", ylabel="fitness")
        axes.legend(frameon=False)
        figure.savefig(file, dpi=_DPI)
        plt.close(figure)


def _draw_archive(file: Path, study: Study) -> None:
    (low_x, high_x), (low_y, high_y) = study.settings.ranges()
    with styled():
        figure, axes = plt.subplots(figsize=(5.5, 4.5), layout="constrained")
        image = axes.imshow(_grid(study).T, origin="lower", extent=(low_x, high_x, low_y, high_y), aspect="auto",
                            cmap="viridis")  # fmt: skip
        axes.set(xlabel="feature 1", ylabel="feature 2")
        figure.colorbar(image, label="fitness")
        figure.savefig(file, dpi=_DPI)
        plt.close(figure)


def _grid(study: Study) -> np.ndarray:
    grid = np.full(study.settings.qd_shape, np.nan)
    for elite in elites_of(study):
        grid[_cell(study, elite)] = elite.fitness
    return grid


# ---- the page ----


def _label(evaluation: Evaluation) -> str:
    lines = [f"evaluation {evaluation.number}", f"fitness {evaluation.fitness:.6g}"]
    low, high = evaluation.result.interval()
    if low == low:  # no NaN
        lines.append(f"95 % of runs' mean: {low:.6g} to {high:.6g}")
    return "<br>".join(lines + [f"{path} = {_short(value)}" for path, value in evaluation.values.items()])


def _short(value: Any) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def _convergence_page(study: Study) -> Any:
    import plotly.graph_objects as go

    good = [evaluation for evaluation in study.history if not evaluation.failed]
    figure = go.Figure(layout={"title": "Convergence", "xaxis_title": "evaluation", "yaxis_title": "fitness"})
    figure.add_scatter(x=[e.number for e in good], y=[e.fitness for e in good], mode="markers", name="evaluations",
                       text=[_label(e) for e in good], hoverinfo="text")  # fmt: skip
    figure.add_scatter(x=list(range(len(study.history))), y=best_so_far(study.history), mode="lines", name="best so far",
                       line_shape="hv")  # fmt: skip
    return figure


def _variables_page(study: Study) -> Any:
    """Every evaluation as a line through its variables: which of them matter shows in the colours."""
    import plotly.graph_objects as go

    good = [evaluation for evaluation in study.history if not evaluation.failed]
    dimensions = [
        {"label": spec.path.rsplit(".", 1)[-1], "values": [e.u[i] for e in good], "range": [0, 1],
         "tickvals": [0, 0.5, 1], "ticktext": [_short(spec.decode(u)) for u in (0, 0.5, 1)]}
        for i, spec in enumerate(study.specs)
    ]  # fmt: skip
    fitness = [e.fitness for e in good]
    dimensions.append({"label": "fitness", "values": fitness})
    figure = go.Figure(
        go.Parcoords(
            line={"color": fitness, "colorscale": "Viridis", "showscale": True}, dimensions=dimensions
        )
    )
    return figure.update_layout(title="Variables")


def _archive_page(study: Study, elites: list[Evaluation]) -> Any:
    import plotly.graph_objects as go

    texts = np.full(study.settings.qd_shape, "", dtype=object)
    for elite in elites:
        texts[_cell(study, elite)] = _label(elite)
    (low_x, high_x), (low_y, high_y) = study.settings.ranges()
    columns, rows = study.settings.qd_shape
    figure = go.Figure(go.Heatmap(
        z=_grid(study).T, text=texts.T, hoverinfo="text", colorscale="Viridis", colorbar_title="fitness",
        x=low_x + (np.arange(columns) + 0.5) / columns * (high_x - low_x),
        y=low_y + (np.arange(rows) + 0.5) / rows * (high_y - low_y),
    ))  # fmt: skip
    return figure.update_layout(
        title="Archive: the best of each cell", xaxis_title="feature 1", yaxis_title="feature 2"
    )


def _front_page(study: Study, solutions: list[Evaluation], titles: list[str]) -> Any:
    import plotly.graph_objects as go

    good = [evaluation for evaluation in study.history if not evaluation.failed]
    figure = go.Figure(layout={"title": "Front", "xaxis_title": titles[0], "yaxis_title": titles[1]})
    for some, name in ((good, "evaluations"), (solutions, "front")):
        figure.add_scatter(x=[e.result.score.fitness[0] for e in some], y=[e.result.score.fitness[1] for e in some],
                           mode="markers", name=name, text=[_label(e) for e in some], hoverinfo="text")  # fmt: skip
    return figure


def _write_page(file: Path, figures: list[Any]) -> None:
    """One file with everything in it."""
    parts = []
    for i, figure in enumerate(figures):
        figure.update_layout(template="plotly_white", height=520)
        parts.append(figure.to_html(full_html=False, include_plotlyjs=i == 0))
    file.write_text("<!doctype html><meta charset='utf-8'><title>Optimisation</title>"
                    f"<body style='max-width:1080px;margin:auto'>{''.join(parts)}</body>")  # fmt: skip
