"""`shoal replay`: a log is run again from what it says of itself, and compared row by row."""

import shutil

import pyarrow.feather as feather
import pytest
from support.running import robots, scenario, shoal, write_scenario

BUSY = {"robots": robots(12, communication_radius=150.0, linear_noise_stddev=3.0)}
SCENE = scenario(objects=BUSY, arena_surface=4e5)


@pytest.fixture
def log(tmp_path, controller):
    """The log of a run whose files are gone but for the controller."""

    def make(scene=SCENE, *flags, name="data.feather", what="busy"):
        image = controller(what)
        work = tmp_path / "work"
        file = write_scenario(work, scene)
        (work / "formation.csv").write_text(
            "x,y\n" + "".join(f"{60 + 90 * (i % 6)},{100 + 200 * (i // 6)}\n" for i in range(12))
        )
        result = shoal("run", image, "-c", file, "-g", "-q", *flags, cwd=work)
        assert result.status == 0, result.text
        shutil.copy(work / name, tmp_path / name)
        for other in ("square.csv", "scenario.yaml", "formation.csv", "data.feather"):
            (work / other).unlink(missing_ok=True)
        return tmp_path / name

    return make


@pytest.mark.parametrize(
    ("scene", "flags"),
    [
        (SCENE, []),
        (SCENE, ["--set", "time_step=0.02", "--seed", "77"]),
        ({**SCENE, "compatibility": "pogosim", "save_data_period": 0.07}, []),
        ({**SCENE, "initial_formation": "imported", "formation_filename": "formation.csv"}, []),
        ({**SCENE, "data_logger_fields": ["time", "x", "hash"]}, []),
    ],
    ids=["plain", "overrides", "pogosim", "formation", "fields"],
)
def test_a_log_is_the_same_again(log, scene, flags):
    result = shoal("replay", log(scene, *flags))
    assert result.status == 0, result.text
    assert result.out.startswith("same: ")


def test_threads_do_not_matter(log):
    assert shoal("replay", log(), "--threads", "3").status == 0


def changed(path, column, row, value):
    table = feather.read_table(path)
    frame = table.to_pandas()
    frame.loc[row, column] = value
    new = table.from_pandas(frame, schema=table.schema, preserve_index=False)
    feather.write_feather(new.replace_schema_metadata(table.schema.metadata), path)
    return frame.loc[row]


def test_the_first_difference_is_named(log):
    path = log()
    changed(path, "y", 90, 3.0)
    where = changed(path, "x", 57, 1234.5)
    result = shoal("replay", path)
    assert result.status == 1
    assert f"robot {where['robot_id']} (robots), column x: 1234.5 in the log" in result.out
    assert f"different at {where['time']:.2g} s" in result.out
    assert "(row 57)" in result.out


def test_another_controller_is_compared_on_request(log, controller, tmp_path):
    path = log()
    result = shoal("replay", path, "--controller", controller("busy_cpp"))
    assert result.status == 1
    assert "column hash is not written any more" in result.out


def test_the_rest_of_a_run_is_compared_with_the_rest(log, tmp_path, controller):
    work = tmp_path / "work"
    state = work / "state"
    log(SCENE, "--save", state, "--save-at", "0.5")
    rest = log(SCENE, "--resume", state, "--set", "data_filename=rest.feather", name="rest.feather")
    result = shoal("replay", rest)
    assert result.status == 0, result.text


def with_metadata(path, change):
    table = feather.read_table(path)
    metadata = dict(table.schema.metadata)
    change(metadata)
    feather.write_feather(table.replace_schema_metadata(metadata), path)


@pytest.mark.parametrize("entry", ["controller", "controller_digest", "arena_text", "configuration"])
def test_what_a_log_lacks_is_said(log, entry):
    path = log()
    with_metadata(path, lambda metadata: metadata.pop(entry.encode()))
    result = shoal("replay", path)
    assert result.status == 2
    assert entry in result.err


def test_a_controller_that_has_changed_is_refused(log):
    path = log()
    with_metadata(path, lambda metadata: metadata.update({b"controller_digest": b"0" * 16}))
    result = shoal("replay", path)
    assert result.status == 2
    assert "has changed" in result.err


def test_what_is_no_log_is_refused(tmp_path):
    file = tmp_path / "data.feather"
    file.write_text("no log")
    assert shoal("replay", file).status == 2
    assert shoal("replay", tmp_path / "missing.feather").status == 2
