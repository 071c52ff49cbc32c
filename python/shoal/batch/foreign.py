"""Programs that are not Shoal's but take Pogosim's flags: each run has a folder and a configuration of its own."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path, PurePath
from typing import Any

import yaml

from shoal.batch.tasks import Task

_REDIRECTED = ("data_filename", "console_filename", "frames_name")
_DEFAULT_LOG = "frames/data.feather"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def redirected(config: dict[str, Any], folder: str | Path) -> dict[str, Any]:
    """A copy whose output files lie in ``folder/frames``."""
    changed = copy.deepcopy(dict(config))
    changed.setdefault("data_filename", _DEFAULT_LOG)
    for key in _REDIRECTED:
        if key in changed:
            changed[key] = str(Path(folder) / "frames" / PurePath(str(changed[key])).name)
    return changed


def private_command(task: Task, flags: list[str]) -> list[str]:
    """The command line of one run, its configuration written."""
    folder = _folder(task)
    (folder / "frames").mkdir(parents=True, exist_ok=True)
    config = redirected(yaml.load(Path(task.scenario).read_text(), Loader=_LOADER), folder)
    file = folder / "test.yaml"
    file.write_text(yaml.safe_dump(config, sort_keys=False))
    return [task.controller.simulator, "-c", str(file), *flags]


def take_log(task: Task) -> bool:
    """Puts the log where the batch expects it. False if there is none."""
    log = Path(task.log)
    if not task.controller.shared_object:
        folder = _folder(task)
        config = yaml.load((folder / "test.yaml").read_text(), Loader=_LOADER)
        written = Path(config["data_filename"])
        if written.is_file():
            written.replace(log)
        if not task.folder:
            shutil.rmtree(folder, ignore_errors=True)
    return log.is_file()


def _folder(task: Task) -> Path:
    return Path(task.folder or f"{task.log}.files")
