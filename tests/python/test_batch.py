"""Batches: combinations, tables, and what happens when runs fail."""

import csv
import os
import signal
import time
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
import shoal
from batches import batch_file, children_of, modes, run, start  # noqa: F401 (a fixture)
from shoal.batch import PogobotBatchRunner, PogobotLauncher, expand_batch_options
from shoal.batch.expansion import combinations_of, range_values
from shoal.command_line import Mistake


def batch(*words, **options):
    return run("shoal.batch", *words, **options)


def failures(folder):
    with open(folder / "failed_runs.csv") as file:
        return list(csv.DictReader(file))


# ---- combinations ----


def test_only_marked_lists_are_options():
    config = {"place": [-10, 100], "nb": {"batch_options": [1, 2], "default_option": 3}}
    assert [dict(c) for c in combinations_of(config)] == [
        {"place": [-10, 100], "nb": 1},
        {"place": [-10, 100], "nb": 2},
    ]


def test_the_option_named_last_changes_fastest():
    config = {"a": {"batch_options": ["x", "y"]}, "b": {"c": {"batch_options": [1, 2, 3]}}}
    assert [(c["a"], c["b"]["c"]) for c in combinations_of(config)] == [
        ("x", 1), ("x", 2), ("x", 3), ("y", 1), ("y", 2), ("y", 3),
    ]  # fmt: skip


def test_hierarchical_choices_are_merged_into_their_parent_and_named_by_the_alias():
    config = {
        "rate": {
            "kept": 1,
            "batch_hierarchical_options": {
                "name": "law",
                "default": {"type": "none"},
                "fixed": {"type": "static", "rate": {"batch_options": [0.5, 0.9]}},
                "loss": {"type": "dynamic"},
            },
        }
    }
    assert [dict(c) for c in combinations_of(config)] == [
        {"rate": {"kept": 1, "type": "static", "rate": 0.5}, "law": "fixed"},
        {"rate": {"kept": 1, "type": "static", "rate": 0.9}, "law": "fixed"},
        {"rate": {"kept": 1, "type": "dynamic"}, "law": "loss"},
    ]


@pytest.mark.parametrize(("spec", "values"), [
    ({"start": 0, "stop": 10, "step": 4}, [0, 4, 8]),
    ({"start": 0, "stop": 8, "step": 4}, [0, 4]),
    ({"start": 0, "stop": 8, "step": 4, "inclusive": True}, [0, 4, 8]),
    ({"start": 0, "stop": 10, "step": 4, "inclusive": True}, [0, 4, 8]),
    ({"start": 0.1, "stop": 0.4, "step": 0.1}, [0.1, 0.2, 0.3]),
    ({"start": 3, "stop": 0, "step": -1}, [3, 2, 1]),
    ({"start": 0, "stop": 2, "step": 1, "type": "float"}, [0.0, 1.0]),
])  # fmt: skip
def test_ranges(spec, values):
    found = range_values(spec)
    assert found == values
    assert [type(v) for v in found] == [type(v) for v in values]


@pytest.mark.parametrize(("node", "named"), [
    ({"nb": {"batch_options": []}}, "nb.batch_options"),
    ({"nb": {"batch_options": 3}}, "nb.batch_options"),
    ({"nb": {"batch_options_range": {"start": 0, "stop": 1, "step": 0}}}, "nb.batch_options_range.step"),
    ({"nb": {"batch_options_range": {"start": 0, "stop": -1, "step": 1}}}, "nb.batch_options_range"),
    ({"nb": {"batch_options_range": {"start": 0, "step": 1}}}, "stop"),
    ({"a": {"batch_hierarchical_options": {"name": "x"}}}, "a.batch_hierarchical_options"),
])  # fmt: skip
def test_wrong_options_are_named(node, named):
    with pytest.raises(Mistake, match=named.replace(".", r"\.")):
        expand_batch_options(node)


# ---- tables ----


def test_one_table_a_result_file(modes, tmp_path):  # noqa: F811
    conf = batch_file(
        tmp_path,
        save_data_period={"batch_options": [0.1, 0.5]},
        simulation_time={"batch_options": [1.0, 2.0], "default_option": 3.0},
        result_filename_format="of_{save_data_period}.feather",
        result_new_columns=["simulation_time", "arena_file"],
    )
    status, out, err = batch("-c", conf, "-S", modes, "-r", 3, "-t", "tmp", "-o", "results", cwd=tmp_path)
    assert status == 0, err
    assert out.count("results/of_0.1.feather") == 2
    assert sorted(os.listdir(tmp_path / "results")) == ["of_0.1.feather", "of_0.5.feather"]
    assert os.listdir(tmp_path / "tmp") == []
    df, metadata = shoal.load(tmp_path / "results" / "of_0.5.feather")
    assert list(df.columns[-4:]) == ["run", "seed", "simulation_time", "arena_file"]
    assert df.groupby(["simulation_time", "run"]).time.max().round(1).to_dict() == {
        (1.0, 0): 1.0, (1.0, 1): 1.0, (1.0, 2): 1.0, (2.0, 0): 2.0, (2.0, 1): 2.0, (2.0, 2): 2.0,
    }  # fmt: skip
    assert set(df.arena_file) == {"square"}
    assert (df.run == df.seed).all()
    assert metadata["configuration"]["simulation_time"]["batch_options"] == [1.0, 2.0]
    assert "arena_polygons" in metadata
    assert "program_version" in metadata


def test_runs_are_those_of_the_command(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path)
    batch(
        "-c", conf, "-S", modes, "-r", 2, "-j", 1, cwd=tmp_path
    )  # the second in a process that has done one
    own = tmp_path / "own.feather"
    from support.running import shoal as command

    assert command("run", modes, "-c", conf, "-s", 1, "-g", "--set", f"data_filename={own}").status == 0
    df = pd.read_feather(tmp_path / "result.feather")
    second = df[df.run == 1].drop(columns=["run", "seed"]).reset_index(drop=True)
    pd.testing.assert_frame_equal(second, pd.read_feather(own))


def test_columns_of_later_combinations_are_empty_in_earlier_ones(tmp_path):
    from shoal.batch.merging import ResultFile

    for name, columns in {"a": {"x": [1, 2]}, "b": {"x": [3], "extra": ["e"]}}.items():
        table = pa.table(columns)
        with pa.ipc.new_file(str(tmp_path / name), table.schema) as file:
            file.write_table(table)
    result = ResultFile(tmp_path / "r.feather", "text", pa.schema([("run", pa.int64())]))
    for run_number, name in enumerate("ab"):
        result.add(tmp_path / name, {"run": run_number})
        result._flush()  # a batch of rows each
    result.close()
    assert pd.read_feather(tmp_path / "r.feather").fillna("").to_dict("list") == {
        "x": [1, 2, 3],
        "run": [0, 0, 1],
        "extra": ["", "", "e"],
    }
    assert os.listdir(tmp_path / ".").count("r.feather") == 1


# ---- failures ----


def test_runs_that_crash_are_noted_and_the_others_go_on(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path, {"mode": {"batch_options": [0, 1]}}, result_new_columns=["parameters.mode"])
    status, _, err = batch("-c", conf, "-S", modes, "-r", 2, "-o", "out", cwd=tmp_path)
    assert status == 2
    noted = failures(tmp_path / "out")
    assert [(row["parameters.mode"], row["seed"], row["attempts"]) for row in noted] == [
        ("1", "0", "1"), ("1", "1", "1"),
    ]  # fmt: skip
    assert "robot" in noted[0]["reason"].lower(), noted
    assert "2 run(s) failed" in err
    df = pd.read_feather(tmp_path / "out" / "result.feather")
    assert set(zip(df["parameters.mode"], df.run)) == {(0, 0), (0, 1)}


def test_runs_that_are_killed_or_hang_are_tried_again(modes, tmp_path):  # noqa: F811
    killed = batch_file(tmp_path, {"mode": 2})
    status, _, _ = batch("-c", killed, "-S", modes, "-R", 2, "-o", "out", cwd=tmp_path)
    assert status == 2
    (row,) = failures(tmp_path / "out")
    assert (row["attempts"], row["reason"][:17]) == ("3", "killed by SIGKILL")

    late = batch_file(tmp_path, {"pause_us": 200000})
    status, _, _ = batch("-c", late, "-S", modes, "-R", 0, "-o", "out", "--time-limit", 1, cwd=tmp_path)
    assert status == 2
    (row,) = failures(tmp_path / "out")
    assert row["reason"] == "took longer than 1 s"
    assert not (tmp_path / "out" / "result.feather").exists()


def kill_a_worker(process):
    """Once the first run is done."""
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        servers = children_of(process.pid)
        if servers and any(children_of(server) for server in servers):
            os.kill(servers[0], signal.SIGKILL)
            return
        time.sleep(0.02)
    raise AssertionError("there was no worker to kill")


def test_a_batch_with_a_worker_killed_equals_one_without(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path, {"pause_us": 5000})
    words = ("-c", conf, "-S", modes, "-r", 6, "-j", 2)
    assert batch(*words, "-o", "calm", cwd=tmp_path)[0] == 0
    process = start("shoal.batch", *words, "-o", "shaken", cwd=tmp_path)
    kill_a_worker(process)
    assert process.wait(120) == 0
    calm, shaken = ((tmp_path / name / "result.feather").read_bytes() for name in ("calm", "shaken"))
    assert calm == shaken


def test_resume_does_what_is_missing(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path, {"pause_us": 5000})
    words = ("-c", conf, "-S", modes, "-r", 6, "-j", 2)
    assert batch(*words, "-o", "calm", cwd=tmp_path)[0] == 0
    process = start("shoal.batch", *words, "-R", 0, "-o", "shaken", cwd=tmp_path)
    kill_a_worker(process)
    assert process.wait(120) == 2
    (row,) = failures(tmp_path / "shaken")
    assert row["reason"] == "its worker was killed"
    done = {path: path.stat().st_mtime_ns for path in tmp_path.glob("tmp/batch_*/runs/*.feather")}
    assert len(done) == 5
    status, _, err = batch(*words, "-o", "shaken", "--resume", cwd=tmp_path)
    assert status == 0, err
    assert (tmp_path / "shaken" / "result.feather").read_bytes() == (
        tmp_path / "calm" / "result.feather"
    ).read_bytes()
    assert not (tmp_path / "shaken" / "failed_runs.csv").exists()
    assert os.listdir(tmp_path / "tmp") == []


def test_a_killed_batch_goes_on_and_leaves_no_process(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path, {"pause_us": 5000})
    words = ("-c", conf, "-S", modes, "-r", 6, "-j", 2, "-o", "out")
    process = start("shoal.batch", *words, cwd=tmp_path)
    while not list(tmp_path.glob("tmp/batch_*/runs/*.feather")):
        time.sleep(0.02)
    servers = children_of(process.pid)
    process.kill()
    process.wait()
    until = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in servers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in servers)
    status, _, err = batch(*words, "--resume", cwd=tmp_path)
    assert status == 0, err
    assert set(pd.read_feather(tmp_path / "out" / "result.feather").run) == set(range(6))


def test_a_full_disk_costs_the_runs_that_do_not_fit(modes, tmp_path):  # noqa: F811
    conf = batch_file(
        tmp_path,
        simulation_time={"batch_options": [0.5, 600.0]},
        save_data_period=0.02,
        result_filename_format="of_{simulation_time}.feather",
    )
    words = ("-c", conf, "-S", modes)
    assert batch(*words, "-o", "calm", cwd=tmp_path)[0] == 0
    small, large = ((tmp_path / "calm" / f"of_{time}.feather").read_bytes() for time in (0.5, 600.0))
    status, _, err = batch(*words, "-o", "out", cwd=tmp_path, largest_file=len(large) // 2)
    assert status == 2, err
    (row,) = failures(tmp_path / "out")
    assert (row["result"], row["seed"]) == ("of_600.0.feather", "0")
    assert "File too large" in row["reason"]
    assert (tmp_path / "out" / "of_0.5.feather").read_bytes() == small
    assert batch(*words, "-o", "out", "--resume", cwd=tmp_path)[0] == 0
    assert (tmp_path / "out" / "of_600.0.feather").read_bytes() == large


def test_a_result_that_cannot_be_written_is_made_by_resume_alone(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path, save_data_period=0.02, simulation_time=60.0)
    words = ("-c", conf, "-S", modes, "-r", 8, "-j", 2)
    assert batch(*words, "-o", "calm", cwd=tmp_path)[0] == 0
    calm = (tmp_path / "calm" / "result.feather").read_bytes()
    status, _, err = batch(*words, "-o", "out", cwd=tmp_path, largest_file=len(calm) - 1)
    assert status == 2, err
    (row,) = failures(tmp_path / "out")
    assert row["reason"].startswith("cannot be added to result.feather")
    assert os.listdir(tmp_path / "out") == ["failed_runs.csv"]
    done = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("tmp/batch_*/runs/*.feather")}
    assert len(done) == 8
    status, _, err = batch(*words, "-o", "out", "--resume", "--keep-temp", cwd=tmp_path)
    assert status == 0, err
    assert (tmp_path / "out" / "result.feather").read_bytes() == calm
    assert done == {
        path.name: path.stat().st_mtime_ns for path in tmp_path.glob("tmp/batch_*/runs/*.feather")
    }


def test_an_interrupted_batch_ends_at_once_and_goes_on_later(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path, {"pause_us": 5000})
    words = ("-c", conf, "-S", modes, "-r", 6, "-j", 2)
    assert batch(*words, "-o", "calm", cwd=tmp_path)[0] == 0
    process = start("shoal.batch", *words, "-o", "out", cwd=tmp_path)
    while not list(tmp_path.glob("tmp/batch_*/runs/*.feather")):
        time.sleep(0.02)
    servers = children_of(process.pid)
    runs = [child for server in servers for child in children_of(server)]
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert err.splitlines()[-1] == "Interrupted; --resume goes on from here"
    assert not any(Path(f"/proc/{pid}").exists() for pid in [*servers, *runs])
    assert not (tmp_path / "out" / "result.feather").exists()
    assert batch(*words, "-o", "out", "--resume", cwd=tmp_path)[0] == 0
    results = [(tmp_path / name / "result.feather").read_bytes() for name in ("calm", "out")]
    assert results[0] == results[1]


# ---- command line and classes ----


@pytest.mark.parametrize(("words", "named"), [
    (["-S", "."], "-c"),
    (["-c", "conf.yaml"], "-S"),
    (["-c", "none.yaml", "-S", "."], "none.yaml"),
    (["-c", "conf.yaml", "-S", "nowhere"], "nowhere"),
    (["-c", "conf.yaml", "-S", ".", "--frobnicate"], "--frobnicate"),
    (["-c", "conf.yaml", "-S", ".", "-r", "0"], "-r"),
    (["-c", "conf.yaml", "-S", ".", "-r", "x"], "-r"),
    (["-c", "conf.yaml", "-S", ".", "-R", "-1"], "-R"),
    (["-c", "conf.yaml", "-S", ".", "--time-limit", "0"], "--time-limit"),
    (["-c", "conf.yaml", "-S", ".", "-j", "0"], "-j"),
    (["-c", "conf.yaml", "-S", ".", "--only-output", "x.feather"], "x.feather"),
    (["-c", "column.yaml", "-S", "."], "objects.none"),
    (["-c", "arena.yaml", "-S", "."], "arena_file"),
])  # fmt: skip
def test_mistakes_are_one_line_and_status_1(modes, tmp_path, words, named):  # noqa: F811
    batch_file(tmp_path, result_new_columns=["objects.none"]).rename(tmp_path / "column.yaml")
    batch_file(tmp_path).rename(tmp_path / "conf.yaml")
    text = (tmp_path / "conf.yaml").read_text()
    (tmp_path / "arena.yaml").write_text(text.replace("square.csv", "nowhere.csv"))
    words = [str(modes) if word == "." else word for word in words]
    status, _, err = batch(*words, cwd=tmp_path)
    errors = [line for line in err.splitlines() if "[INFO]" not in line]
    assert (status, len(errors)) == (1, 1), err
    assert named in errors[0]


def test_an_unknown_key_is_told_once(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path, simulation_tim=3.0, simulation_time={"batch_options": [0.2, 0.1]})
    status, _, err = batch("-c", conf, "-S", modes, cwd=tmp_path)
    assert status == 0
    warnings = [line for line in err.splitlines() if "[WARNING]" in line]
    assert len(warnings) == 1
    assert "conf.yaml: simulation_tim: unknown key; did you mean simulation_time?" in warnings[0]


def test_list_outputs_and_only_output(modes, tmp_path):  # noqa: F811
    conf = batch_file(
        tmp_path,
        simulation_time={"batch_options": [0.5, 0.2]},
        result_filename_format="t_{simulation_time}.feather",
    )
    words = ("-c", conf, "-S", modes, "-o", "out")
    status, out, _ = batch(*words, "--list-outputs", cwd=tmp_path)
    assert (status, out.split()) == (0, ["out/t_0.2.feather", "out/t_0.5.feather"])
    assert batch(*words, "--only-output", "t_0.2.feather", cwd=tmp_path)[0] == 0
    assert os.listdir(tmp_path / "out") == ["t_0.2.feather"]


def test_a_script_replaces_what_a_combination_does(modes, tmp_path):  # noqa: F811
    seen = []

    class Runner(PogobotBatchRunner):
        def run_launcher_for_combination(self, tmp_cfg, output, cfg):
            result = super().run_launcher_for_combination(tmp_cfg, output, cfg)
            seen.append((cfg["simulation_time"], len(pd.read_feather(output))))
            return result

    conf = batch_file(tmp_path, simulation_time={"batch_options": [0.5, 0.2]})
    runner = Runner(str(conf), 2, str(modes), str(tmp_path / "tmp"), str(tmp_path / "out"), quiet=True)
    outputs = runner.run_all()
    assert outputs == [str(tmp_path / "out" / "result.feather")] * 2
    assert [time for time, _ in seen] == [0.5, 0.2]
    assert seen[1][1] > seen[0][1]  # rows of the second are added to those of the first
    assert os.listdir(tmp_path / "tmp") == []


def test_a_launcher_by_itself(modes, tmp_path):  # noqa: F811
    conf = batch_file(tmp_path)
    PogobotLauncher(
        2, conf, tmp_path / "r.feather", modes, tmp_path / "tmp", extra_columns={"a": "b"}
    ).launch_all()
    df, metadata = shoal.load(tmp_path / "r.feather")
    assert set(df.run) == {0, 1}
    assert set(df.a) == {"b"}
    assert metadata["configuration"]["simulation_time"] == 1.0
