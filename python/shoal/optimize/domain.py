"""What may vary: ``optimization_domain`` in a scenario, and the way between values and the unit cube that searches see."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.batch.expansion import HIERARCHICAL, OPTIONS, branches
from shoal.batch.nested import get_by_dotted_path, set_in_dict
from shoal.command_line import Mistake

DOMAIN = "optimization_domain"
SECTION = "optimization"  # settings of searches, not part of the scenario
_KEYS = ("type", "min", "max", "log", "choices", "init")
_KINDS = ("float", "int", "categorical")


@dataclass(frozen=True)
class VarSpec:
    """One variable. ``path``: its dotted key; that of alternatives ends in batch_hierarchical_options."""

    path: str
    kind: str  # float, int or categorical
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    choices: tuple = ()
    init: Any = None

    @property
    def levels(self) -> int | None:
        """How many values there are; None for a continuum."""
        if self.kind == "categorical":
            return len(self.choices)
        return int(self.high - self.low) + 1 if self.kind == "int" else None

    def value(self, u: float) -> Any:
        """That of a place in [0, 1]; whole numbers and choices have equal shares (whole numbers in log: of the logarithm)."""
        u = min(max(float(u), 0.0), 1.0)
        if self.kind == "categorical":
            return self.choices[min(int(u * len(self.choices)), len(self.choices) - 1)]
        low, high = self._ends()
        place = low * (high / low) ** u if self.log else low + u * (high - low)
        place = min(max(place, self.low), self.high)
        return round(place) if self.kind == "int" else place

    def unit(self, value: Any) -> float:
        """The place of a value: the middle of its share."""
        if self.kind == "categorical":
            return (self._index(value) + 0.5) / len(self.choices)
        low, high = self._ends()
        return math.log(value / low) / math.log(high / low) if self.log else (value - low) / (high - low)

    @property
    def start(self) -> float:
        return 0.5 if self.init is None else self.unit(self.init)

    def _ends(self) -> tuple[float, float]:
        half = 0.5 if self.kind == "int" else 0.0
        return self.low - half, self.high + half

    def _index(self, value: Any) -> int:
        return next(i for i, one in enumerate(self.choices) if one == value and type(one) is type(value))


def discover_optimization_domains(cfg: dict[str, Any]) -> list[VarSpec]:
    """The variables of a scenario in the order of the file; alternatives are variables too."""
    return list(_found(cfg, ""))


def strip_optimization_domains(cfg: dict[str, Any]) -> dict[str, Any]:
    """The scenario at the variables' initial values."""
    specs = discover_optimization_domains(cfg)
    return set_optimized_values_in_config(cfg, decode_unit_vector(specs, encode_x0_unit(specs)))


def encode_x0_unit(specs: Sequence[VarSpec]) -> np.ndarray:
    """The initial values' place in the unit cube; the middle of what has none."""
    return np.array([spec.start for spec in specs])


def decode_unit_vector(specs: Sequence[VarSpec], u: Sequence[float]) -> dict[str, Any]:
    """Values by path."""
    return {spec.path: spec.value(place) for spec, place in zip(specs, u)}


def set_optimized_values_in_config(cfg: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """A copy with these values in place of their domains; of alternatives, only the chosen one is left."""
    changed = copy.deepcopy(cfg)
    changed.pop(SECTION, None)
    for path in sorted(
        values, key=lambda path: -path.count(".")
    ):  # what lies in an alternative comes before it
        value = values[path]
        if path.rpartition(".")[2] == HIERARCHICAL:
            node = get_by_dotted_path(changed, path)
            value = {key: content for key, content in node.items() if key in ("name", value)}
        set_in_dict(changed, path, value)
    return changed


def _found(node: Any, path: str) -> Iterator[VarSpec]:
    if not isinstance(node, dict):
        return
    if DOMAIN in node:
        yield _spec(node, path)
        return
    for key, child in node.items():
        here = f"{path}.{key}" if path else str(key)
        if key == HIERARCHICAL and isinstance(child, dict):
            yield _alternatives(child, here)
        if path or key != SECTION:
            yield from _found(child, here)


def _alternatives(node: dict, path: str) -> VarSpec:
    names, first = tuple(branches(node)), node.get("default")
    if not names:
        raise Mistake(f"{path}: found no choice beside name and default")
    return VarSpec(path, "categorical", choices=names, init=first if first in names else None)


def _spec(node: dict, path: str) -> VarSpec:
    where = f"{path}.{DOMAIN}"
    domain = node[DOMAIN]
    if not isinstance(domain, dict):
        raise Mistake(f"{where}: found {domain!r}, expected a map of {', '.join(_KEYS)}")
    for key in domain:
        if key not in _KEYS:
            raise Mistake(f"{where}.{key}: unknown, expected one of {', '.join(_KEYS)}")
    choices = domain.get("choices", node.get(OPTIONS))
    kind = domain.get("type", "categorical" if choices is not None else None)
    if kind not in _KINDS:
        raise Mistake(f"{where}.type: found {kind!r}, expected {', '.join(_KINDS)}")
    init = domain.get("init", node.get("default_option"))
    if kind == "categorical":
        return _categorical(path, where, choices, init)
    return _numeric(path, where, kind, domain, init)


def _categorical(path: str, where: str, choices: Any, init: Any) -> VarSpec:
    if not isinstance(choices, list) or not choices:
        raise Mistake(f"{where}.choices: found {choices!r}, expected a list of at least one value")
    if init is not None and init not in choices:
        raise Mistake(f"{where}.init: found {init!r}, expected one of {choices}")
    return VarSpec(path, "categorical", choices=tuple(choices), init=init)


def _numeric(path: str, where: str, kind: str, domain: dict, init: Any) -> VarSpec:
    low, high = (_number(domain, key, where, kind) for key in ("min", "max"))
    log = domain.get("log", False)
    if not isinstance(log, bool):
        raise Mistake(f"{where}.log: found {log!r}, expected true or false")
    if low >= high:
        raise Mistake(f"{where}.max: found {high:g}, expected more than min, {low:g}")
    if log and low <= 0:
        raise Mistake(f"{where}.min: found {low:g}, expected more than 0, because of log")
    if init is not None:
        init = _number({"init": init}, "init", where, kind)
        if not low <= init <= high:
            raise Mistake(f"{where}.init: found {init:g}, expected {low:g} to {high:g}")
    return VarSpec(path, kind, low, high, log, init=init)


def _number(domain: dict, key: str, where: str, kind: str) -> float:
    if key not in domain:
        raise Mistake(f"{where}: has no {key}")
    found = domain[key]
    try:
        value = math.nan if isinstance(found, bool) else float(found)  # YAML takes 1.0e6 for a text
    except (TypeError, ValueError):
        value = math.nan
    if not math.isfinite(value) or (kind == "int" and not value.is_integer()):
        raise Mistake(
            f"{where}.{key}: found {found!r}, expected {'a whole number' if kind == 'int' else 'a number'}"
        )
    return value
