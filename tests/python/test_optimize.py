"""Searches: their variables, each method on functions whose optimum is known, going on after an end, and the command."""

from __future__ import annotations

import csv
import json
import math

import numpy as np
import pandas as pd
import pytest
import yaml
from batches import batch_file, modes, run, write  # noqa: F401
from shoal.command_line import Mistake
from shoal.optimize import (
    METHODS,
    Settings,
    VarSpec,
    decode_unit_vector,
    discover_optimization_domains,
    encode_x0_unit,
    fd_polar_order_phi,
    fd_straightness,
    load_objective,
    set_optimized_values_in_config,
    strip_optimization_domains,
)
from shoal.optimize.evaluation import Result, confidence
from shoal.optimize.objectives import Score
from shoal.optimize.outputs import elites_of, write_all
from shoal.optimize.study import Notes, Study, best_so_far, front
from support.running import robots, scenario

CONFIG = {
    "parameters": {
        "steps": {"default_option": 50, "optimization_domain": {"type": "int", "min": 10, "max": 1000}},
        "rate": {"optimization_domain": {"type": "float", "min": 0.01, "max": 100, "log": True, "init": 1.0}},
        "mode": {"batch_options": ["a", "b", "c"], "optimization_domain": {}},
        "fixed": 3,
    },
    "objects": {
        "robots": {
            "batch_hierarchical_options": {
                "name": "drive", "default": "fast",
                "slow": {"speed": 10},
                "fast": {"speed": {"optimization_domain": {"type": "float", "min": 50, "max": 150}}},
            }
        }
    },
}  # fmt: skip
SPEED = "objects.robots.fast.speed"


# ---- variables ----


def test_variables_are_found_with_their_starts():
    specs = discover_optimization_domains(CONFIG)
    assert [(spec.path, spec.kind) for spec in specs] == [
        ("parameters.steps", "int"), ("parameters.rate", "float"), ("parameters.mode", "categorical"),
        ("objects.robots", "categorical"), (SPEED, "float"),
    ]  # fmt: skip
    start = decode_unit_vector(specs, encode_x0_unit(specs))
    assert start == {
        "parameters.steps": 50, "parameters.rate": pytest.approx(1.0), "parameters.mode": "b",
        "objects.robots": "fast", SPEED: pytest.approx(100.0),
    }  # fmt: skip


def test_values_take_the_place_of_domains():
    plain = strip_optimization_domains(CONFIG)
    assert plain["parameters"] == {"steps": 50, "rate": 1.0, "mode": "b", "fixed": 3}
    options = plain["objects"]["robots"]["batch_hierarchical_options"]
    assert options == {"name": "drive", "fast": {"speed": 100.0}}
    slow = set_optimized_values_in_config(
        CONFIG, {"objects.robots": "slow", SPEED: 60.0, "parameters.steps": 7}
    )
    assert slow["objects"]["robots"]["batch_hierarchical_options"] == {"name": "drive", "slow": {"speed": 10}}
    assert slow["parameters"]["steps"] == 7
    assert "optimization_domain" in CONFIG["parameters"]["steps"]  # the original stays


@pytest.mark.parametrize("spec", [
    VarSpec("a", "int", low=-3, high=9),
    VarSpec("a", "float", low=2.5, high=7.0),
    VarSpec("a", "float", low=1e-3, high=1e4, log=True),
    VarSpec("a", "categorical", choices=("x", "y", "z")),
])  # fmt: skip
def test_what_is_decoded_lies_in_the_domain_and_is_encoded_back(spec):
    for u in np.linspace(-0.2, 1.2, 200):
        value = spec.decode(u)
        assert spec.decode(spec.encode(value)) == pytest.approx(value) if spec.kind != "categorical" else True
        assert value in spec.choices if spec.choices else spec.low <= value <= spec.high
    ends = [spec.decode(u) for u in (0.0, 1.0)]
    assert ends == (
        [spec.choices[0], spec.choices[-1]] if spec.choices else pytest.approx([spec.low, spec.high])
    )


def test_a_logarithmic_domain_is_geometric():
    assert VarSpec("a", "float", low=1.0, high=10000.0, log=True).decode(0.5) == pytest.approx(100.0)


@pytest.mark.parametrize(("domain", "named"), [
    ("wide", "optimization_domain"),
    ({"type": "int", "min": 1.5, "max": 3}, "min"),
    ({"type": "int", "min": 5, "max": 3}, "greater"),
    ({"type": "float", "min": 0, "max": 3, "log": True}, "min"),
    ({"type": "float", "min": "x", "max": 3}, "min"),
    ({"type": "float", "max": 3}, "min"),
    ({"type": "complex", "min": 0, "max": 3}, "type"),
    ({"min": 0, "max": 3}, "type"),
    ({"type": "float", "min": 0, "max": 3, "init": 4}, "init"),
    ({"choices": []}, "choices"),
    ({"choices": [1, 2], "init": 3}, "init"),
    ({"type": "int", "min": 0, "max": 3, "step": 1}, "step"),
])  # fmt: skip
def test_a_domain_that_makes_no_sense_is_named(domain, named):
    with pytest.raises(Mistake) as mistake:
        discover_optimization_domains({"parameters": {"a": {"optimization_domain": domain}}})
    assert "parameters.a.optimization_domain" in str(mistake.value)
    assert named in str(mistake.value)


# ---- methods, on functions ----

SQUARE = [VarSpec(name, "float") for name in ("x", "y", "z")]
OPTIMUM = (0.7, 0.2, 0.55)


def bowl(values):
    return -sum((value - best) ** 2 for value, best in zip(values.values(), OPTIMUM))


def study(tmp_path, method, function, max_evals, specs=SQUARE, resume=False, name="notes", **settings):
    def evaluate(first, points):
        return [function(first + i, values) for i, values in enumerate(points)]

    notes = Notes(tmp_path / name, ["test", method], resume)
    return Study(method, specs, Settings(max_evals=max_evals, **settings), evaluate, notes)


def plain(function):
    return lambda number, values: Result(Score((function(values),)))


def with_features(number, values):
    x, y, _ = values.values()
    return Result(Score((bowl(values),), (x, y)))


@pytest.mark.parametrize(("method", "evaluations", "within"), [
    ("cmaes", 150, 0.01), ("de", 600, 0.03), ("bayesian", 120, 0.15), ("random", 300, 0.2), ("nsga2", 400, 0.15),
])  # fmt: skip
def test_a_method_finds_the_optimum_of_a_bowl(tmp_path, method, evaluations, within):
    search = study(tmp_path, method, plain(bowl), evaluations)
    history = search.run()
    assert len(history) == evaluations
    assert math.sqrt(-search.best().fitness) < within
    assert all(0 <= u <= 1 for evaluation in history for u in evaluation.u)


def test_cmaes_begins_anew_until_it_has_the_least_of_rastrigins_hollows(tmp_path):
    def hills(values):
        x = np.array([10.24 * (value - best) for value, best in zip(values.values(), OPTIMUM)])
        return -float(10 * len(x) + (x**2 - 10 * np.cos(2 * np.pi * x)).sum())

    search = study(tmp_path, "cmaes", plain(hills), 20000, popsize=40)
    search.run()
    assert search.best().fitness > -0.1  # the nearest hollow beside it: -1


def test_one_variable_is_enough_for_cmaes(tmp_path):
    search = study(tmp_path, "cmaes", plain(bowl), 40, SQUARE[:1])
    search.run()
    assert search.best().values["x"] == pytest.approx(0.7, abs=0.01)


@pytest.mark.parametrize("method", ["bayesian", "nsga2", "cmaes"])
def test_choices_are_searched_too(tmp_path, method):
    specs = [
        VarSpec("colour", "categorical", choices=("red", "green", "blue", "grey")),
        VarSpec("n", "int", low=0, high=20),
    ]

    def worth(values):
        return (values["colour"] == "blue") - abs(values["n"] - 13) / 20

    search = study(tmp_path, method, plain(worth), 150, specs)
    search.run()
    assert search.best().values["colour"] == "blue"
    assert abs(search.best().values["n"] - 13) <= 2


def test_map_elites_fills_its_archive_with_the_best_of_each_cell(tmp_path):
    search = study(
        tmp_path, "mapelites", with_features, 3000, qd_shape=(8, 8), qd_init_samples=100, qd_batch=50
    )
    search.run()
    elites = elites_of(search)
    assert len(elites) >= 62  # of 64
    # The features are x and y: what is left to choose is z.
    assert np.median([abs(elite.values["z"] - OPTIMUM[2]) for elite in elites]) < 0.05
    write_all(tmp_path / "out", search, {"parameters": {}}, [], ())
    archive = json.loads((tmp_path / "out" / "summary.json").read_text())["archive"]
    assert archive["elites"] == len(elites)


def test_nsga2_finds_the_front_of_zdt1(tmp_path):
    def zdt1(number, values):
        x = list(values.values())
        g = 1 + 9 * sum(x[1:]) / (len(x) - 1)
        return Result(Score((-x[0], -g * (1 - math.sqrt(x[0] / g)))))

    search = study(tmp_path, "nsga2", zdt1, 2000, popsize=40)
    search.run()
    found = np.array([evaluation.result.score.fitness for evaluation in front(search.history)])
    assert len(found) > 20
    assert (
        np.mean(-found[:, 1] - (1 - np.sqrt(-found[:, 0]))) < 0.1
    )  # above the true front, which g = 1 makes
    assert np.ptp(found[:, 0]) > 0.8


@pytest.mark.parametrize("method", list(METHODS))
def test_a_search_that_was_ended_goes_on_to_the_same_result(tmp_path, method):
    class Ended(Exception):
        pass

    def ending(number, values):
        if number == 37:
            raise Ended
        return with_features(number, values)

    settings = {"qd_shape": (5, 5), "qd_init_samples": 10, "qd_batch": 6}
    whole = study(tmp_path, method, with_features, 60, name="whole", **settings).run()
    ended = study(tmp_path, method, ending, 60, **settings)
    with pytest.raises(Ended):
        ended.run()
    ended.notes.close()
    with open(tmp_path / "notes", "a") as notes:
        notes.write('{"number": 9')  # it was writing when it ended
    rest = study(tmp_path, method, with_features, 60, resume=True, **settings)
    assert 0 < len(rest.notes.evaluations) <= 37
    resumed = rest.run()
    assert [(e.u, e.values, e.result) for e in resumed] == [(e.u, e.values, e.result) for e in whole]
    rest.notes.close()
    longer = study(tmp_path, method, with_features, 80, resume=True, **settings).run()
    assert [e.u for e in longer[:60]] == [e.u for e in whole]
    assert len(longer) == 80


def test_notes_of_another_search_are_refused(tmp_path):
    study(tmp_path, "random", plain(bowl), 10).run()
    with pytest.raises(Mistake, match="another search"):
        Notes(tmp_path / "notes", ["test", "cmaes"], True)


def test_failures_score_worst_and_never_are_the_best(tmp_path):
    def sometimes(number, values):
        return Result(Score(problem="lost")) if number % 3 == 0 else Result(Score((bowl(values),)))

    for method in ("cmaes", "de", "bayesian", "nsga2", "random"):
        search = study(tmp_path, method, sometimes, 30, name=method)
        history = search.run()
        assert sum(evaluation.failed for evaluation in history) == 10
        assert not search.best().failed
        assert math.isnan(best_so_far(history)[0])
        assert best_so_far(history)[-1] == search.best().fitness


def test_the_interval_is_students():
    low, high = confidence((1.0, 2.0, 3.0, 4.0))
    assert (low, high) == pytest.approx(
        (2.5 - 3.182446 * 1.290994 / 2, 2.5 + 3.182446 * 1.290994 / 2), abs=1e-5
    )
    assert math.isnan(confidence((1.0,))[0])


# ---- objectives ----


def path(angle_of, place_of):
    times = np.arange(21.0)
    places = np.array([place_of(t) for t in times])
    return pd.DataFrame({"time": times, "run": 0, "robot_category": "robots", "robot_id": 0, "x": places[:, 0],
                         "y": places[:, 1], "angle": [angle_of(t) for t in times]})  # fmt: skip


def test_features_of_known_paths():
    line = path(lambda t: 0.3, lambda t: (3 * t, 4 * t))
    circle = path(lambda t: 0.0, lambda t: (math.cos(t * math.pi / 10), math.sin(t * math.pi / 10)))
    assert fd_straightness(line) == pytest.approx(1.0)
    assert fd_straightness(circle) == pytest.approx(0.0, abs=1e-9)
    assert fd_polar_order_phi(line) == pytest.approx(1.0)
    opposite = pd.concat([line, line.assign(robot_id=1, angle=0.3 + math.pi)])
    assert fd_polar_order_phi(opposite) == pytest.approx(0.0, abs=1e-9)


def goal(tmp_path, text, name="compute_objective"):
    (tmp_path / "obj.py").write_text(text)
    return load_objective(str(tmp_path / "obj.py"), name)


def test_an_objective_may_give_features_several_values_or_names(tmp_path):
    df = path(lambda t: 0.0, lambda t: (t, 0.0))
    assert goal(tmp_path, "def objective_fn(df): return len(df)").score(df) == Score((21.0,))
    assert goal(tmp_path, "def compute_objective(df): return 1.5, [0.25, 0.75]").score(df) == Score(
        (1.5,), (0.25, 0.75)
    )
    two = goal(tmp_path, "def f(df): return {'far': df.x.max(), 'long': len(df)}", "f")
    assert (two.score(df), two.names) == (Score((20.0, 21.0)), ["far", "long"])
    own = goal(tmp_path, "def objective_fn(df): return 1\ndef fd_fn(df): return [0.1, 0.2]")
    assert own.score(df, with_features=True) == Score((1.0,), (0.1, 0.2))


def test_nan_is_a_failure_that_says_so(tmp_path):
    score = goal(tmp_path, "def objective_fn(df): return float('nan')").score(pd.DataFrame())
    assert "nan" in score.problem


# ---- the command ----


def optimise(*words, cwd):
    return run("shoal.optimize", *words, cwd=cwd)


def search_file(folder, **keys):
    content = scenario(
        objects={"robots": robots(2)},
        parameters={"mode": {"optimization_domain": {"type": "int", "min": 0, "max": 1, "init": 0}},
                    "pause_us": {"optimization_domain": {"type": "int", "min": 0, "max": 9}}},
        **keys,
    )  # fmt: skip
    del content["seed"]
    return write(folder / "conf.yaml", content)


def test_the_command_writes_all_of_its_files(modes, tmp_path):  # noqa: F811
    """Mode 1 crashes: those evaluations fail, the others go on."""
    conf = search_file(tmp_path)
    (tmp_path / "obj.py").write_text("def objective_fn(df): return df.value.mean()\n")
    words = (
        "-c",
        conf,
        "-S",
        modes,
        "-r",
        5,
        "--max-evals",
        10,
        "--optimizer",
        "cmaes",
        "--objective",
        "obj.py",
    )
    status, _, err = optimise(*words, "--confirm", 3, cwd=tmp_path)
    assert status == 0, err
    out = tmp_path / "opt_out"
    rows = list(csv.DictReader((out / "opt_history.csv").read_text().splitlines()))
    assert [row["eval"] for row in rows] == [str(i) for i in range(10)]
    worked = [row for row in rows if not row["problem"]]
    assert {json.loads(row["values"])["parameters.mode"] for row in worked} == {0}
    assert all(float(row["fitness"]) == -1e9 for row in rows if row["problem"])
    summary = json.loads((out / "summary.json").read_text())
    assert summary["best_fitness"] == max(float(row["fitness"]) for row in worked)
    assert summary["failed"] == 10 - len(worked)
    assert summary["confirmed"]["runs"] == 3
    assert summary["best_ci95"][0] < summary["best_fitness"] < summary["best_ci95"][1]
    best = pd.read_feather(out / "best_results.feather")
    assert set(best.run) == set(range(5))
    assert best.value.mean() == pytest.approx(summary["best_fitness"])
    assert set(best.arena_file) == {"square"}
    assert yaml.safe_load((out / "best_config.yaml").read_text())["parameters"]["mode"] == 0
    assert (out / "fitness_vs_eval.png").stat().st_size > 1000
    page = (out / "report.html").read_text()
    assert "Convergence" in page
    assert "<script src" not in page  # all of it is in the file
    assert "gen 002: pop=4" in err
    assert "Best values" in err
    assert not any((tmp_path / "tmp_opt").iterdir())


def test_resumed_with_a_larger_budget_it_is_one_search(modes, tmp_path):  # noqa: F811
    conf = search_file(tmp_path)
    (tmp_path / "obj.py").write_text("def objective_fn(df): return df.value.mean()\n")
    words = ("-c", conf, "-S", modes, "--optimizer", "random", "-O", "obj.py")
    assert optimise(*words, "--max-evals", 12, "-o", "whole", cwd=tmp_path)[0] == 0
    assert optimise(*words, "--max-evals", 5, "-o", "parts", cwd=tmp_path)[0] == 0
    assert optimise(*words, "--max-evals", 12, "-o", "parts", "--resume", cwd=tmp_path)[0] == 0
    whole, parts = (
        pd.read_csv(tmp_path / name / "opt_history.csv").drop(columns="timestamp")
        for name in ("whole", "parts")
    )
    pd.testing.assert_frame_equal(whole, parts)
    assert (tmp_path / "whole" / "best_results.feather").read_bytes() == (
        tmp_path / "parts" / "best_results.feather"
    ).read_bytes()


@pytest.mark.parametrize(("words", "named"), [
    ([], "-c"),
    (["-c", "conf.yaml", "-S", "nowhere"], "nowhere"),
    (["-c", "plain.yaml", "-S", "."], "optimization_domain"),
    (["-c", "conf.yaml", "-S", ".", "--optimizer", "magic"], "magic"),
    (["-c", "conf.yaml", "-S", ".", "-O", "none.py"], "none.py"),
    (["-c", "conf.yaml", "-S", ".", "-O", "broken.py"], "SyntaxError"),
    (["-c", "conf.yaml", "-S", ".", "-O", "other.py", "--objective-func", "g"], "function g"),
    (["-c", "conf.yaml", "-S", ".", "-O", "column.py"], "'speed'"),
    (["-c", "conf.yaml", "-S", ".", "-O", "raises.py"], "ZeroDivisionError"),
    (["-c", "conf.yaml", "-S", ".", "-O", "text.py"], "expected a number"),
    (["-c", "conf.yaml", "-S", ".", "--max-evals", "0"], "--max-evals"),
    (["-c", "conf.yaml", "-S", ".", "--sigma0", "2"], "--sigma0"),
    (["-c", "conf.yaml", "-S", ".", "--qd-shape", "4,x"], "--qd-shape"),
    (["-c", "conf.yaml", "-S", ".", "--qd-ranges", "1:0,0:1"], "--qd-ranges"),
])  # fmt: skip
def test_mistakes_are_one_line_and_status_1(modes, tmp_path, words, named):  # noqa: F811
    batch_file(tmp_path).rename(tmp_path / "plain.yaml")
    search_file(tmp_path)
    for name, text in {
        "broken": "def (", "other": "def f(df): return 1", "column": "def objective_fn(df): return df['speed'].mean()",
        "raises": "def objective_fn(df): return 1 / 0", "text": "def objective_fn(df): return 'good'",
    }.items():  # fmt: skip
        (tmp_path / f"{name}.py").write_text(text)
    words = [str(modes) if word == "." else word for word in words]
    status, _, err = optimise(*words, cwd=tmp_path)
    errors = [line for line in err.splitlines() if not any(mark in line for mark in ("[INFO]", "[WARNING]"))]
    assert (status, len(errors)) == (1, 1), err
    assert named in errors[0]


def test_a_search_in_which_nothing_works_says_so(modes, tmp_path):  # noqa: F811
    conf = search_file(tmp_path)
    (tmp_path / "obj.py").write_text("def objective_fn(df): return float('nan')\n")
    status, _, err = optimise("-c", conf, "-S", modes, "-O", "obj.py", "--max-evals", 4, cwd=tmp_path)
    assert status == 2
    assert "No evaluation worked" in err
    assert "gave nan" in err
