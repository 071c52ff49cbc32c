"""What the commands written in Python have in common: a mistake is one line that names it, and exit status 1."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

MISTAKE = 1
INTERRUPTED = 130  # 128 + SIGINT


class Mistake(ValueError):
    """The user's: a flag, key, file or column, with what was found and what was expected."""


class Parser(argparse.ArgumentParser):
    """Flags as users know them; no abbreviations, and one line about a wrong one."""

    def __init__(self, **options):
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        raise Mistake(f"{message} (see {self.prog} --help)")


def run(command: Callable[[Sequence[str]], int], argv: Sequence[str] | None) -> int:
    """Runs a command to its exit status."""
    try:
        return command(sys.argv[1:] if argv is None else argv)
    except Mistake as mistake:
        print(f"Error: {mistake}", file=sys.stderr)
        return MISTAKE
    except OSError as error:
        print(
            f"Error: {error.filename}: {error.strerror}" if error.filename else f"Error: {error}",
            file=sys.stderr,
        )
        return MISTAKE
    except KeyboardInterrupt:
        print("Interrupted; --resume goes on from here", file=sys.stderr)
        return INTERRUPTED


def init_logging(verbose: bool = False) -> None:
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.INFO,
        format="[%(asctime)s] [%(levelname)s] %(message)s",
        datefmt="%H:%M:%S",
        stream=sys.stderr,
        force=True,
    )
    for chatty in ("distributed", "matplotlib", "asyncio", "bokeh", "optuna", "numba"):
        logging.getLogger(chatty).setLevel(logging.ERROR)
