"""Optimisation: domains, objectives, methods against known optima, checkpoints, and searches over real runs."""

import importlib.util
import json
import math
import signal
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import shoal
import yaml
from batches import batch_file, modes, run, start, write  # noqa: F401 (a fixture)
from shoal.command_line import Mistake
from shoal.optimize import (
    Options,
    VarSpec,
    decode_unit_vector,
    default_qd_features_maxstd_msd,
    discover_optimization_domains,
    encode_x0_unit,
    fd_polar_order_phi,
    fd_straightness,
    load_objective,
    main,
    set_optimized_values_in_config,
    strip_optimization_domains,
)
from shoal.optimize.evaluation import interval
from shoal.optimize.evaluations import Checkpoint
from shoal.optimize.methods import METHODS, Settings, search_of
from shoal.optimize.methods.map_elites import archive_of
from shoal.optimize.objective import Failure
from shoal.optimize.results import front_of, middle_of_front, scenario
from shoal.optimize.scores import FAILED, Score, Worst
from shoal.optimize.search import run_search
from support.running import shoal as command

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "pogobot" / "run_and_tumble"
SINGLE = [name for name, method in METHODS.items() if method.objectives == 1]


def optimize(*words, cwd):
    return run("shoal.optimize", *words, cwd=cwd)


def history(folder):
    return pd.read_csv(folder / "opt_history.csv", keep_default_na=False)


# ---- domains ----


def domain(**keys):
    return {"optimization_domain": keys}


def spec_of(**keys):
    return discover_optimization_domains({"a": {"b": domain(**keys)}})[0]


def test_domains_are_found_in_the_order_of_the_file():
    specs = discover_optimization_domains({
        "parameters": {"x": domain(type="float", min=0, max=2), "k": 3, "n": domain(type="int", min=1, max=9, init=2)},
        "law": {"batch_options": ["a", "b"], "default_option": "b", "optimization_domain": {}},
        "optimization": {"x": domain(type="float", min=0, max=1)},
    })  # fmt: skip
    assert [(s.path, s.kind) for s in specs] == [
        ("parameters.x", "float"), ("parameters.n", "int"), ("law", "categorical"),
    ]  # fmt: skip
    assert specs[2].choices == ("a", "b")
    assert encode_x0_unit(specs) == pytest.approx([0.5, 1.5 / 9, 0.75])


def test_whole_numbers_have_equal_shares_and_ends_are_reached():
    spec = spec_of(type="int", min=10, max=13)
    found = [spec.value(u) for u in np.linspace(0, 1, 4001)]
    assert (found[0], found[-1]) == (10, 13)
    assert [found.count(k) for k in (10, 11, 12, 13)] == pytest.approx([1000] * 4, abs=1)
    assert [spec.value(spec.unit(k)) for k in range(10, 14)] == list(range(10, 14))


def test_log_domains_are_geometric():
    spec = spec_of(type="float", min="1.0e-4", max=1, log=True)  # YAML takes 1.0e-4 without a sign for a text
    assert [spec.value(u) for u in (0.0, 0.25, 0.5, 1.0)] == pytest.approx([1e-4, 1e-3, 1e-2, 1.0])
    whole = spec_of(type="int", min=1, max=1000, log=True)
    assert (whole.value(0.0), whole.value(1.0)) == (1, 1000)
    assert abs(whole.value(0.5) - math.sqrt(0.5 * 1000.5)) < 1


def test_values_and_places_are_inverse():
    for spec in (spec_of(type="float", min=-3, max=5), spec_of(type="float", min=0.1, max=5, log=True),
                 spec_of(type="int", min=-2, max=200), spec_of(choices=["x", "y", True, 2.5])):  # fmt: skip
        for u in np.linspace(0.01, 0.99, 37):
            value = spec.value(u)
            again = spec.value(spec.unit(value))
            assert again == (pytest.approx(value) if spec.kind == "float" else value)


def test_alternatives_are_a_variable_and_what_lies_in_them_too():
    config = {"rate": {"kept": 1, "batch_hierarchical_options": {
        "name": "law", "default": {"type": "none"}, "fixed": {"type": "static", "rate": domain(type="float", min=0, max=1)},
        "loss": {"type": "dynamic"}}}}  # fmt: skip
    choice, rate = discover_optimization_domains(config)
    assert choice.choices == ("fixed", "loss")
    assert rate.path == "rate.batch_hierarchical_options.fixed.rate"
    assert scenario(config, decode_unit_vector([choice, rate], [0.2, 0.25])) == {
        "rate": {"kept": 1, "type": "static", "rate": 0.25}
    }
    assert scenario(config, decode_unit_vector([choice, rate], [0.8, 0.25])) == {
        "rate": {"kept": 1, "type": "dynamic"}
    }


def test_the_scenario_itself_is_left_as_it_is():
    config = {"parameters": {"x": domain(type="float", min=0, max=2, init=0.5)}, "optimization": {"qd": {}}}
    assert strip_optimization_domains(config) == {"parameters": {"x": 0.5}}
    assert set_optimized_values_in_config(config, {"parameters.x": 1.5}) == {"parameters": {"x": 1.5}}
    assert "optimization_domain" in config["parameters"]["x"]


def test_the_best_scenario_names_the_first_of_those_options_that_batches_go_through():
    config = {"nb": {"batch_options": [5, 6]}, "x": domain(type="int", min=0, max=2)}
    assert scenario(config, {"x": 1}) == {"nb": {"default_option": 5, "batch_options": [5, 6]}, "x": 1}


@pytest.mark.parametrize(("keys", "named"), [
    ({"type": "real", "min": 0, "max": 1}, "a.b.optimization_domain.type: found 'real', expected float, int, categorical"),
    ({"min": 0, "max": 1}, "a.b.optimization_domain.type: found None"),
    ({"type": "float", "min": 0}, "a.b.optimization_domain: has no max"),
    ({"type": "float", "min": 1, "max": 1}, "a.b.optimization_domain.max: found 1, expected more than min, 1"),
    ({"type": "float", "min": "low", "max": 1}, "a.b.optimization_domain.min: found 'low', expected a number"),
    ({"type": "int", "min": 0.5, "max": 1}, "a.b.optimization_domain.min: found 0.5, expected a whole number"),
    ({"type": "float", "min": 0, "max": 1, "log": True}, "a.b.optimization_domain.min: found 0, expected more than 0"),
    ({"type": "float", "min": 0, "max": 1, "init": 2}, "a.b.optimization_domain.init: found 2, expected 0 to 1"),
    ({"choices": []}, "a.b.optimization_domain.choices: found []"),
    ({"choices": [1, 2], "init": 3}, "a.b.optimization_domain.init: found 3, expected one of [1, 2]"),
    ({"type": "float", "min": 0, "max": 1, "step": 1}, "a.b.optimization_domain.step: unknown, expected one of type"),
])  # fmt: skip
def test_wrong_domains_are_named(keys, named):
    with pytest.raises(Mistake) as error:
        spec_of(**keys)
    assert named in str(error.value)


# ---- methods against known optima ----


class Fake:
    """An evaluator of a function of x, in the place of simulations."""

    def __init__(self, function, features=None, stop_after=None):
        self.function, self.features, self.stop_after = function, features, stop_after
        self.calls = 0

    def __call__(self, candidates):
        for candidate in reversed(candidates):  # in any order
            if self.calls == self.stop_after:
                raise KeyboardInterrupt
            self.calls += 1
            x = np.array(list(candidate.values.values()))
            value = np.atleast_1d(self.function(x))
            if not np.isfinite(value).all():
                yield candidate.index, Score(failure="not finite")
            else:
                yield (
                    candidate.index,
                    Score(tuple(map(float, value)), self.features(x) if self.features else ()),
                )


def cube(dimension, low=-5.0, high=5.0, init=4.0):
    return [VarSpec(f"x{i}", "float", low, high, init=init) for i in range(dimension)]


def sphere(x):
    return -float(((x - 1.0) ** 2).sum())


def rastrigin(x):
    return -float(10 * len(x) + (x**2 - 10 * np.cos(2 * np.pi * x)).sum())


def searched(method, evaluator, specs, folder, evals, seed=1, resume=False, **settings):
    folder.mkdir(exist_ok=True)
    options = Options("conf.yaml", "-", output_dir=str(folder), optimizer=method, max_evals=evals)
    settings = Settings(seed=seed, objectives=METHODS[method].objectives, **settings)
    checkpoint = Checkpoint(folder / "checkpoint.jsonl", {"method": method}, resume)
    return run_search(search_of(method), specs, evaluator, options, settings, checkpoint)


def by_position(x):
    return tuple((x[:2] + 5.0) / 10.0)


@pytest.mark.parametrize(("method", "evals", "least"), [
    ("random", 400, -2.0), ("cmaes", 400, -1e-4), ("de", 800, -1e-2), ("bayesian", 120, -1.0), ("mapelites", 800, -0.1),
])  # fmt: skip
def test_the_top_of_a_sphere_is_found(tmp_path, method, evals, least):
    evaluator = Fake(sphere, by_position)
    found = searched(method, evaluator, cube(3), tmp_path, evals, qd_shape=(8, 8))
    assert len(found.entries) == evals
    assert found.chosen.score.fitness[0] > least
    if method != "cmaes":  # whose first samples lie around the initial values
        assert found.entries[0].values == pytest.approx({"x0": 4.0, "x1": 4.0, "x2": 4.0})


@pytest.mark.parametrize(("method", "evals"), [("cmaes", 3000), ("de", 3000)])
def test_the_top_of_rastrigin_s_function_is_found_among_its_many(tmp_path, method, evals):
    found = searched(method, Fake(rastrigin), cube(2), tmp_path, evals)
    assert found.chosen.score.fitness[0] > -1e-2


def test_whole_numbers_choices_and_logs_are_found_together(tmp_path):
    specs = [
        VarSpec("n", "int", 0, 20),
        VarSpec("law", "categorical", choices=("a", "b", "c")),
        VarSpec("rate", "float", 1e-4, 1.0, log=True),
    ]

    class Mixed(Fake):
        def __call__(self, candidates):
            for candidate in candidates:
                n, law, rate = candidate.values.values()
                yield candidate.index, Score((-abs(n - 7) - 5.0 * (law != "b") - abs(math.log10(rate) + 2),))

    for method, evals in (("cmaes", 400), ("de", 400), ("bayesian", 150)):
        found = searched(method, Mixed(None), specs, tmp_path / method, evals)
        assert (found.chosen.values["n"], found.chosen.values["law"]) == (7, "b"), method
        assert found.chosen.values["rate"] == pytest.approx(0.01, rel=0.5), method


def test_the_front_of_zdt1_is_found(tmp_path):
    """f₂ = 1 − √f₁ at x₂ = x₃ = … = 0 (Zitzler, Deb and Thiele 2000)."""

    def zdt1(x):
        g = 1.0 + 9.0 * x[1:].mean()
        return -np.array([x[0], g * (1.0 - math.sqrt(x[0] / g))])

    found = searched("nsga2", Fake(zdt1), cube(6, 0.0, 1.0, 0.5), tmp_path, 3000)
    front = front_of(found.entries)
    f1, f2 = -np.array([entry.score.fitness for entry in front]).T
    assert len(front) > 40
    assert f1.min() < 0.02
    assert f1.max() > 0.95
    assert np.abs(f2 - (1.0 - np.sqrt(f1))).max() < 0.05
    assert found.chosen.index == middle_of_front(found.entries).index
    middle = -np.array(found.chosen.score.fitness)
    assert middle == pytest.approx([0.25, 0.5], abs=0.1)  # where f₁ + f₂ is least


def test_map_elites_fills_an_archive_with_the_best_of_each_cell(tmp_path):
    specs = cube(2, 0.0, 1.0, 0.5)
    found = searched("mapelites", Fake(sphere, tuple), specs, tmp_path, 3000, qd_shape=(10, 10))
    archive = archive_of(
        [np.array(e.u) for e in found.entries], [e.score for e in found.entries], Settings(qd_shape=(10, 10))
    )
    assert archive.stats.coverage == 1.0
    for cell, fitness in zip(archive.int_to_grid_index(archive.data("index")), archive.data("objective")):
        nearest = (cell + 1.0) / 10.0  # its corner next to (1, 1), the top
        assert sphere(nearest) - 0.1 < fitness <= sphere(nearest) + 1e-12


def test_map_elites_without_ranges_takes_those_of_the_first_features(tmp_path):
    found = searched(
        "mapelites", Fake(sphere, lambda x: (1000 * x[0], x[1])), cube(2), tmp_path, 1500, qd_shape=(5, 5)
    )
    scores = [e.score for e in found.entries]
    archive = archive_of([np.array(e.u) for e in found.entries], scores, Settings(qd_shape=(5, 5)))
    assert archive.lower_bounds[0] < -4500
    assert archive.upper_bounds[0] > 4500
    assert archive.stats.coverage > 0.8  # a corner is hard to get to


def test_mutation_is_polynomial_if_the_scenario_says_so(tmp_path):
    qd = {"mut_pb": 0.5, "eta": 20.0, "init_pb": 0.1}
    found = searched("mapelites", Fake(sphere, by_position), cube(2), tmp_path, 1500, qd_shape=(8, 8), qd=qd)
    assert found.chosen.score.fitness[0] > -0.05
    with pytest.raises(Mistake, match=r"optimization.qd.mutation: unknown"):
        searched("mapelites", Fake(sphere, by_position), cube(2), tmp_path, 9, qd={"mutation": 1})


# ---- seeds, failures, checkpoints ----


def shown(found):
    return [(entry.u, entry.values, entry.score) for entry in found.entries]


@pytest.mark.parametrize("method", METHODS)
def test_a_seed_gives_the_same_search_and_another_another(tmp_path, method):
    function = sphere if METHODS[method].objectives == 1 else lambda x: np.array([x[0], -x[1]])

    def once(name, seed):
        np.random.seed(len(name))  # noqa: NPY002 (what users' objectives do to it does not matter)
        return shown(searched(method, Fake(function, by_position), cube(3), tmp_path / name, 150, seed))

    assert once("one", 1) == once("another", 1)
    assert once("one", 1) != once("one", 2)


@pytest.mark.parametrize("method", METHODS)
def test_an_interrupted_search_goes_on_to_what_an_undisturbed_one_gives(tmp_path, method):
    function = sphere if METHODS[method].objectives == 1 else lambda x: np.array([x[0], -x[1]])
    whole = searched(method, Fake(function, by_position), cube(3), tmp_path / "whole", 200)
    with pytest.raises(KeyboardInterrupt):
        searched(method, Fake(function, by_position, stop_after=77), cube(3), tmp_path / "cut", 200)
    with open(tmp_path / "cut" / "checkpoint.jsonl", "a") as file:
        file.write('{"eval": 3, "u": [0.')  # a kill cuts a line
    rest = Fake(function, by_position)
    again = searched(method, rest, cube(3), tmp_path / "cut", 200, resume=True)
    assert shown(again) == shown(whole)
    assert rest.calls == 200 - 77
    ours, theirs = history(tmp_path / "cut"), history(tmp_path / "whole")
    pd.testing.assert_frame_equal(ours.drop(columns="timestamp"), theirs.drop(columns="timestamp"))


def test_a_search_can_be_made_longer(tmp_path):
    longer = searched("cmaes", Fake(sphere), cube(3), tmp_path / "whole", 90)
    searched("cmaes", Fake(sphere), cube(3), tmp_path / "cut", 40)
    rest = Fake(sphere)
    assert shown(searched("cmaes", rest, cube(3), tmp_path / "cut", 90, resume=True)) == shown(longer)
    assert rest.calls == 50


@pytest.mark.parametrize("method", SINGLE)
def test_half_of_the_points_may_fail(tmp_path, method):
    found = searched(
        method,
        Fake(lambda x: sphere(x) if x[0] < 2 else math.nan, by_position),
        cube(2, init=-4.0),
        tmp_path,
        200,
    )
    failed = [entry for entry in found.entries if entry.score.failed]
    assert len(found.entries) == 200
    assert len(failed) > 0
    assert all(entry.values["x0"] >= 2 for entry in failed)
    assert found.chosen.score.fitness[0] > -2.0
    rows = history(tmp_path)
    assert (rows["fitness"] == FAILED).sum() == len(failed) == (rows["failure"] != "").sum()


def test_if_all_fails_at_first_it_is_said_at_once(tmp_path):
    evaluator = Fake(lambda x: math.nan)
    with pytest.raises(Mistake, match=r"each of the first 8 evaluation\(s\) failed: not finite"):
        searched("random", evaluator, cube(2), tmp_path, 500)
    assert evaluator.calls == 8


def test_a_failure_is_never_better_than_what_worked():
    scores = [Score((-5e9,)), Score(failure="x"), Score((2.0,))]
    assert Worst().loss(scores) == [5e9, 5e9, -2.0]


def test_equal_values_are_evaluated_once(tmp_path):
    specs = [VarSpec("k", "categorical", choices=(1.0, 2.0, 3.0))]
    evaluator = Fake(lambda x: float(x[0]))
    found = searched("random", evaluator, specs, tmp_path, 60)
    assert evaluator.calls == 3
    assert len(found.entries) == 60
    assert found.chosen.values == {"k": 3.0}


def test_intervals_are_those_of_student():
    half = interval(np.array([[1.0], [2.0], [4.0]]))
    assert half == pytest.approx([4.302652729911275 * 1.5275252316519468 / math.sqrt(3)])


# ---- objectives ----


def straight_and_circling():
    """Two robots for 10 s at 10 mm/s: one straight on, one around once."""
    t = np.linspace(0.0, 10.0, 101)
    turn = 2 * np.pi * t / 10.0
    radius = 100.0 / (2 * np.pi)
    one = pd.DataFrame({"time": t, "robot_id": 0, "x": 10.0 * t, "y": 0.0, "angle": 0.0})
    other = pd.DataFrame(
        {"time": t, "robot_id": 1, "x": radius * np.sin(turn), "y": -radius * np.cos(turn), "angle": turn}
    )
    return pd.concat([one, other]).assign(run=0, robot_category="robots").sort_values(["time", "robot_id"])


def test_default_features():
    frame = straight_and_circling()
    assert fd_straightness(frame) == pytest.approx(0.5, abs=1e-3)  # 1 and 0
    angles = np.linspace(0.0, 2 * np.pi, 101)
    assert fd_polar_order_phi(frame) == pytest.approx(np.abs((1 + np.exp(1j * angles)) / 2).mean())
    t = np.linspace(0, 10, 101)[1:]
    msd = np.mean((10.0 * t) ** 2), np.mean(2 * (100 / (2 * np.pi)) ** 2 * (1 - np.cos(2 * np.pi * t / 10)))
    assert default_qd_features_maxstd_msd(frame) == pytest.approx([max(msd), np.std(msd)], rel=1e-6)


LISTING = '''
def objective_fn(df: pd.DataFrame) -> float:
    """Return the mean of per-agent MSD across *all* runs and arenas."""
    msd_df = compute_msd_per_agent(df)
    if msd_df.empty:
        logger.warning("Default MSD objective: empty input produced no MSD values; returning -inf")
        return float('-inf')
    return float(msd_df['MSD'].mean())

def fd_fn(df: pd.DataFrame) -> np.ndarray:
    """Return default 2-D features for QD: (max MSD, stddev MSD)."""
    msd_df = compute_msd_per_agent(df)
    if msd_df.empty:
        return np.array([0.0, 0.0], dtype=float)
    vals = np.asarray(msd_df["MSD"], dtype=float)
    return np.array([float(np.max(vals)), float(np.std(vals, ddof=0))], dtype=float)
'''  # of the article that describes Pogosim, as printed there


def objective_file(folder, text, name="obj.py"):
    (folder / name).write_text(text)
    return str(folder / name)


def test_the_article_s_functions_work_as_printed(tmp_path):
    objective = load_objective(objective_file(tmp_path, LISTING))
    frame = straight_and_circling()
    features = default_qd_features_maxstd_msd(frame)
    fitness = (shoal.analysis.compute_msd_per_agent(frame)["MSD"].mean(),)
    assert objective.fitness_and_features(frame) == (fitness, tuple(features))


def test_features_may_come_with_the_fitness(tmp_path):
    path = objective_file(tmp_path, "def compute_objective(df):\n    return 2, [0.1, 0.2]\n")
    assert load_objective(path).fitness_and_features(straight_and_circling()) == ((2.0,), (0.1, 0.2))
    assert load_objective(path).fitness(straight_and_circling()) == (2.0,)


@pytest.mark.parametrize(("text", "named"), [
    ("def compute_objective(df): return df['speed'].mean()", "obj.py:1: compute_objective: no column 'speed' in the log; it has time,"),
    ("def compute_objective(df):\n    return 1 / 0", "obj.py:2: compute_objective raised ZeroDivisionError: division by zero"),
    ("def compute_objective(df): return float('nan')", "compute_objective: the objective is nan, expected a finite number"),
    ("def compute_objective(df): return float('-inf')", "compute_objective: the objective is -inf, expected a finite number"),
    ("def compute_objective(df): return 'good'", "compute_objective returned 'good', expected a number"),
    ("def compute_objective(df): return None", "expected a finite number"),
    ("def compute_objective(df): return [1, 2]", "compute_objective returned 2 objective(s), expected one; --optimizer nsga2 takes several"),
    ("def compute_objective(df): return 1", "returned no features, expected (fitness, features), or a function fd_fn"),
    ("def compute_objective(df): return 1\ndef fd_fn(df): return [0.5, float('nan')]", "fd_fn: features is [0.5, nan], expected"),
])  # fmt: skip
def test_what_is_wrong_with_an_objective_is_said(tmp_path, text, named):
    objective = load_objective(objective_file(tmp_path, text))
    with pytest.raises(Failure) as error:
        objective.fitness_and_features(straight_and_circling())
    assert named in str(error.value)


@pytest.mark.parametrize(("text", "name", "named"), [
    (None, None, "none.py: No such file or directory"),
    ("def score(df): return 1", None, "obj.py has no function compute_objective or objective_fn; it has score"),
    ("def score(df): return 1", "scores", "obj.py has no function scores; it has score"),
    ("def compute_objective(df) return 1", None, "obj.py:1: SyntaxError: "),
    ("x = 1\nimport nothing_of_that_name", None, "obj.py:2: ModuleNotFoundError: No module named 'nothing_of_that_name'"),
])  # fmt: skip
def test_files_without_an_objective_are_mistakes(tmp_path, text, name, named):
    path = objective_file(tmp_path, text) if text else str(tmp_path / "none.py")
    with pytest.raises(Mistake) as error:
        load_objective(path, name)
    assert named in str(error.value)


# ---- the command ----

VALUE = "def objective_fn(df): return df['value'].mean()\n"
FILES = {"best_config.yaml", "best_results.feather", "checkpoint.jsonl", "fitness_vs_eval.png", "opt_history.csv",
         "report.html", "summary.json"}  # fmt: skip


def search_file(folder, **parameters):
    """Mode 1 crashes; the pause is of no consequence for what is measured."""
    domains = {"mode": domain(type="int", min=0, max=1, init=0), "pause_us": domain(type="int", min=0, max=9)}
    objective_file(folder, VALUE)
    return batch_file(folder, {**domains, **parameters})


def example_file(folder, seconds=5.0):
    """The article's variable in our example."""
    content = yaml.safe_load((EXAMPLE / "scenario.yaml").read_text())
    content |= {"simulation_time": seconds, "result_new_columns": ["objects.robots.nb"]}
    content["objects"]["robots"]["nb"] = 10
    content["parameters"] |= {
        "run_duration_min": 0,
        "run_duration_max": domain(type="int", min=10, max=1000, init=50),
    }
    return write(folder / "simple.yaml", content)


def test_the_article_s_command_gives_its_files(tmp_path):
    """Its section 2.9: CMA-ES, 10 evaluations of 5 runs; robots that run longer get farther."""
    objective_file(tmp_path, LISTING)
    config = example_file(tmp_path)
    status, _, err = optimize("-c", config, "-S", EXAMPLE, "-r", 5, "--max-evals", 10, "--optimizer", "cmaes",
                                "--objective", "obj.py", cwd=tmp_path)  # fmt: skip
    assert status == 0, err
    folder = tmp_path / "opt_out"
    assert {file.name for file in folder.iterdir()} == FILES
    lines = [line.split("] ", 2)[-1] for line in err.splitlines()]
    assert lines[0] == "Starting optimization: CMAES | dim=1 | max_evals=10 (normalized space)"
    assert [line.split(" f[")[0] for line in lines[1:4]] == [
        "gen 001: pop=4",
        "gen 002: pop=4",
        "gen 003: pop=2",
    ]
    assert lines[-1].startswith('Best values: {"parameters.run_duration_max": ')
    rows = history(folder)
    assert list(rows["eval"]) == list(range(1, 11))
    assert (rows["best_so_far"].astype(float) == rows["fitness"].astype(float).cummax()).all()
    assert (rows["fitness_low"].astype(float) < rows["fitness"]).all()
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["best_fitness"] == rows["fitness"].max()
    assert summary["best_values"]["parameters.run_duration_max"] > 300
    frame, metadata = shoal.load(folder / "best_results.feather")
    best = yaml.safe_load((folder / "best_config.yaml").read_text())
    assert metadata["configuration"] == best
    assert best["parameters"]["run_duration_max"] == summary["best_values"]["parameters.run_duration_max"]
    assert shoal.analysis.compute_msd_per_agent(frame)["MSD"].mean() == pytest.approx(summary["best_fitness"])
    assert sorted(frame["run"].unique()) == [0, 1, 2, 3, 4]
    assert set(frame["objects.robots.nb"]) == {10}
    page = (folder / "report.html").read_text()
    assert "Plotly.newPlot" in page
    assert 'src="http' not in page
    assert not any((tmp_path / "tmp_opt").iterdir())
    done = command(
        "run",
        EXAMPLE,
        "-c",
        folder / "best_config.yaml",
        "-g",
        "-q",
        "--set",
        "simulation_time=1",
        cwd=tmp_path,
    )
    assert done.status == 0, done.text


def test_runs_that_crash_cost_their_candidates_only(modes, tmp_path):  # noqa: F811
    status, _, err = optimize("-c", search_file(tmp_path), "-S", modes, "-r", 2, "--max-evals", 12, "--optimizer", "random",
                              "-O", "obj.py", "-R", 0, "--confirm", 3, cwd=tmp_path)  # fmt: skip
    assert status == 0, err
    rows = history(tmp_path / "opt_out")
    crashed = rows["values"].map(json.loads).map(lambda values: values["parameters.mode"] == 1)
    assert 0 < crashed.sum() < 12
    assert (rows["fitness"][crashed] == FAILED).all()
    assert rows["failure"][crashed].str.contains("the run with seed 0 failed: ").all()
    assert (rows["failure"][~crashed] == "").all()
    summary = json.loads((tmp_path / "opt_out" / "summary.json").read_text())
    assert summary["failures"] == crashed.sum()
    assert summary["confirmed"]["seeds"] == [2, 4]
    (low, high), (value,) = summary["confirmed"]["interval"][0], summary["confirmed"]["fitness"]
    assert low < value < high


def test_all_combinations_count_and_alternatives_are_searched(modes, tmp_path):  # noqa: F811
    config = batch_file(
        tmp_path, {"pause_us": {"batch_options": [0, 1]}},
        save_data_period={"batch_options": [0.1, 0.2], "optimization_domain": {}},
    )  # fmt: skip
    objective_file(
        tmp_path, "def compute_objective(df): return len(df) + 0.0 * df['parameters.pause_us'].nunique()"
    )
    content = yaml.safe_load(config.read_text()) | {"result_new_columns": ["parameters.pause_us"]}
    write(config, content)
    status, _, err = optimize(
        "-c", config, "-S", modes, "--max-evals", 6, "--optimizer", "de", "-O", "obj.py", cwd=tmp_path
    )
    assert status == 0, err
    best = yaml.safe_load((tmp_path / "opt_out" / "best_config.yaml").read_text())
    assert best["save_data_period"] == 0.1  # more rows
    assert best["parameters"]["pause_us"] == {"default_option": 0, "batch_options": [0, 1]}
    frame, _ = shoal.load(tmp_path / "opt_out" / "best_results.feather")
    assert set(frame["parameters.pause_us"]) == {0, 1}
    assert len(frame) == history(tmp_path / "opt_out")["fitness"].max()


def test_a_killed_search_is_resumed_to_what_an_undisturbed_one_gives(modes, tmp_path):  # noqa: F811
    words = ("-c", search_file(tmp_path, mode=0, pause_us=domain(type="int", min=300, max=900)), "-S", modes, "-r", 2,
             "--max-evals", 24, "-O", "obj.py", "-j", 2)  # fmt: skip
    assert optimize(*words, "-o", "whole", cwd=tmp_path)[0] == 0
    process = start("shoal.optimize", *words, "-o", "cut", cwd=tmp_path)
    checkpoint = tmp_path / "cut" / "checkpoint.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (
        checkpoint.is_file() and checkpoint.read_text().count("\n") > 6
    ):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    status, _, err = optimize(*words, "-o", "cut", "--resume", cwd=tmp_path)
    assert status == 0, err
    ours, theirs = (
        history(tmp_path / name).drop(columns=["timestamp", "seconds"]) for name in ("cut", "whole")
    )
    pd.testing.assert_frame_equal(ours, theirs)
    for name in ("best_results.feather", "best_config.yaml"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    status, _, err = optimize(*words, "-o", "cut", "--resume", "--seed", 3, cwd=tmp_path)
    assert status == 1
    assert "is of a search with another --seed: found 3, expected 42" in err


def test_the_number_of_jobs_and_a_cluster_change_nothing(modes, tmp_path):  # noqa: F811
    words = ("-c", search_file(tmp_path), "-S", modes, "-r", 2, "--max-evals", 9, "-O", "obj.py", "-R", 0)
    ways = {"one": ("--backend", "sequential"), "three": ("-j", 3), "dask": ("--cluster", "local", "-j", 2)}
    if importlib.util.find_spec("distributed") is None:
        del ways["dask"]
    rows = []
    for name, way in ways.items():
        status, _, err = optimize(*words, *way, "-o", name, cwd=tmp_path)
        assert status == 0, err
        rows.append(history(tmp_path / name).drop(columns=["timestamp", "seconds"]))
    for other in rows[1:]:
        pd.testing.assert_frame_equal(rows[0], other)


def test_map_elites_and_nsga2_on_runs(tmp_path):
    objective_file(tmp_path, "def compute_objective(df): return df['x'].std(), [df['y'].std(), df['x'].mean()]\n"
                   "def two(df): return {'far': df['x'].max(), 'still': -df['x'].std()}\n")  # fmt: skip
    config = example_file(tmp_path, 2.0)
    words = ("-c", config, "-S", EXAMPLE, "-r", 1, "-O", "obj.py")
    status, _, err = optimize(*words, "--optimizer", "mapelites", "--qd-shape", "4,5", "--qd-init-samples", 12, "--qd-batch",
                              6, "--max-evals", 24, "-o", "qd", cwd=tmp_path)  # fmt: skip
    assert status == 0, err
    archive, summary = (
        pd.read_csv(tmp_path / "qd" / "archive.csv"),
        json.loads((tmp_path / "qd" / "summary.json").read_text()),
    )
    assert len(archive) == summary["elites"] == len(archive[["cell_1", "cell_2"]].drop_duplicates())
    assert summary["cells"] == 20
    assert archive["fitness"].max() == summary["best_fitness"]
    assert (tmp_path / "qd" / "archive.png").stat().st_size > 1000
    assert 'id="archive"' in (tmp_path / "qd" / "report.html").read_text()
    status, _, err = optimize(*words, "--objective-func", "two", "--optimizer", "nsga2", "--popsize", 8, "--max-evals", 20,
                              "-o", "front", cwd=tmp_path)  # fmt: skip
    assert status == 0, err
    front, rows = pd.read_csv(tmp_path / "front" / "front.csv"), history(tmp_path / "front")
    assert front["fitness"].max() == rows["fitness"].max()
    assert front["fitness_2"].max() == rows["fitness_2"].max()
    assert 'id="front"' in (tmp_path / "front" / "report.html").read_text()


@pytest.mark.parametrize(("words", "named"), [
    ([], "the following arguments are required: -c/--config, -S/--simulator-binary"),
    (["-c", "conf.yaml", "-S", "nowhere"], "-S: there is no nowhere"),
    (["-c", "none.yaml", "-S", "."], "-c: none.yaml: No such file or directory"),
    (["-c", "plain.yaml", "-S", "."], "plain.yaml: has no optimization_domain"),
    (["-c", "wrong.yaml", "-S", "."], "wrong.yaml: parameters.mode.optimization_domain: has no max"),
    (["-c", "key.yaml", "-S", "."], "simulation_time"),
    (["-c", "conf.yaml", "-S", ".", "--optimizer", "magic"], "invalid choice: 'magic'"),
    (["-c", "conf.yaml", "-S", ".", "--optimizer", "nsga2"], "needs --objective"),
    (["-c", "conf.yaml", "-S", ".", "-O", "none.py"], "none.py"),
    (["-c", "conf.yaml", "-S", ".", "-O", "broken.py"], "broken.py:1: SyntaxError"),
    (["-c", "conf.yaml", "-S", ".", "-O", "column.py"], "no column 'speed' in the log; it has time,"),
    (["-c", "conf.yaml", "-S", ".", "-O", "name.py"], "name.py:1: objective_fn raised NameError: name 'missing' is not defined"),
    (["-c", "conf.yaml", "-S", ".", "-O", "divides.py"], "evaluation(s) failed: divides.py:1: objective_fn raised ZeroDivisionError"),
    (["-c", "conf.yaml", "-S", ".", "-O", "nan.py"], "nan.py: objective_fn: the objective is nan, expected a finite number"),
    (["-c", "conf.yaml", "-S", ".", "-O", "text.py"], "text.py: objective_fn returned 'good', expected a number"),
    (["-c", "conf.yaml", "-S", ".", "-O", "obj.py", "--optimizer", "mapelites"], "returned no features"),
    (["-c", "conf.yaml", "-S", ".", "-O", "obj.py", "--objective-func", "g"], "obj.py has no function g; it has objective_fn"),
    (["-c", "conf.yaml", "-S", ".", "--max-evals", "0"], "--max-evals: found 0, expected at least 1"),
    (["-c", "conf.yaml", "-S", ".", "--sigma0", "0"], "--sigma0: found 0, expected more than 0"),
    (["-c", "conf.yaml", "-S", ".", "--qd-shape", "4,x"], "--qd-shape: found '4,x', expected whole numbers"),
    (["-c", "conf.yaml", "-S", ".", "--qd-ranges", "1:0,0:1"], "--qd-ranges: found '1:0,0:1', expected"),
])  # fmt: skip
def test_mistakes_are_one_line_and_status_1(modes, tmp_path, monkeypatch, capsys, words, named):  # noqa: F811
    batch_file(tmp_path).rename(tmp_path / "plain.yaml")
    batch_file(tmp_path, {"mode": domain(type="int", min=0)}).rename(tmp_path / "wrong.yaml")
    batch_file(tmp_path, {"mode": domain(choices=[0])}, simulation_time="long").rename(tmp_path / "key.yaml")
    search_file(tmp_path, mode=0)
    for name, body in {"column": "df['speed'].mean()", "name": "missing", "divides": "1 / 0", "nan": "float('nan')",
                       "text": "'good'"}.items():  # fmt: skip
        objective_file(tmp_path, f"def objective_fn(df): return {body}", f"{name}.py")
    objective_file(tmp_path, "def (", "broken.py")
    monkeypatch.chdir(tmp_path)
    status = main([str(modes) if word == "." else word for word in words])
    err = capsys.readouterr().err
    errors = [line for line in err.splitlines() if "[INFO]" not in line and "DEFAULT fitness" not in line]
    assert (status, len(errors)) == (1, 1), err
    assert named in errors[0]
