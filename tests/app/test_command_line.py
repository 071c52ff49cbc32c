"""The `shoal` command and its flags."""

import json
import os
import re
import shutil

import pandas as pd
import pytest
from shoal import logs
from support.running import PREAMBLE, SHOAL, command, robots, run_in, scenario, write_scenario

SUBCOMMANDS = ["new", "build", "run", "check", "replay", "explain"]


@pytest.mark.parametrize("words", [[], *([name] for name in SUBCOMMANDS)], ids=["shoal", *SUBCOMMANDS])
def test_help_ends_with_0(shoal, words):
    for flag in ("-h", "--help"):
        result = shoal(*words, flag)
        assert (result.status, result.err) == (0, "")
        assert "Usage" in result.out or "OPTIONS" in result.out.upper()


def test_version_ends_with_0(shoal):
    for flag in ("-V", "--version"):
        result = shoal(flag)
        assert result.status == 0
        assert re.match(r"Shoal \d+\.\d+\.\d+", result.out)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["fly"],
        ["--fly"],
        ["run"],
        ["run", "DIR", "--fly"],
        ["run", "DIR", "-c"],
        ["run", "DIR", "extra"],
        ["check"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_ends_with_1(shoal, words, tmp_path):
    result = shoal(*words, cwd=tmp_path)
    assert result.status == 1
    assert result.err


@pytest.fixture
def program(controller, tmp_path):
    """The program beside a controller, in a directory with a scenario of one second."""
    built = controller("drive").parents[2]
    write_scenario(tmp_path, scenario())
    return built / built.name


def test_the_program_beside_a_controller_has_help_and_version(program, tmp_path):
    assert command(program, "-h", cwd=tmp_path).status == 0
    version = command(program, "-V", cwd=tmp_path)
    assert version.status == 0
    assert "v0.10.10" in version.out


def test_it_runs_with_the_flags_that_batch_scripts_give(program, tmp_path):
    result = command(program, "-c", "scenario.yaml", "-nr", "-q", "--seed", "3", "-g", cwd=tmp_path)
    assert (result.status, result.text) == (0, "")
    _, metadata = logs.load(tmp_path / "data.feather")
    assert metadata["configuration"]["seed"] == 3


def test_it_names_the_option_that_is_missing(program, tmp_path):
    result = command(program, "-g", cwd=tmp_path)
    assert result.status == 1
    assert "--config" in result.err


def test_it_can_be_found_through_the_path_and_a_link(program, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "robots").symlink_to(program)
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    result = command("env", f"PATH={path}", "robots", "-c", "scenario.yaml", "-g", cwd=tmp_path)
    assert result.status == 0


def test_it_refuses_what_it_does_not_know(program, tmp_path):
    assert command(program, "-c", "scenario.yaml", "stray", cwd=tmp_path).status == 1
    assert command(program, "-c", "scenario.yaml", "--fly", cwd=tmp_path).status == 1


# ---- run


def test_run_uses_the_scenario_of_the_directory(controller, shoal, tmp_path):
    directory = controller("drive").parents[2]
    copy = tmp_path / "drive"
    shutil.copytree(directory, copy, ignore=shutil.ignore_patterns("build"))
    result = shoal("run", copy, "-g", cwd=tmp_path)
    assert result.status == 1
    assert "-c" in result.err
    write_scenario(copy, scenario())
    assert shoal("run", copy, "-g", cwd=tmp_path).status == 0
    assert (tmp_path / "data.feather").exists()


def test_a_scenario_that_is_not_there(controller, shoal, tmp_path):
    result = shoal("run", controller("drive"), "-c", "none.yaml", "-g", cwd=tmp_path)
    assert result.status == 1
    assert "none.yaml" in result.err


def test_run_from_another_directory_finds_files_beside_the_scenario(controller, shoal, tmp_path):
    file = write_scenario(tmp_path / "project", scenario())
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert shoal("run", controller("drive"), "-c", file, "-g", cwd=elsewhere).status == 0
    assert (elsewhere / "data.feather").exists()


def test_a_missing_arena_lists_where_it_was_looked_for(run_scenario, tmp_path):
    run = run_scenario("drive", scenario(arena_file="nowhere.csv"))
    assert run.status == 1
    assert run.rows is None
    assert "nowhere.csv" in run.console
    assert str(tmp_path / "run0") in run.console


def test_quiet_and_verbose(run_scenario):
    usual = run_scenario("initial_values", scenario())
    assert "[PRINTF]" in usual.console
    assert "simulated time" in usual.console
    assert run_scenario("initial_values", scenario(), "-q").console == ""
    assert "simulated time" in run_scenario("initial_values", scenario(), "-v").console


def test_progress_goes_to_standard_error(controller, shoal, tmp_path):
    file = write_scenario(tmp_path, scenario())
    result = shoal("run", controller("drive"), "-c", file, "-g", "-P", cwd=tmp_path)
    assert result.status == 0
    assert "100" in result.err
    assert "%" not in result.out


@pytest.mark.parametrize("seed", ["-1", "4294967296", "1.5", "many", ""])
def test_a_seed_out_of_range_is_refused(controller, shoal, tmp_path, seed):
    file = write_scenario(tmp_path, scenario())
    for words in (["-s", seed], [f"--seed={seed}"]):
        result = shoal("run", controller("drive"), "-c", file, "-g", *words, cwd=tmp_path)
        assert result.status == 1, words
        assert "seed" in result.err


@pytest.mark.parametrize("seed", ["0", "4294967295"])
def test_seeds_at_the_ends_of_the_range(run_scenario, tmp_path, seed):
    assert run_scenario("drive", scenario(), "-s", seed).status == 0
    assert seed_of(tmp_path / "run0") == int(seed)


def seed_of(directory):
    _, metadata = logs.load(directory / "data.feather")
    return metadata["configuration"]["seed"]


def test_the_lines_seed_wins_over_the_files(run_scenario, tmp_path):
    content = scenario(objects={"robots": robots(5)})
    line = run_scenario("drive", content, "--seed", "7")
    assert seed_of(tmp_path / "run0") == 7
    file = run_scenario("drive", {**content, "seed": 7})
    assert seed_of(tmp_path / "run1") == 7
    other = run_scenario("drive", content)
    assert seed_of(tmp_path / "run2") == 1
    assert line.rows.equals(file.rows)
    assert not line.rows.equals(other.rows)


@pytest.mark.parametrize("seed", [None, "absent"])
def test_without_a_seed_one_is_drawn_told_and_kept(run_scenario, tmp_path, seed):
    content = scenario(objects={"robots": robots(5)})
    if seed is None:
        content["seed"] = None
    else:
        del content["seed"]
    first = run_scenario("drive", content)
    (told,) = re.findall(r"Using random seed (\d+)", first.console)
    assert seed_of(tmp_path / "run0") == int(told)
    again = run_scenario("drive", content, "--seed", told)
    assert again.rows.equals(first.rows)
    assert not run_scenario("drive", content).rows.equals(first.rows)


# ---- --set and --strict


def test_set_changes_the_scenario_and_is_kept_in_the_log(run_scenario, tmp_path):
    words = ["objects.robots.nb=3", "simulation_time=0.5", "objects.robots.x=", "objects.robots.y=~"]
    run = run_scenario("drive", scenario(), *(piece for word in words for piece in ("--set", word)))
    assert run.status == 0, run.console
    assert set(run.rows["robot_id"]) == {0, 1, 2}
    assert run.rows["time"].max() == pytest.approx(0.5)
    _, metadata = logs.load(tmp_path / "run0" / "data.feather")
    kept = metadata["configuration"]
    assert (kept["objects"]["robots"]["nb"], kept["simulation_time"]) == (3, 0.5)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("objects.robots.nb=many", ["objects.robots.nb", "many"]),
        ("time_step=fast", ["time_step", "fast"]),
        ("time_step=0", ["time_step"]),
        ("nonsense", ["nonsense", "KEY=VALUE"]),
        ("=3", ["="]),
        ("objects.nobody.nb=3", ["nobody"]),
    ],
)
def test_set_is_checked_like_the_file(run_scenario, word, told):
    run = run_scenario("drive", scenario(), "--set", word)
    assert run.status == 1, run.console
    assert run.rows is None
    for piece in told:
        assert piece in run.console


def test_an_unknown_key_gets_a_suggestion_and_is_an_error_if_strict(run_scenario):
    loose = run_scenario("drive", scenario(simulaton_time=3))
    strict = run_scenario("drive", scenario(simulaton_time=3), "--strict")
    assert (loose.status, strict.status) == (0, 1)
    for run in (loose, strict):
        assert re.search(r"scenario\.yaml:\d+:\d+: .*simulaton_time", run.console)
        assert "did you mean simulation_time?" in run.console
    # On the command line it is always one: nobody keeps leftovers there.
    line = run_scenario("drive", scenario(), "--set", "time_stp=0.02")
    assert line.status == 1
    assert "did you mean time_step?" in line.console


# ---- new, check, explain


def test_new_makes_a_project_that_runs(shoal, tmp_path):
    result = shoal("new", "my robots", cwd=tmp_path)
    assert result.status == 0
    assert (tmp_path / "my robots" / "main.c").exists()
    run = shoal("run", "my robots", "-g", "--set", "simulation_time=1", cwd=tmp_path)
    assert run.status == 0, run.text
    assert len(pd.read_feather(tmp_path / "frames" / "data.feather")) == 2 * 20


def test_new_fills_an_empty_directory_and_refuses_another(shoal, tmp_path):
    (tmp_path / "empty").mkdir()
    assert shoal("new", "empty", cwd=tmp_path).status == 0
    before = sorted(path.name for path in (tmp_path / "empty").iterdir())
    result = shoal("new", "empty", cwd=tmp_path)
    assert result.status == 1
    assert "empty" in result.err
    assert sorted(path.name for path in (tmp_path / "empty").iterdir()) == before
    (tmp_path / "file").write_text("mine")
    assert shoal("new", "file", cwd=tmp_path).status == 1
    assert (tmp_path / "file").read_text() == "mine"


def test_check_tells_good_from_bad(shoal, tmp_path):
    good = write_scenario(tmp_path / "good", scenario())
    bad = write_scenario(tmp_path / "bad", scenario(simulation_time="10 s"))
    no_arena = write_scenario(tmp_path / "no_arena", scenario(arena_file="missing.csv"))
    assert shoal("check", good).status == 0
    result = shoal("check", good, bad, no_arena)
    assert result.status == 1
    assert f"{good}: correct" in result.out
    assert re.search(rf"{re.escape(str(bad))}:\d+:\d+: simulation_time", result.err)
    assert "missing.csv" in result.err
    assert shoal("check", bad, "--set", "simulation_time=10").status == 0
    odd = write_scenario(tmp_path / "odd", scenario(simulaton_time=1))
    assert shoal("check", odd).status == 0
    assert shoal("check", odd, "--strict").status == 1


def test_explain_says_what_a_key_means(shoal):
    result = shoal("explain", "time_step")
    assert result.status == 0
    for word in ("time_step", "0.01", "s"):
        assert word in result.out
    assert shoal("explain", "objects.robots.radius").status == 0
    unknown = shoal("explain", "time_stp")
    assert unknown.status == 1
    assert "time_step" in unknown.err


def test_explain_writes_the_reference_and_the_schema(shoal):
    page = shoal("explain", "--markdown")
    assert page.status == 0
    assert page.out.startswith("# ")
    assert page.out == shoal("explain").out
    schema = json.loads(shoal("explain", "--json-schema").out)
    assert "time_step" in schema["properties"]
    assert schema["$schema"].startswith("http")


# ---- what surrounds a run


def test_no_display_is_needed(run_scenario):
    assert run_scenario("drive", scenario(), env={"DISPLAY": "", "SDL_VIDEODRIVER": "nonsense"}).status == 0


@pytest.fixture
def comma_locale(tmp_path):
    """The environment of a user whose numbers have a decimal comma and points between thousands."""
    made = command("localedef", "-i", "de_DE", "-f", "UTF-8", tmp_path / "de_DE.UTF-8")
    if made.status != 0:
        pytest.skip("no locale can be made here")
    return {"LOCPATH": str(tmp_path), "LC_ALL": "de_DE.UTF-8"}


COMMA = (
    PREAMBLE
    + """
#include <locale.h>
static void user_init(void) {
    setlocale(LC_ALL, "");
    char text[16];
    snprintf(text, sizeof text, "%.1f", 0.5);
    printf("half is %s\\n", text);
    float speed = 0;
    init_float_from_configuration(&speed, "speed", 0);
    printf("speed is %d\\n", (int)(1000 * speed));
}
int main(void) { pogobot_start(user_init, NULL); return 0; }
"""
)


def test_a_comma_locale_changes_nothing(run_scenario, comma_locale, tmp_path):
    content = scenario(objects={"robots": robots(10)}, arena_surface=1234567.5, parameters={"speed": 1.5})
    plain = run_scenario(COMMA, content, env={"LC_ALL": "C"})
    local = run_scenario(COMMA, content, env=comma_locale)
    assert plain.printed() == ["half is 0.5", "speed is 1500"] * 10
    assert local.printed() == ["half is 0,5", "speed is 1500"] * 10
    assert local.rows.equals(plain.rows)
    metadata = [logs.load(tmp_path / name / "data.feather")[1] for name in ("run0", "run1")]
    assert metadata[0] == metadata[1]


@pytest.mark.parametrize("name", ["with space", "größe 🐟", "-dash", "quote'\"", "a$b;c"])
def test_odd_path_names_work_everywhere(controller, shoal, tmp_path, name):
    directory = tmp_path / name
    shutil.copytree(
        controller("drive").parents[2], directory, ignore=shutil.ignore_patterns("build", "drive")
    )
    (directory / "main.c").write_text('#include "own header.h"\n' + (directory / "main.c").read_text())
    (directory / "own header.h").write_text("")
    assert shoal("build", directory, "-v").err != ""
    assert shoal("build", directory, "-v").err == ""
    run = run_in(directory, directory, scenario(data_filename=f"logs of {name}/{name}.feather"))
    assert run.status == 0, run.console
    assert len(pd.read_feather(directory / f"logs of {name}" / f"{name}.feather")) == 11
    assert command(directory / name, "-c", "scenario.yaml", "-g", cwd=directory).status == 0


def test_a_data_file_that_cannot_be_written_is_an_error(run_scenario):
    run = run_scenario("drive", scenario(data_filename="/proc/none/data.feather"))
    assert run.status == 2
    assert "/proc/none" in run.console


def test_a_data_file_that_is_a_directory_is_an_error(run_scenario):
    run = run_scenario("drive", scenario(data_filename="."))
    assert run.status == 2
    assert "directory" in run.console


def test_a_log_can_go_to_a_device_or_a_pipe(controller, tmp_path):
    words = ["run", controller("callbacks"), "-c", write_scenario(tmp_path, scenario()), "-g", "-q", "--set"]
    assert command(SHOAL, *words, "data_filename=/dev/null", cwd=tmp_path).status == 0
    piped = command(
        "sh",
        "-c",
        '"$@" | cat >piped.feather',
        "sh",
        SHOAL,
        *words,
        "data_filename=/dev/stdout",
        cwd=tmp_path,
    )
    assert piped.status == 0
    command(SHOAL, *words, "data_filename=plain.feather", cwd=tmp_path)
    pd.testing.assert_frame_equal(
        pd.read_feather(tmp_path / "piped.feather"), pd.read_feather(tmp_path / "plain.feather")
    )
