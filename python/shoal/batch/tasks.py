"""A run to do, and how it went: both plain, so that any engine can carry them."""

from __future__ import annotations

from typing import NamedTuple

from shoal.batch.controllers import Controller


class Task(NamedTuple):
    """One run of one combination."""

    combination: int
    run: int
    seed: int
    scenario: str  # file
    controller: Controller
    log: str  # Feather file to write; what the run says goes to the same name with .txt
    folder: str = ""  # where pictures and console logs are kept; empty: there are none
    retries: int = 5  # after a signal or the time limit; a mistake would only happen again
    time_limit: float | None = None  # s of wall time
    gui: bool = False

    @property
    def notes(self) -> str:
        return self.log + ".txt"


class Outcome(NamedTuple):
    """``reason`` is empty if the log is there and complete."""

    task: Task
    reason: str = ""
    attempts: int = 1
    seconds: float = 0.0  # of wall time, the last attempt

    @property
    def failed(self) -> bool:
        return bool(self.reason)
