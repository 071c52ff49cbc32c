"""Names of result files, and the values of their new columns."""

from __future__ import annotations

import json
import logging
import re
import string
from pathlib import PurePath
from typing import Any

from shoal.batch.expansion import COLUMNS, FILE_NAMES
from shoal.batch.nested import get_by_dotted_path
from shoal.command_line import Mistake

FALLBACK = "result.feather"
logger = logging.getLogger(__name__)


def value_for_name(config: dict, path: str) -> Any:
    """What a dotted path stands for in names and columns: files without folder and suffix, maps by what was chosen.

    KeyError if there is none.
    """
    value = get_by_dotted_path(config, path)
    if isinstance(value, dict):
        chosen = getattr(config, "choices", {}).get(path)
        return chosen if chosen is not None else json.dumps(value)
    if isinstance(value, list):
        return json.dumps(value)
    return PurePath(value).stem if isinstance(value, str) and _is_path(value) else value


def _is_path(text: str) -> bool:
    return "/" in text or bool(re.fullmatch(r"[^\s]+\.[A-Za-z][A-Za-z0-9]{1,7}", text))


class _Dotted(string.Formatter):
    def __init__(self, config: dict):
        self.config = config

    def get_field(self, field_name: str, args, kwargs) -> tuple[Any, str]:
        return value_for_name(self.config, field_name), field_name


def result_name(config: dict) -> str:
    """The name of the file that a combination's rows go to."""
    pattern = config.get(FILE_NAMES, FALLBACK)
    try:
        return _Dotted(config).vformat(str(pattern), (), {})
    except (KeyError, ValueError, IndexError) as error:
        logger.warning(
            "%s: %r cannot be filled in (%s): the file is %s", FILE_NAMES, pattern, error, FALLBACK
        )
        return FALLBACK


def column_names(config: dict) -> list[str]:
    names = config.get(COLUMNS) or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Mistake(f"{COLUMNS}: found {names!r}, expected a list of keys")
    return names


def new_columns(config: dict) -> dict[str, Any]:
    """The constant columns of a combination."""
    columns = {}
    for name in column_names(config):
        try:
            columns[name] = value_for_name(config, name)
        except KeyError:
            raise Mistake(f"{COLUMNS}: there is no key {name!r} in the scenario") from None
    return columns
