"""What a batch keeps until it is complete, so that it can go on after anything."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import IO

from shoal.command_line import Mistake


class State:
    """The folder of one batch (same file, controller and output folder) under the temporary folder; ours while open.

    ``runs/``: the log of each run that is done and not yet in its result.
    """

    def __init__(self, temp_base: Path, identity: list[str], resume: bool):
        self.digest = hashlib.sha256("\0".join(identity).encode()).hexdigest()[:16]
        self.folder = temp_base.absolute() / f"batch_{self.digest}"
        self.runs = self.folder / "runs"
        self.runs.mkdir(parents=True, exist_ok=True)
        self._lock = self._locked()
        if not resume:
            self._empty()

    def scenario(self, combination: int) -> Path:
        return self.folder / f"combo_{combination:05d}.yaml"

    def log(self, combination: int, run: int) -> Path:
        return self.runs / f"{combination:05d}_{run:06d}.feather"

    def files_of_run(self, combination: int, run: int) -> Path:
        return self.folder / f"sim_{combination:05d}_{run:06d}"

    def complete(self, result: str, runs: int) -> bool:
        """Whether an earlier attempt has finished this result with as many runs."""
        try:
            return json.loads(self._mark(result).read_text())["runs"] == runs
        except (OSError, ValueError, KeyError):
            return False

    def completed(self, result: str, runs: int, logs: list[Path], keep: bool) -> None:
        self._mark(result).write_text(json.dumps({"result": result, "runs": runs}))
        for log in logs if not keep else []:
            log.unlink(missing_ok=True)

    def release(self, keep: bool) -> None:
        """Ends the batch; ``keep`` leaves what there is, for --resume."""
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.close()

    def _mark(self, result: str) -> Path:
        return self.folder / f"complete_{hashlib.sha256(result.encode()).hexdigest()[:16]}.json"

    def _locked(self) -> IO:
        file = open(self.folder / "lock", "w")  # noqa: SIM115 (held as long as the batch goes on)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise Mistake(f"another batch is doing the same right now, in {self.folder}") from None
        return file

    def _empty(self) -> None:
        for entry in self.folder.iterdir():
            if entry.name == "lock":
                continue
            if entry.is_dir():
                shutil.rmtree(entry)
            else:
                entry.unlink()
        self.runs.mkdir()


def digest_of_file(path: str | os.PathLike) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
