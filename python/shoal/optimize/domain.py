"""The variables of a search: which they are in a scenario, and what a point of the unit cube means.

A node with ``optimization_domain`` is a variable; so is one with ``batch_hierarchical_options``, whose branches are its
choices. Every variable is a coordinate in [0, 1].
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from shoal.batch.expansion import DEFAULT, HIERARCHICAL, OPTIONS, branches
from shoal.command_line import Mistake

DOMAIN = "optimization_domain"
_KEYS = ("type", "min", "max", "log", "choices", "init")
_TYPES = ("int", "float", "categorical")


@dataclass(frozen=True)
class VarSpec:
    """One variable. ``path``: the dotted path of its node, with the branch that it is in, if any; of a hierarchical choice, the
    path of the node that holds it. ``keys``: the way to it in the file.
    """

    path: str
    kind: str  # int, float, categorical
    keys: tuple[Any, ...] = ()
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    choices: tuple[Any, ...] = ()
    init: Any = None
    hierarchical: bool = False

    def decode(self, u: float) -> Any:
        """The value at ``u``, which is clipped to [0, 1]: geometric between its ends if ``log``, int rounded."""
        u = min(max(float(u), 0.0), 1.0)
        if self.kind == "categorical":
            return self.choices[min(int(u * len(self.choices)), len(self.choices) - 1)]
        value = self.low * (self.high / self.low) ** u if self.log else self.low + u * (self.high - self.low)
        return int(min(max(round(value), self.low), self.high)) if self.kind == "int" else value

    def encode(self, value: Any) -> float:
        """A ``u`` that decodes to the value."""
        if self.kind == "categorical":
            return (self.choices.index(value) + 0.5) / len(self.choices)
        if self.high == self.low:
            return 0.5
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    @property
    def size(self) -> float:
        """How many values it has."""
        if self.kind == "categorical":
            return len(self.choices)
        return self.high - self.low + 1 if self.kind == "int" else math.inf


def discover_optimization_domains(config: dict[str, Any]) -> list[VarSpec]:
    """The variables of a scenario, in its order. Raises Mistake at a domain that makes no sense."""
    specs = []
    for path, keys, node in _maps(config, "", ()):
        if DOMAIN in node:
            specs.append(replace(_spec(path, node), keys=keys))
        if HIERARCHICAL in node:
            specs.append(replace(_choice(path, node[HIERARCHICAL]), keys=keys))
    return specs


def strip_optimization_domains(config: dict[str, Any]) -> dict[str, Any]:
    """A copy without domains: each variable has the value that a search begins with."""
    return set_optimized_values_in_config(
        config, {spec.path: _start(spec) for spec in discover_optimization_domains(config)}
    )


def set_optimized_values_in_config(config: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """A copy in which the variables have these values, by path: a scenario that runs, or that still has batch options."""
    changed = copy.deepcopy(dict(config))
    for spec in reversed(
        discover_optimization_domains(config)
    ):  # what is in a branch before the choice of branches
        if spec.path not in values:
            continue
        if spec.hierarchical:
            _choose(_at_keys(changed, spec.keys), values[spec.path])
        else:
            _at_keys(changed, spec.keys[:-1])[spec.keys[-1]] = values[spec.path]
    return changed


def encode_x0_unit(specs: Sequence[VarSpec]) -> np.ndarray:
    """Where a search begins: ``init``, or the middle. In [0, 1]."""
    return np.array([spec.encode(_start(spec)) for spec in specs])


def decode_unit_vector(specs: Sequence[VarSpec], u: Sequence[float]) -> dict[str, Any]:
    return {spec.path: spec.decode(coordinate) for spec, coordinate in zip(specs, u, strict=True)}


def _maps(node: Any, path: str, keys: tuple) -> Iterator[tuple[str, tuple, dict]]:
    if not isinstance(node, dict):
        return
    yield path, keys, node
    for key, child in node.items():
        if key == HIERARCHICAL and isinstance(child, dict):
            for branch, content in branches(child).items():
                yield from _maps(content, _at(path, branch), (*keys, key, branch))
        elif key != DOMAIN:
            yield from _maps(child, _at(path, key), (*keys, key))


def _at_keys(node: Any, keys: Sequence[Any]) -> Any:
    for key in keys:
        node = node[key]
    return node


def _at(path: str, key: Any) -> str:
    return f"{path}.{key}" if path else str(key)


def _spec(path: str, node: dict) -> VarSpec:
    where = _at(path, DOMAIN)
    domain = node[DOMAIN]
    if not isinstance(domain, dict):
        raise Mistake(f"{where}: found {domain!r}, expected a map with type, min and max, or choices")
    for key in domain:
        if key not in _KEYS:
            raise Mistake(f"{where}.{key}: unknown; expected one of {', '.join(_KEYS)}")
    choices = domain.get("choices", node.get(OPTIONS))
    kind = domain.get("type") or ("categorical" if choices is not None else None)
    if kind not in _TYPES:
        raise Mistake(f"{where}.type: found {kind!r}, expected {', '.join(_TYPES)}")
    init = domain.get("init", node.get(DEFAULT))
    if kind == "categorical":
        return _categorical(path, where, choices, init)
    low, high = (_end(domain, end, kind, where) for end in ("min", "max"))
    log = domain.get("log", False)
    if not isinstance(log, bool):
        raise Mistake(f"{where}.log: found {log!r}, expected true or false")
    if low > high:
        raise Mistake(f"{where}: min {low:g} is greater than max {high:g}")
    if log and low <= 0:
        raise Mistake(f"{where}.min: found {low:g}, expected more than 0, as log is true")
    if init is not None and (
        isinstance(init, bool) or not isinstance(init, int | float) or not low <= init <= high
    ):
        raise Mistake(f"{where}.init: found {init!r}, expected a number from {low:g} to {high:g}")
    return VarSpec(path, kind, low=low, high=high, log=log, init=init)


def _categorical(path: str, where: str, choices: Any, init: Any) -> VarSpec:
    if not isinstance(choices, list) or not choices:
        raise Mistake(f"{where}.choices: found {choices!r}, expected a list of at least one value")
    if init is not None and init not in choices:
        raise Mistake(f"{where}.init: found {init!r}, expected one of {choices}")
    return VarSpec(path, "categorical", choices=tuple(choices), init=init)


def _choice(path: str, node: Any) -> VarSpec:
    where = _at(path, HIERARCHICAL)
    if not isinstance(node, dict) or not branches(node):
        raise Mistake(f"{where}: found {node!r}, expected a map of choices")
    names = list(branches(node))
    init = node.get("default")
    if init is not None and init not in names:
        raise Mistake(f"{where}.default: found {init!r}, expected one of {names}")
    return VarSpec(path, "categorical", choices=tuple(names), init=init, hierarchical=True)


def _end(domain: dict, end: str, kind: str, where: str) -> float:
    value = domain.get(end)
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise Mistake(f"{where}.{end}: found {value!r}, expected a number")
    if kind == "int" and not number.is_integer():
        raise Mistake(f"{where}.{end}: found {value!r}, expected a whole number, as the type is int")
    return int(number) if kind == "int" else number


def _start(spec: VarSpec) -> Any:
    return spec.decode(0.5) if spec.init is None else spec.init


def _choose(node: dict, branch: str) -> None:
    """Leaves one branch of a hierarchical choice: a batch then has nothing else to take."""
    options = node[HIERARCHICAL]
    node[HIERARCHICAL] = {key: options[key] for key in options if key in ("name", branch)}
