"""Does runs: a small process that reads one a line from its input and answers each with how it ended.

A fork of this process does them, one after another, so that nothing has to be loaded again; after a failure, and now and
then, a new fork takes over. So whatever a controller does (crash, leak, loop) stays away from the batch. Without the
compiled core, with a window or for a foreign program, the fork becomes a command for one run.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import sys
import time
from typing import NoReturn

try:
    from shoal.simulation import Simulation
except ImportError:
    Simulation = None

_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux
_LIBC = ctypes.CDLL(None)
_FAILED = 2
_DONE = b"."
_RUNS_OF_A_FORK = 200  # then what controllers have leaked goes with it


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver decides what an interrupt means
    fork = None
    for line in sys.stdin:
        start = time.monotonic()
        fork = fork or _Fork()
        status, late = fork.do(line, json.loads(line)["time_limit"])
        print(json.dumps({"status": status, "late": late, "seconds": time.monotonic() - start}), flush=True)
        if fork.over:
            fork = None


class _Fork:
    """A child in a process group of its own, which dies with us."""

    def __init__(self):
        server = os.getpid()
        orders, self._orders = os.pipe()
        self._answers, answers = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(self._orders)
            os.close(self._answers)
            _become(server, orders, answers)
        with contextlib.suppress(OSError):  # it does so too: whoever comes first
            os.setpgid(self._process, self._process)
        os.close(orders)
        os.close(answers)
        self._handle = os.pidfd_open(self._process)
        self._runs = 0
        self.over = False

    def do(self, line: str, limit: float | None) -> tuple[int, bool]:
        """Exit status, or less the signal that ended the run; and whether it took too long."""
        os.write(self._orders, line.encode())
        ready, _, _ = select.select([self._answers, self._handle, sys.stdin], [], [], limit)
        if ready == [sys.stdin]:
            self._end(kill=True)
            raise SystemExit("the batch is gone")
        if self._answers in ready and os.read(self._answers, 1) == _DONE:
            self._runs += 1
            if self._runs == _RUNS_OF_A_FORK:
                self._end()
            return 0, False
        return self._end(kill=not ready), not ready

    def _end(self, kill: bool = False) -> int:
        self.over = True
        os.close(self._orders)
        if kill:
            os.killpg(self._process, signal.SIGKILL)
        _, status = os.waitpid(self._process, 0)
        os.close(self._answers)
        os.close(self._handle)
        return os.waitstatus_to_exitcode(status)


def _become(server: int, orders: int, answers: int) -> NoReturn:
    """The child: says what it has to say to the notes of its run, and never returns."""
    try:
        os.setpgid(0, 0)
        _LIBC.prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != server:  # it was killed before this child could say that it wants to go with it
            os._exit(_FAILED)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.set_inheritable(answers, True)  # a command keeps it open: its end would look like an answer
        for line in open(orders):  # noqa: SIM115
            order = json.loads(line)
            _say_to(order["notes"])
            if not order["in_process"] or Simulation is None:
                os.execv(order["command"][0], order["command"])
            _simulate(order)
            _LIBC.fflush(None)
            os.write(answers, _DONE)
    except BaseException as error:
        _LIBC.fflush(None)
        os.write(2, f"Error: {error}\n".encode())
        os._exit(_FAILED)
    os._exit(0)


def _say_to(notes: str) -> None:
    file = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(nothing)
    os.close(file)


def _simulate(order: dict) -> None:
    overrides = dict(setting.split("=", 1) for setting in order["settings"])
    log = overrides.pop("data_filename")
    Simulation(order["scenario"], order["controller"], order["seed"], overrides, log=log).run()


if __name__ == "__main__":
    main()
