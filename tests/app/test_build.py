"""`shoal build`: what it builds, when, and what it says when that fails."""

import os
import shutil
import threading
import time

import pytest
from support.running import PREAMBLE, scenario, shoal, write_scenario

MAIN = PREAMBLE + "int main(void) { pogobot_start(NULL, NULL); return 0; }\n"


@pytest.fixture
def project(tmp_path):
    directory = tmp_path / "project"
    directory.mkdir()
    (directory / "main.c").write_text(MAIN)
    return directory


def build(directory, **options):
    return shoal("build", directory, "-v", **options)


def compiles(result) -> int:
    """How many source files a build compiled."""
    assert result.status == 0, result.text
    return result.err.count(" -c ")


def test_a_build_makes_the_image_and_a_program_beside_the_sources(project):
    result = build(project)
    assert result.status == 0
    assert result.out.strip() == str(project / "build" / "sim" / "project.so")
    assert (project / "build" / "sim" / "project.so").exists()
    assert os.access(project / "project", os.X_OK)


def test_an_unchanged_project_is_not_built_again(project):
    assert compiles(build(project)) == 1
    started = time.monotonic()
    again = build(project)
    assert (again.status, again.err) == (0, "")
    assert time.monotonic() - started < 1.0


def touch(path):
    later = time.time_ns() + 5_000_000  # at once, but surely after the build
    os.utime(path, ns=(later, later))


def test_what_changed_leads_to_a_new_build(project):
    (project / "tools").mkdir()
    (project / "own.h").write_text("#define OWN 1\n")
    (project / "tools" / "deep.h").write_text("#define DEEP 1\n")
    (project / "main.c").write_text('#include "own.h"\n#include "tools/deep.h"\n' + MAIN)
    assert compiles(build(project)) == 1
    for name in ("main.c", "own.h", "tools/deep.h"):
        touch(project / name)
        assert compiles(build(project)) == 1, name
        time.sleep(0.02)


def test_sources_that_come_and_go_lead_to_a_new_build(project):
    build(project)
    (project / "more.c").write_text("int more(void) { return 1; }\n")
    os.utime(project / "more.c", (1, 1))  # older than the image
    assert compiles(build(project)) == 2
    (project / "more.c").unlink()
    assert compiles(build(project)) == 1


def test_another_compiler_leads_to_a_new_build(project, tmp_path):
    build(project)
    compiler = tmp_path / "my cc"
    compiler.symlink_to(shutil.which("cc"))
    assert compiles(build(project, env={"SIM_CC": str(compiler)})) == 1
    assert compiles(build(project, env={"SIM_CC": str(compiler)})) == 0


def test_a_missing_program_is_built_again(project):
    build(project)
    (project / "project").unlink()
    assert build(project).status == 0
    assert (project / "project").exists()


def test_c_and_cpp_can_be_mixed(project):
    (project / "help.cpp").write_text(
        '#include "pogobase.h"\n#include <string>\n'
        'extern "C" int helper(void) { return static_cast<int>(std::string("four").size()); }\n'
    )
    assert compiles(build(project)) == 2


def test_a_mistake_in_the_source_is_shown(project):
    (project / "main.c").write_text(MAIN.replace("return 0;", "return nothing;"))
    result = build(project)
    assert result.status == 1
    assert "main.c" in result.err
    assert "nothing" in result.err
    assert not (project / "build" / "sim" / "project.so").exists()


def test_a_failed_build_keeps_the_last_image_but_does_not_run_it(project):
    build(project)
    (project / "main.c").write_text("int main(void) { return nothing; }\n")
    touch(project / "main.c")
    assert build(project).status == 1
    assert build(project).status == 1


def test_a_directory_without_sources(tmp_path):
    (tmp_path / "notes.txt").write_text("nothing here")
    result = shoal("build", tmp_path)
    assert result.status == 1
    assert ".c" in result.err


@pytest.mark.parametrize("name", ["none", "", "file.txt"])
def test_what_is_no_directory(tmp_path, name):
    (tmp_path / "file.txt").write_text("")
    result = shoal("build", name, cwd=tmp_path)
    assert result.status == 1
    assert "directory" in result.err


def test_missing_user_data_is_explained(project):
    unregistered = MAIN.replace("REGISTER_USERDATA(USERDATA)", "")
    (project / "main.c").write_text(unregistered.replace("pogobot_start", "mydata->value = 1; pogobot_start"))
    result = build(project)
    assert result.status == 1
    assert "REGISTER_USERDATA" in result.err


def test_a_function_that_is_nowhere_is_an_error_of_the_build(project):
    (project / "main.c").write_text("void nowhere(void);\n" + MAIN.replace("return 0", "nowhere(); return 0"))
    result = build(project)
    assert result.status == 1
    assert "nowhere" in result.err


def test_a_compiler_that_is_not_there(project):
    result = build(project, env={"SIM_CC": "no-such-compiler"})
    assert result.status == 1
    assert "no-such-compiler" in result.err


def test_a_directory_called_build(tmp_path):
    directory = tmp_path / "build"
    directory.mkdir()
    (directory / "main.c").write_text(MAIN)
    result = build(directory)
    assert result.status == 1
    assert "build" in result.err


def test_builds_at_the_same_time_do_not_disturb_each_other(project):
    results = []
    threads = [threading.Thread(target=lambda: results.append(build(project))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [result.status for result in results] == [0] * 4
    assert sum(result.err.count(" -c ") for result in results) == 1
    assert sorted(path.name for path in project.iterdir()) == ["build", "main.c", "project"]


def test_a_directory_that_cannot_be_written(project):
    if os.geteuid() == 0:
        pytest.skip("the superuser can write anywhere")
    project.chmod(0o555)
    try:
        result = build(project)
    finally:
        project.chmod(0o755)
    assert result.status == 1
    assert "build" in result.err


def test_an_image_of_another_kind_is_refused(tmp_path):
    (tmp_path / "fake.so").write_bytes(b"not a library")
    write_scenario(tmp_path, scenario())
    result = shoal("run", tmp_path / "fake.so", "-c", tmp_path / "scenario.yaml", "-g", cwd=tmp_path)
    assert result.status == 2
    assert "not a controller" in result.err
    assert not list(tmp_path.glob("**/*.feather"))
