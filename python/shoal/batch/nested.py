"""Nested maps by dotted path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class DotDict(dict):
    """A map whose keys are attributes too, for format strings such as ``{objects.robots.nb}``."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def to_dotdict(obj: Any) -> Any:
    if isinstance(obj, Mapping):
        return DotDict({key: to_dotdict(value) for key, value in obj.items()})
    return [to_dotdict(item) for item in obj] if isinstance(obj, list) else obj


def get_by_dotted_path(d: Mapping, dotted: str, sep: str = ".") -> Any:
    """The value there. A key that has the separator in its name comes first. KeyError if there is none."""
    if isinstance(d, Mapping) and dotted in d:
        return d[dotted]
    head, _, rest = dotted.partition(sep)
    if not rest or not isinstance(d, Mapping) or head not in d:
        raise KeyError(dotted)
    return get_by_dotted_path(d[head], rest, sep)


def set_in_dict(d: dict, dotted: str, value: Any, sep: str = ".") -> None:
    """Sets the value there; maps on the way are made."""
    *way, last = dotted.split(sep)
    for key in way:
        if not isinstance(d.get(key), dict):
            d[key] = {}
        d = d[key]
    d[last] = value
