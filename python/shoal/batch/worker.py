"""Does one run, wherever an engine puts it: in a thread here, or in a worker on another machine."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from shoal.batch.foreign import private_command, take_log
from shoal.batch.tasks import Outcome, Task

_own = threading.local()
_servers: set[Server] = set()
_servers_lock = threading.Lock()


class ServerDied(Exception):
    """The process that starts runs was killed."""


class Server:
    """A ``shoal.batch.server`` of this thread."""

    def __init__(self):
        package = str(Path(__file__).resolve().parents[2])
        path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "shoal.batch.server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )

    def run(self, order: dict) -> dict:
        try:
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            answer = b""
        if not answer:
            raise ServerDied
        return json.loads(answer)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def execute(task: Task) -> Outcome:
    """Does a run, again if a signal or the time limit ended it."""
    for attempts in range(1, task.retries + 2):  # noqa: B007
        reason, again, seconds = _attempt(task)
        if not (reason and again):
            break
    return Outcome(task, reason, attempts, seconds)


def close_servers() -> None:
    """Ends what this process has started; runs under way are ended too."""
    with _servers_lock:
        servers = list(_servers)
        _servers.clear()
    for server in servers:
        server.close()


def _attempt(task: Task) -> tuple[str, bool, float]:
    """Why it failed (or nothing), whether trying again makes sense, and how long it took."""
    try:
        order = _order(task)
    except OSError as error:
        return f"{error.filename}: {error.strerror}", False, 0.0
    try:
        answer = _server().run(order)
    except ServerDied:
        _forget_server()
        return "its worker was killed", True, 0.0
    status, seconds = answer["status"], answer["seconds"]
    if answer["late"]:
        return f"took longer than {task.time_limit:g} s", True, seconds
    if status < 0:
        return f"killed by {signal.Signals(-status).name}{_last_words(task)}", True, seconds
    if status > 0:
        return _last_words(task, f"ended with status {status}"), False, seconds
    if not take_log(task):
        return "wrote no log; does the scenario set enable_data_logging to false?", False, seconds
    Path(task.notes).unlink(missing_ok=True)
    return "", False, seconds


def _order(task: Task) -> dict:
    own = task.controller.shared_object
    settings = _settings(task)
    flags = ["-nr", "-q", "--seed", str(task.seed), *([] if task.gui else ["-g"])]
    if own:
        sets = [word for setting in settings for word in ("--set", setting)]
        command = [task.controller.simulator, "run", task.controller.path, "-c", task.scenario, *flags, *sets]
    else:
        command = private_command(task, flags)
    return {
        "command": command,
        "in_process": own and not task.gui and not task.folder,
        "scenario": task.scenario,
        "controller": task.controller.path,
        "seed": task.seed,
        "settings": settings,
        "notes": task.notes,
        "time_limit": task.time_limit,
    }


def _settings(task: Task) -> list[str]:
    """What a run of a batch has of its own: its files, and one thread, for there are other runs beside it."""
    settings = [f"data_filename={task.log}", "threads=1"]
    if not task.folder:
        return [*settings, "enable_console_logging=false", "save_video_period=-1", "progress_bar=false"]
    frames = Path(task.folder) / "frames"
    return [
        *settings,
        f"console_filename={frames / 'console.txt'}",
        f"frames_name={frames / 'f{:010.4f}.png'}",
    ]


def _server() -> Server:
    if getattr(_own, "server", None) is None:
        _own.server = Server()
        with _servers_lock:
            _servers.add(_own.server)
    return _own.server


def _forget_server() -> None:
    server, _own.server = _own.server, None
    with _servers_lock:
        _servers.discard(server)
    server.close()


def _last_words(task: Task, otherwise: str = "") -> str:
    """The last error that a failed run printed; its notes stay where they are."""
    try:
        lines = Path(task.notes).read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    errors = [line for line in lines if "error" in line.lower()] or [line for line in lines if line.strip()]
    if not errors:
        return otherwise
    words = errors[-1].strip().removeprefix("Error: ")
    return words if otherwise else f": {words}"
