"""How far a batch is: done, failed, and how long it will still take."""

from __future__ import annotations

import sys
import time

_BAR = 30  # characters
_BETWEEN = {True: 0.1, False: 30.0}  # s between two looks, on a terminal and elsewhere


class Progress:
    """One line on standard error."""

    def __init__(self, total: int, done: int = 0, quiet: bool = False):
        self.total = total
        self.done = done
        self.failed = 0
        self._before = done  # done earlier: they say nothing about the pace
        self._start = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._last = self._start if not self._terminal else 0.0
        self._quiet = quiet

    def add(self, failed: bool) -> None:
        self.done += 1
        self.failed += failed
        if time.monotonic() - self._last >= _BETWEEN[self._terminal]:
            self._show()

    def finish(self) -> None:
        self._show()
        if self._terminal and not self._quiet:
            print(file=sys.stderr)

    def line(self) -> str:
        filled = _BAR * self.done // max(self.total, 1)
        return (
            f"[{'#' * filled}{'.' * (_BAR - filled)}] {self.done}/{self.total} runs, "
            f"{self.failed} failed, {self._remaining()} left"
        )

    def _remaining(self) -> str:
        fresh = self.done - self._before
        if not fresh:
            return "?"
        seconds = round((time.monotonic() - self._start) / fresh * (self.total - self.done))
        return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"

    def _show(self) -> None:
        self._last = time.monotonic()
        if not self._quiet:
            start, end = ("\r", "") if self._terminal else ("", "\n")
            print(f"{start}{self.line()}", end=end, file=sys.stderr, flush=True)
