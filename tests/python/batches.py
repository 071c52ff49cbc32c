"""Batches for tests: one controller that does well or badly, as its scenario says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from support.running import PREAMBLE, SQUARE, robots, scenario, shoal

MODES = """
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static int32_t mode;      // what robots do at step 5
static uint32_t pause_us; // of wall time, each step
void user_init(void) {}
void user_step(void) {
    mydata->value = rand() % 1000;
    struct timespec pause = {pause_us / 1000000, pause_us % 1000000 * 1000L};
    if (pause_us > 0) syscall(SYS_nanosleep, &pause, 0);  // usleep would take time of the robot's
    if (pogobot_ticks < 5) return;
    if (mode == 1) *(volatile int*)16 = 0;
    if (mode == 2) kill(getpid(), SIGKILL);
}
void schema(void) { data_add_column_int32("value"); }
void rows(void) { data_set_value_int32("value", mydata->value); }
void parameters(void) {
    init_from_configuration(mode);
    init_from_configuration(pause_us);
}
int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, parameters);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, rows);
    return 0;
}
"""


def build_modes(folder: Path) -> Path:
    folder.mkdir()
    (folder / "main.c").write_text(PREAMBLE + MODES)
    result = shoal("build", folder)
    assert result.status == 0, result.text
    return folder


def batch_file(folder: Path, parameters: dict | None = None, **keys) -> Path:
    content = scenario(
        objects={"robots": robots(2)}, parameters={"mode": 0, "pause_us": 0, **(parameters or {})}, **keys
    )
    del content["seed"]
    return write(folder / "conf.yaml", content)


def write(file: Path, content: dict) -> Path:
    (file.parent / "square.csv").write_text(SQUARE)
    file.write_text(yaml.safe_dump(content, sort_keys=False))
    return file


def start(module: str, *words, cwd: Path, largest_file: int | None = None) -> subprocess.Popen:
    """``largest_file`` (bytes): writing goes wrong there, as on a full disk."""
    limit = ["prlimit", f"--fsize={largest_file}"] if largest_file else []
    return subprocess.Popen(
        [*limit, sys.executable, "-m", module, *map(str, words)],
        cwd=cwd,
        env=os.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(module: str, *words, cwd: Path, largest_file: int | None = None) -> tuple[int, str, str]:
    process = start(module, *words, cwd=cwd, largest_file=largest_file)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def children_of(pid: int) -> list[int]:
    """Its child processes; none if it is gone."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


@pytest.fixture(scope="session")
def modes(tmp_path_factory):
    return build_modes(tmp_path_factory.mktemp("controllers") / "modes")
