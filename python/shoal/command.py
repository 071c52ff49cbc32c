"""The ``shoal`` command of the package: the program that came with it, and what is written in Python."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_PROGRAM = _HERE / "bin" / "shoal"
_IN_PYTHON = ("batch", "optimize", "plot", "compare")


def main() -> int:
    words = sys.argv[1:]
    if words and words[0] in _IN_PYTHON:
        return importlib.import_module(f"shoal.{words[0]}").main(words[1:])
    _let_it_find_arrow()
    os.execv(_PROGRAM, [str(_PROGRAM), *words])


def _let_it_find_arrow() -> None:
    """The program looks for pyarrow beside the package; it may also lie elsewhere on Python's path."""
    if (_HERE.parent / "pyarrow").is_dir():
        return
    found = importlib.util.find_spec("pyarrow")
    if found and found.submodule_search_locations:
        folders = [*found.submodule_search_locations, os.environ.get("LD_LIBRARY_PATH", "")]
        os.environ["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, folders))


if __name__ == "__main__":
    sys.exit(main())
