"""Starts runs: a small process that reads one a line from its input and answers each with how it ended.

Each run is a fork of this process: nothing has to be loaded again, and whatever a controller does (crash, leak, loop)
stays in a process of its own. The simulation runs in the fork if the compiled core is here, else as the command.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import sys
import time
from typing import NoReturn

try:
    from shoal import _core
except ImportError:
    _core = None

_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux
_LIBC = ctypes.CDLL(None)
_FAILED = 2


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver decides what an interrupt means
    for line in sys.stdin:
        print(json.dumps(_run(json.loads(line))), flush=True)


def _run(order: dict) -> dict:
    start = time.monotonic()
    server = os.getpid()
    child = os.fork()
    if child == 0:
        _become(order, server)
    try:
        ended = _wait(child, order["time_limit"])
    except BaseException:
        os.killpg(child, signal.SIGKILL)
        raise
    if not ended:
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return {
        "status": os.waitstatus_to_exitcode(status),
        "late": not ended,
        "seconds": time.monotonic() - start,
    }


def _wait(child: int, limit: float | None) -> bool:
    """Whether it ended in time. If the driver goes away meanwhile, so do we."""
    handle = os.pidfd_open(child)
    try:
        ready, _, _ = select.select([handle, sys.stdin], [], [], limit)
        if ready and handle not in ready:
            raise SystemExit("the batch is gone")
        return bool(ready)
    finally:
        os.close(handle)


def _become(order: dict, server: int) -> NoReturn:
    """The child: says what it has to say to the notes, and never returns."""
    try:
        os.setpgid(0, 0)
        _LIBC.prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != server:  # it was killed before this child could say that it wants to go with it
            os._exit(_FAILED)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        _say_to(order["notes"])
        if order["in_process"] and _core is not None:
            _simulate(order)
        os.execv(order["command"][0], order["command"])
    except BaseException as error:
        os.write(2, f"Error: {error}\n".encode())
    os._exit(_FAILED)


def _say_to(notes: str) -> None:
    file = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(file, 1)
    os.dup2(file, 2)


def _simulate(order: dict) -> NoReturn:
    from shoal.simulation import Simulation

    overrides = dict(setting.split("=", 1) for setting in order["settings"])
    log = overrides.pop("data_filename")
    Simulation(order["scenario"], order["controller"], order["seed"], overrides, log=log).run()
    os._exit(0)


if __name__ == "__main__":
    main()
