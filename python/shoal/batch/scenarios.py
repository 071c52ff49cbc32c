"""Scenario files: read, written for one combination, and checked before anything runs."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import uuid
from pathlib import Path
from typing import Any

import yaml

from shoal.command_line import Mistake

logger = logging.getLogger(__name__)
_WARNING = re.compile(r"^warning: .*:\d+:\d+: ([^:\s]+): (.*)$", re.MULTILINE)
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_INPUTS = ("arena_file", "formation_filename")  # files that a run reads


def read_scenario(path: str | os.PathLike) -> dict[str, Any]:
    try:
        content = yaml.load(Path(path).read_text(), Loader=_LOADER)
    except OSError as error:
        raise Mistake(f"-c: {path}: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise Mistake(f"{path}: no YAML: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict):
        raise Mistake(f"{path}: found no map of keys")
    return content


def dump(content: Any) -> str:
    return yaml.dump(content, Dumper=_DUMPER, sort_keys=False)


def write_scenario(config: dict[str, Any], folder: Path, home: Path, name: str | None = None) -> Path:
    """Writes it into ``folder``; what it names relative to ``home``, where it came from, is still found."""
    content = dict(config)
    for key in _INPUTS:
        named = content.get(key)
        if isinstance(named, str) and not os.path.exists(named) and (home / named).is_file():
            content[key] = str((home / named).absolute())
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (name or f"combo_{uuid.uuid4().hex}.yaml")
    path.write_text(dump(content))
    return path


def check_scenarios(program: Path, files: list[str], origin: str) -> None:
    """Mistakes come before runs. Lines of a combination's file say nothing to the user: the batch file is named."""
    warnings: dict[tuple[str, str], None] = {}
    for start in range(0, len(files), 500):
        chunk = files[start : start + 500]
        done = subprocess.run([program, "check", *chunk], capture_output=True, text=True)
        warnings.update(dict.fromkeys(_WARNING.findall(done.stderr)))
        if done.returncode == 0:
            continue
        for line in done.stderr.splitlines():
            if line.startswith(tuple(chunk)):
                raise Mistake(f"{origin}: {line.split(': ', 1)[-1]}")
        raise Mistake(f"{origin}: {done.stderr.strip()}")
    known = read_scenario(origin)  # the names of choices are keys of combinations alone
    for key, text in warnings:
        if key.split(".")[0] in known:
            logger.warning("%s: %s: %s", origin, key, text)
