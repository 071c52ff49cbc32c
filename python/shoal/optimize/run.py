"""From a request to a finished search and its files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.batch.controllers import Controller
from shoal.batch.engine import Engine
from shoal.batch.scenarios import dump
from shoal.batch.state import State, digest_of_file
from shoal.command_line import Mistake
from shoal.optimize.domain import discover_optimization_domains
from shoal.optimize.evaluation import Evaluator
from shoal.optimize.methods import Settings
from shoal.optimize.objectives import DEFAULT_OBJECTIVE, load_objective
from shoal.optimize.study import Notes, Study

_NOTES = "evaluations.jsonl"
_BEST = "best_results.feather"


@dataclass(frozen=True)
class Request:
    """A search. ``confirm``: runs of the best point with new seeds at the end."""

    config: dict[str, Any]
    origin: Path
    controller: Controller
    method: str = "cmaes"
    settings: Settings = Settings()  # noqa: RUF009 (frozen)
    objective: str | None = None
    objective_func: str = DEFAULT_OBJECTIVE
    runs: int = 1
    temp_base: Path = Path("tmp_opt")
    output_dir: Path = Path("opt_out")
    jobs: int | None = None
    cluster: str | None = None
    retries: int = 5
    time_limit: float | None = None
    keep_temp: bool = False
    resume: bool = False
    confirm: int = 0

    def identity(self) -> list[str]:
        """What must agree for one search to go on with the notes of another. The budget may grow."""
        objective = Path(self.objective).read_text() if self.objective else ""
        settings = {key: value for key, value in vars(self.settings).items() if key != "max_evals"}
        return ["optimize", dump(self.config), digest_of_file(self.controller.path), objective, self.objective_func,
                self.method, repr(sorted(settings.items())), str(self.runs), str(self.output_dir.absolute())]  # fmt: skip


def optimize(request: Request) -> Study:
    """Searches, and writes what was found to ``request.output_dir``. Mistake if something asked for makes no sense."""
    specs = discover_optimization_domains(request.config)
    if not specs:
        raise Mistake(f"{request.origin}: nothing to optimise: no key has an optimization_domain")
    goal = load_objective(request.objective, request.objective_func)
    state = State(request.temp_base, request.identity(), request.resume)
    complete = False
    try:
        notes = Notes(request.output_dir / _NOTES, request.identity(), request.resume)
        with Engine(request.jobs, request.cluster) as engine:
            evaluator = Evaluator(
                request.config, request.origin, request.controller, goal, request.runs, state, engine, request.retries,
                request.time_limit, request.keep_temp, request.method == "mapelites", request.output_dir / _BEST,
            )  # fmt: skip
            if not notes.evaluations:
                (request.output_dir / _BEST).unlink(missing_ok=True)
            for evaluation in notes.evaluations:
                evaluator.has_best(evaluation.fitness)
            study = Study(request.method, specs, request.settings, evaluator, notes)
            study.run()
            best = study.best()
            confirmed = (
                evaluator.confirm(len(study.history), best.values, request.confirm)
                if best and request.confirm
                else ()
            )
        notes.close()
        from shoal.optimize.outputs import write_all  # drawing takes a second to load

        write_all(request.output_dir, study, request.config, goal.names, confirmed)
        complete = True
        return study
    finally:
        state.release(keep=request.keep_temp or not complete)
