"""Vehicles of all types in groups, stepped as columns. Frames: local NED in m, body axes forward-right-down, rad."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from shoal import _core

if TYPE_CHECKING:
    import numpy as np

CONTACTS = ("none", "ground", "crashed", "hit", "spent")  # by the number in the state's column `contact`
SURROUNDINGS = ("wind_n", "wind_e", "wind_d", "ground", "density", "force_n", "force_e", "force_d")


class ContactEvent(NamedTuple):
    """A vehicle met something during the last step()."""

    group: str
    vehicle: int
    what: str  # one of CONTACTS
    time: float  # s


def types() -> dict[str, dict[str, list[str]]]:
    """The types of vehicle there are: for each, its modes of command with the names of their values."""
    return {name: dict(modes) for name, _, modes in _core.vehicle_models()}


@dataclass
class Group:
    """Vehicles of one type. Arrays are views of the fleet's own memory: reading and writing them copies nothing."""

    name: str
    type: str
    columns: list[str]  # names of the rows of `state`
    modes: dict[str, list[str]]  # names of the values of each mode
    state: np.ndarray  # (columns, vehicles)
    command: np.ndarray  # (1 + values, vehicles); row 0 is the number of the mode
    _core_fleet: object = field(repr=False)
    _index: int = field(repr=False)

    def __len__(self) -> int:
        return self.state.shape[1]

    def __getitem__(self, column: str) -> np.ndarray:
        """A column of the state by its name, as a view."""
        try:
            return self.state[self.columns.index(column)]
        except ValueError:
            raise KeyError(
                f"{self.type} has no column {column!r}; one of {', '.join(self.columns)}"
            ) from None

    @property
    def position(self) -> np.ndarray:
        """North, east, down in m: a view (3, vehicles)."""
        return self.state[:3]

    @property
    def surroundings(self) -> np.ndarray:
        """Wind, ground, density and outer forces, rows in the order of SURROUNDINGS: a view (8, vehicles)."""
        return self._core_fleet.surroundings(self._index)

    def mode(self, name: str) -> np.ndarray:
        """Gives all vehicles this mode and returns the rows of its values, to be filled."""
        names = list(self.modes)
        if name not in names:
            raise ValueError(f"{self.type} has no mode {name!r}; one of {', '.join(names)}")
        self.command[0] = names.index(name)
        return self.command[1 : 1 + len(self.modes[name])]

    def place(self, vehicle, north=0.0, east=0.0, down=0.0, heading=0.0, speed=0.0, climb=0.0) -> None:
        """Puts a vehicle somewhere, at rest or in trimmed flight, as its type has it."""
        if not 0 <= vehicle < len(self):
            raise IndexError(f"{self.name} has vehicles 0 to {len(self) - 1}, not {vehicle}")
        self._core_fleet.place(self._index, vehicle, north, east, down, heading, speed, climb)


class Fleet:
    """Groups of vehicles and their common clock.

    >>> fleet = Fleet(threads=2)
    >>> quads = fleet.add("quadrotor", 100)
    >>> quads.mode("position")[:] = [[0.0], [0.0], [-10.0], [0.0]]
    >>> fleet.step(100)
    """

    def __init__(self, time_step: float = 0.01, threads: int = 1, precision: str = "double") -> None:
        if precision not in ("double", "single"):
            raise ValueError(f"precision is double or single, not {precision!r}")
        self._core = _core.Fleet(time_step, threads, precision == "single")
        self.time_step = time_step
        self.groups: dict[str, Group] = {}

    def add(
        self,
        type: str,
        number: int = 1,
        name: str = "",
        preset: str = "",
        parameters: Mapping[str, float] | None = None,
    ) -> Group:
        """A new group. Parameters are the preset's ("": the standard ones), changed one by one."""
        changes = [(key, float(value)) for key, value in (parameters or {}).items()]
        index = self._core.add(type, number, name, preset, changes)
        _, columns, modes = self._core.describe(index)
        state, command = self._core.state(index), self._core.command(index)
        group = Group(name or type, type, columns, dict(modes), state, command, self._core, index)
        self.groups[group.name] = group
        return group

    def __getitem__(self, name: str) -> Group:
        return self.groups[name]

    def __len__(self) -> int:
        return sum(len(group) for group in self.groups.values())

    @property
    def time(self) -> float:
        """Simulated time in s."""
        return self._core.time

    def step(self, n: int = 1) -> None:
        """n steps with the commands and surroundings as they are. Other threads of Python run meanwhile."""
        if n < 0:
            raise ValueError(f"a number of steps is not negative: {n}")
        self._core.step(n)

    def events(self) -> list[ContactEvent]:
        """What vehicles met during the last step()."""
        names = list(self.groups)
        return [ContactEvent(names[g], v, CONTACTS[what], t) for g, v, what, t in self._core.events()]
