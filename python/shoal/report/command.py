"""Command lines of the reports: a mistake is one line that names it, and exit status 1."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable


class UserError(Exception):
    """What the user can mend."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:
        raise UserError(message)


def run(name: str, act: Callable[[], None]) -> int:
    """The exit status of an act."""
    try:
        act()
    except (UserError, OSError, ValueError) as error:
        print(f"{name}: {' '.join(str(error).split())}", file=sys.stderr)
        return 1
    return 0
