"""A SLURM of one node, run by whoever runs the tests: munge, controller and node daemon with all of their files in one folder."""

from __future__ import annotations

import contextlib
import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")
_UP_WITHIN = 60.0  # s

_CONFIGURATION = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={node_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/node.pid
SlurmctldLogFile={folder}/controller.log
SlurmdLogFile={folder}/node.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing() -> list[str]:
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    return [program for program in PROGRAMS if shutil.which(program, path=path) is None]


@contextlib.contextmanager
def running(folder: Path) -> Iterator[dict[str, str]]:
    """The environment in which ``sbatch`` and its like find this SLURM."""
    environment = {
        **os.environ,
        "SLURM_CONF": str(folder / "slurm.conf"),
        "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin",
    }
    for name in ("state", "spool"):
        (folder / name).mkdir()
    (folder / "slurm.conf").write_text(
        _CONFIGURATION.format(host=socket.gethostname(), port=_free_port(), node_port=_free_port(), folder=folder,
                              user=getpass.getuser(), cpus=os.cpu_count())
    )  # fmt: skip
    key = folder / "munge.key"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o600)
    munge = {"key-file": key, "socket": folder / "munge.socket", "pid-file": folder / "munge.pid",
             "log-file": folder / "munge.log", "seed-file": folder / "munge.seed"}  # fmt: skip
    with contextlib.ExitStack() as daemons:
        flags = [f"--{name}={path}" for name, path in munge.items()]
        _start(daemons, environment, folder, "munged", "--foreground", "--force", *flags)
        _wait(lambda: munge["socket"].exists())
        _start(daemons, environment, folder, "slurmctld", "-D")
        _start(daemons, environment, folder, "slurmd", "-D")
        _wait(lambda: "idle" in _state(environment))
        yield environment


def _start(daemons: contextlib.ExitStack, environment: dict[str, str], folder: Path, *command: str) -> None:
    out = daemons.enter_context(open(folder / f"{command[0]}.out", "w"))  # noqa: SIM115
    program = shutil.which(command[0], path=environment["PATH"])
    process = subprocess.Popen([program, *command[1:]], env=environment, stdout=out, stderr=out)
    daemons.callback(process.wait)
    daemons.callback(process.terminate)


def _state(environment: dict[str, str]) -> str:
    return subprocess.run(["sinfo", "-h", "-o", "%T"], env=environment, capture_output=True, text=True).stdout


def _wait(ready) -> None:
    until = time.monotonic() + _UP_WITHIN
    while not ready():
        if time.monotonic() > until:
            raise TimeoutError("SLURM did not come up")
        time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
