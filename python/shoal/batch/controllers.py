"""What ``-S`` may name, and how one run of it is started."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

from shoal.command_line import Mistake

_SOURCES = (".c", ".cpp")


class Controller(NamedTuple):
    """A shared object that Shoal runs; or a program of its own that takes Pogosim's flags."""

    path: str
    shared_object: bool

    @property
    def simulator(self) -> str:
        return str(shoal_program()) if self.shared_object else self.path


def find_controller(target: str | os.PathLike) -> Controller:
    """A folder with sources (built if stale), a shared object, the program beside one, or any other program."""
    path = Path(target)
    if path.is_dir():
        return Controller(_build(path), True)
    if not path.exists() and path.name == path.absolute().parent.name and _has_sources(path.parent):
        return Controller(_build(path.parent), True)  # the program that a build will put there
    if not path.is_file():
        raise Mistake(f"-S: there is no {path}")
    path = path.absolute()
    if path.suffix == ".so":
        return Controller(str(path), True)
    image = path.parent / "build" / "sim" / f"{path.name}.so"
    if image.is_file():
        if _has_sources(path.parent):
            return Controller(_build(path.parent), True)
        return Controller(str(image), True)
    if not os.access(path, os.X_OK):
        raise Mistake(f"-S: {path} is neither a controller nor a program")
    return Controller(str(path), False)


def shoal_program() -> Path:
    """The ``shoal`` command: $SHOAL_BIN, else in this package, in the tree that it is in, beside Python, on the PATH."""
    named = os.environ.get("SHOAL_BIN")
    package = Path(__file__).resolve().parents[1]
    places = [
        package / "bin" / "shoal",
        package.parents[1] / "build" / "bin" / "shoal",
        Path(sysconfig.get_path("scripts")) / "shoal",
    ]
    on_path = shutil.which("shoal")
    for place in [Path(named)] if named else [*places, *([Path(on_path)] if on_path else [])]:
        if os.access(place, os.X_OK) and place.is_file():
            return place.absolute()
    raise Mistake(f"the shoal command is not there: looked for {named or places[0]}; SHOAL_BIN may name it")


def _has_sources(folder: Path) -> bool:
    return folder.is_dir() and any(entry.suffix in _SOURCES for entry in folder.iterdir())


def _build(folder: Path) -> str:
    done = subprocess.run([shoal_program(), "build", folder], capture_output=True, text=True)
    if done.returncode != 0:
        sys.stderr.write(done.stderr)
        raise Mistake(f"-S: the controller in {folder} cannot be built")
    return str(Path(done.stdout.strip().splitlines()[-1]).absolute())
