"""From one file with options to the combinations of their values."""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Iterator
from typing import Any

import yaml

from shoal.command_line import Mistake

OPTIONS = "batch_options"
RANGE = "batch_options_range"
HIERARCHICAL = "batch_hierarchical_options"
DEFAULT = "default_option"
FILE_NAMES = "result_filename_format"
COLUMNS = "result_new_columns"

_DECIMALS = 12  # of the values of a range
_LONGEST_RANGE = 1_000_000


class Combination(dict):
    """A scenario in which every option has one value. ``choices``: dotted path of a node → names that were chosen."""

    def __init__(self, content: dict, choices: dict[str, str] | None = None):
        super().__init__(content)
        self.choices = choices or {}


for _dumper in (yaml.SafeDumper, yaml.Dumper, *([yaml.CSafeDumper] if hasattr(yaml, "CSafeDumper") else [])):
    _dumper.add_representer(Combination, lambda dumper, data: dumper.represent_dict(data.items()))


def combinations_of(config: dict) -> list[Combination]:
    """All combinations, the options named last in the file changing fastest."""
    found = []
    for content, notes in _variants(config, ""):
        combination = Combination(content, notes.choices)
        for alias, choice in notes.aliases.items():
            combination[alias] = choice
        found.append(combination)
    return found


def expand_batch_options(node: Any, dotted_path: str = "") -> list[Any]:
    """The values that a node stands for: one if it has no options."""
    return [content for content, _ in _variants(node, dotted_path)]


class _Notes:
    """What was chosen in a variant."""

    def __init__(self, choices=None, aliases=None):
        self.choices: dict[str, str] = choices or {}
        self.aliases: dict[str, str] = aliases or {}

    def __add__(self, other: _Notes) -> _Notes:
        return _Notes({**self.choices, **other.choices}, {**self.aliases, **other.aliases})


def _variants(node: Any, path: str) -> Iterator[tuple[Any, _Notes]]:
    if not isinstance(node, dict):
        yield copy.deepcopy(node), _Notes()
    elif OPTIONS in node or RANGE in node:
        for value in _plain_options(node, path):
            yield from _variants(value, path)
    else:
        yield from _variants_of_map(node, path)


def _variants_of_map(node: dict, path: str) -> Iterator[tuple[dict, _Notes]]:
    keys = list(node)
    lists = [
        list(_hierarchical(node[key], path))
        if key == HIERARCHICAL
        else list(_variants(node[key], _at(path, key)))
        for key in keys
    ]
    for values in itertools.product(*lists):
        content: dict[Any, Any] = {}
        notes = _Notes()
        for key, (value, noted) in zip(keys, values):
            notes = notes + noted
            if key == HIERARCHICAL:
                merge(content, value)
            else:
                content[key] = value
        yield content, notes


def _plain_options(node: dict, path: str) -> list[Any]:
    if RANGE in node:
        return range_values(node[RANGE], _at(path, RANGE))
    values = node[OPTIONS]
    if not isinstance(values, list) or not values:
        raise Mistake(f"{_at(path, OPTIONS)}: found {values!r}, expected a list of at least one value")
    return values


def _hierarchical(node: Any, path: str) -> Iterator[tuple[dict, _Notes]]:
    where = _at(path, HIERARCHICAL)
    if not isinstance(node, dict):
        raise Mistake(f"{where}: found {node!r}, expected a map of choices")
    choices = branches(node)
    if not choices:
        raise Mistake(f"{where}: has no choice beside name and default")
    alias = node.get("name")
    for choice, content in choices.items():
        if not isinstance(content, dict):
            raise Mistake(f"{_at(where, choice)}: found {content!r}, expected a map")
        own = _Notes({path: str(choice)}, {alias: str(choice)} if isinstance(alias, str) else {})
        for value, notes in _variants(content, path):
            yield value, own + notes


def branches(node: dict) -> dict[str, Any]:
    """The choices of a hierarchical node by name."""
    return {key: content for key, content in node.items() if key not in ("name", "default")}


def range_values(spec: Any, where: str = RANGE) -> list[int] | list[float]:
    """start, start + step … up to stop; with it if ``inclusive``."""
    if not isinstance(spec, dict):
        raise Mistake(f"{where}: found {spec!r}, expected start, stop and step")
    start, stop, step = (_number(spec, key, where) for key in ("start", "stop", "step"))
    if step == 0:
        raise Mistake(f"{where}.step: is 0")
    count = (stop - start) / step
    whole = round(count)
    exact = math.isclose(count, whole, abs_tol=1e-9)
    length = (whole + bool(spec.get("inclusive", False))) if exact else math.ceil(count)
    if not exact and spec.get("inclusive", False):
        length = math.floor(count) + 1
    if length <= 0:
        raise Mistake(f"{where}: has no value from {start} to {stop} by {step}")
    if length > _LONGEST_RANGE:
        raise Mistake(f"{where}: {length} values are more than {_LONGEST_RANGE}")
    return [_typed(start + i * step, spec, (start, stop, step), where) for i in range(length)]


def _typed(value: float, spec: dict, ends: tuple, where: str) -> int | float:
    kind = spec.get("type") or ("int" if all(float(end).is_integer() for end in ends) else "float")
    if kind not in ("int", "float"):
        raise Mistake(f"{where}.type: found {kind!r}, expected int or float")
    return round(value) if kind == "int" else round(float(value), _DECIMALS)


def _number(spec: dict, key: str, where: str) -> float:
    if key not in spec:
        raise Mistake(f"{where}: has no {key}")
    try:
        value = float(spec[key])
    except (TypeError, ValueError):
        value = math.nan
    if isinstance(spec[key], bool) or not math.isfinite(value):
        raise Mistake(f"{where}.{key}: found {spec[key]!r}, expected a number")
    return int(value) if value.is_integer() else value


def merge(into: dict, other: dict) -> None:
    """Keys of ``other`` come over those of ``into``, map by map."""
    for key, value in other.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            merge(into[key], value)
        else:
            into[key] = value


def _at(path: str, key: Any) -> str:
    return f"{path}.{key}" if path else str(key)
