"""Simulations inside this process: step them, look at them, drive their robots."""

from __future__ import annotations

import json
import math
import os
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import yaml
from numpy.typing import ArrayLike, NDArray

from shoal._core import Error, Snapshot, scenario_of
from shoal._core import open as _open

__all__ = ["Error", "Message", "Poses", "Simulation", "Snapshot", "Warning"]

FULL_POWER = 1023  # of a motor
_LOOK = 0.1  # s of wall time between two looks at signals and at what the run has to say
_ROUNDING = 1e-6  # of a tick
_PICTURE = (480, 480)  # px, in notebooks


class Warning(UserWarning):
    """What the command would print as a warning: an unknown key, a lost body…"""


class Poses(NamedTuple):
    """Where all objects are, in the order of the log. See ``Simulation.poses``."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    angle: NDArray[np.float64]


class Message(NamedTuple):
    """An infrared message as a robot received it."""

    sender: int  # the low 16 bits of the sender's id
    payload: bytes
    receiver: int  # which one heard it: 0 front, 1 right, 2 back, 3 left


class Simulation:
    """One run: a function of scenario, controller and seed, the same here as with the ``shoal`` command.

    Several may live in one process, each with memory of its own for its controller, and be stepped from several
    threads: steps release the interpreter's lock. One simulation belongs to one thread at a time; a call from a second
    thread meanwhile raises ``shoal.Error``.

    Parameters
    ----------
    scenario:
        A scenario file; or the folder of a controller with its ``scenario.yaml``.
    controller:
        Folder of a controller, built if it is stale, or the shared object that ``shoal build`` made. Without one (and
        with a scenario *file*) the robots do nothing of their own: drive them with ``set_motors`` and the like.
    seed:
        0 … 4294967295; the scenario's if not given, and if it has none a random one, which ``seed`` tells.
    overrides:
        Scenario keys by dotted path, e.g. ``{"objects.robots.nb": 50}``.
    log:
        A Feather file to write as well; ``True``: the scenario's ``data_filename``. The rows are in memory in any
        case, see ``table``.
    threads:
        Of this run alone; 0: one a core. Results do not depend on it.
    resume:
        A state file to go on from, made by ``save(path)``.
    strict:
        Unknown scenario keys are errors.
    verbose:
        Print what the run and its robots print. Warnings become Python warnings in any case.

    Raises
    ------
    shoal.Error
        For any mistake in scenario or controller, with the text that the command would print.
    """

    def __init__(
        self,
        scenario: str | os.PathLike,
        controller: str | os.PathLike | None = None,
        seed: int | None = None,
        overrides: Mapping[str, object] | None = None,
        *,
        log: str | os.PathLike | bool | None = None,
        threads: int = 1,
        resume: str | os.PathLike | None = None,
        strict: bool = False,
        verbose: bool = False,
    ):
        if Path(scenario).is_dir():
            controller = scenario if controller is None else controller
            scenario = scenario_of(os.fspath(scenario))
        self.verbose = verbose
        self._has_file = log not in (None, False)
        self._run = _open(
            os.fspath(scenario),
            "" if controller is None else os.fspath(controller),
            seed,
            [f"{key}={_as_yaml(value)}" for key, value in (overrides or {}).items()],
            strict,
            threads,
            None if not self._has_file else "" if log is True else os.fspath(log),
            "" if resume is None else os.fspath(resume),
            verbose,
        )
        self._groups: dict[str, tuple[int, int, bool, float]] = self._run.groups
        self._columns: Poses | None = None
        self._tell()

    # ---- time ----

    def step(self, seconds: float | None = None, ticks: int | None = None) -> int:
        """Goes on by so many ticks, or by the fewest ticks that last at least so many seconds; one tick by default.

        Returns how many ticks were done: fewer when the run is over. Other threads may run meanwhile. An interrupt
        (``KeyboardInterrupt``) comes between two ticks; a log file is closed by it and complete up to there.
        """
        if seconds is not None and ticks is not None:
            raise TypeError("step takes seconds or ticks, not both")
        if seconds is not None:
            if not 0 <= seconds < math.inf:
                raise ValueError(f"seconds: {seconds} is no time to go on by")
            ticks = math.ceil(seconds / self.time_step - _ROUNDING)
        return self._advance(1 if ticks is None else ticks)

    def run(self) -> Simulation:
        """Goes on to the end of the scenario's ``simulation_time``, or until a robot stops the simulation.

        Then the robots' end callbacks run and a log file is complete. Returns this simulation.
        """
        while not self._run.over and not self._run.ended:
            self._advance(2**62)
        try:
            self._run.finish()
        finally:
            self._tell()
        return self

    def close(self) -> None:
        """Ends the run as it is: completes a log file. Table, poses and pictures can still be had."""
        self._run.close()
        self._tell()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def _advance(self, ticks: int) -> int:
        if ticks < 0:
            raise ValueError(f"ticks: {ticks} is fewer than none")
        done = 0
        try:
            while True:
                done += self._run.advance(ticks - done, _LOOK)
                if done >= ticks or self._run.over:
                    return done
                self._tell()
        except KeyboardInterrupt:
            if self._has_file:
                self._run.close()
            raise
        finally:
            self._tell()

    @property
    def time(self) -> float:
        """Simulated time in s."""
        return self._run.time

    @property
    def tick(self) -> int:
        """Ticks done."""
        return self._run.tick

    @property
    def time_step(self) -> float:
        """Length of a tick in s."""
        return self._run.time_step

    @property
    def over(self) -> bool:
        """Whether the scenario's time is over, or a robot has stopped the simulation."""
        return self._run.over

    # ---- what there is ----

    @property
    def seed(self) -> int:
        """The seed of this run."""
        return self._run.seed

    @property
    def configuration(self) -> dict:
        """The scenario as it is used, overrides and seed included: what the log's metadata keep."""
        return yaml.safe_load(self._run.configuration)

    @property
    def arena(self) -> tuple[float, float]:
        """Width and height of the arena's bounding box in mm. x goes to the right, y down, both from 0."""
        return self._run.arena

    @property
    def categories(self) -> dict[str, slice]:
        """The objects of each category, as a slice of ``poses`` and ``ids``."""
        return {name: slice(first, first + count) for name, (first, count, _, _) in self._groups.items()}

    @property
    def ids(self) -> NDArray[np.int32]:
        """``robot_id`` of each object, in the order of the log. Shape (objects,)."""
        return self._run.ids()

    def radius(self, category: str = "robots") -> float:
        """Radius in mm of the disc around an object of this category."""
        return self._group(category)[3]

    @property
    def poses(self) -> Poses:
        """x and y in mm, and the angle in rad (-π … π) of all objects, in the order of the log. Each of shape (objects,).

        The arrays are read-only views of memory that belongs to the simulation: nothing is copied, values follow each
        call that steps or restores, and the memory stays where it is as long as a view lives, even without the
        simulation. Copy them to keep them, and do not read them while another thread steps. What has no place (a wall
        without a body) has NaN; so have the angles of membranes.
        """
        if self._columns is None:
            self._columns = Poses(*self._run.poses())
        return self._columns

    def table(self) -> pa.Table:
        """The rows logged so far, with the columns and metadata of the Feather log: see ``save_data_period``.

        Whole batches of rows are not copied. ``.to_pandas()`` makes a DataFrame of it.
        """
        return pa.table(self._run.table())

    def rows(self, category: str = "robots") -> pa.Table:
        """The rows that these objects would get in the log now. The run goes on as if nobody had looked."""
        return pa.table(self._run.rows(category))

    def read(self, category: str, column: str) -> NDArray:
        """One column of ``rows``: what the controller exports now, or what each row has (``x``, ``pogobot_ticks``…).

        Shape (rows,). What was not set is NaN in a column of numbers, which then is float64, and None in others.
        """
        rows = self.rows(category)
        if column not in rows.column_names:
            raise Error(f"{column}: no such column; the columns are {', '.join(rows.column_names)}")
        return rows[column].to_numpy()

    # ---- driving robots ----

    def set_motors(self, left: ArrayLike, right: ArrayLike, category: str = "robots") -> None:
        """Powers of the left and right motors, -1023 … 1023: one for all robots of the category, or one for each.

        Negative powers turn a motor backwards. They hold until they are set again, by Python or by a controller.
        """
        count = self._group(category)[1]
        self._run.set_motors(category, _powers("left", left, count), _powers("right", right, count))

    def set_leds(self, colours: ArrayLike, led: int = 0, category: str = "robots") -> None:
        """Red, green and blue (0 … 255) of LED 0 head, 1 front, 2 right, 3 back or 4 left. Shape (3,) or (robots, 3)."""
        values = np.asarray(colours)
        if values.shape[-1:] != (3,) or values.min(initial=0) < 0 or values.max(initial=0) > 255:
            raise Error("colours: expected red, green and blue from 0 to 255")
        shape = (self._group(category)[1], 3)
        self._run.set_leds(category, led, _spread("colours", values.astype(np.uint8), shape))

    def photosensors(self, category: str = "robots") -> NDArray[np.int16]:
        """Light levels at the back, front left and front right. Shape (robots, 3). A reading has its noise."""
        return self._run.photosensors(category)

    def imu(self, category: str = "robots") -> NDArray[np.float32]:
        """Acceleration along x, y, z, then the rate of rotation about them, in the units of ``pogobot_imu_read``.

        Shape (robots, 6). A reading has its noise.
        """
        return self._run.imu(category)

    def batteries(self, category: str = "robots") -> NDArray[np.int16]:
        """Voltage of the battery in mV. Shape (robots,)."""
        return self._run.batteries(category)

    def send(self, index: int, payload: bytes, category: str = "robots") -> bool:
        """Sends up to 382 bytes from one robot to whoever is in range. False if the robot is too busy to take them."""
        return self._run.send(category, index, payload)

    def receive(self, index: int, category: str = "robots") -> list[Message]:
        """Takes the messages that have reached one robot, oldest first. A controller takes its own before."""
        return [Message(*message) for message in self._run.receive(category, index)]

    # ---- going back ----

    def save(self, path: str | os.PathLike | None = None) -> Snapshot | None:
        """The state now: a handle for ``restore``, or with a path a file for ``Simulation(resume=path)``."""
        if path is not None:
            self._run.save_to_file(os.fspath(path))
        snapshot = self._run.save() if path is None else None
        self._tell()
        return snapshot

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back (or on) to a state that this simulation saved, and from there as it did then, bit for bit.

        The table keeps its rows and gets each row once. What a controller keeps on the heap is not restored.
        """
        self._run.restore(snapshot)

    def digest(self) -> int:
        """A fingerprint of the state: the same for the same bits."""
        return self._run.digest()

    # ---- pictures ----

    def render(
        self,
        size: tuple[int, int] = (800, 800),
        layers: str | Iterable[str] = "",
        zoom: float = 1.0,
        follow: int | None = None,
    ) -> NDArray[np.uint8]:
        """A picture of the world now. Shape (height, width, 4): red, green, blue and alpha, 0 … 255.

        ``layers`` shows and hides as the command's ``--layers`` does: ``"links,traces,-legend"``. ``zoom``: times
        as large as where all fits in; ``follow``: the id of what is in the middle. Traces are lines through where robots
        were in the pictures before that looked like this one. The run is the same with and without pictures.
        """
        width, height = size
        if not (0 < width <= 16384 and 0 < height <= 16384):
            raise Error(f"size: found {width} x {height}, expected 1 to 16384 pixels each way")
        return self._run.picture(
            width, height, layers if isinstance(layers, str) else ",".join(layers), zoom, follow
        )

    def player(
        self,
        seconds: float = 10.0,
        fps: float = 10.0,
        size: tuple[int, int] = _PICTURE,
        layers: str | Iterable[str] = "",
        speed: float = 1.0,
    ):
        """Goes on by so many seconds and returns what happened as a ``shoal.player.Player``: play, pause, scrub.

        ``fps``: pictures a second of simulated time; ``speed``: how much faster than that they play.
        """
        from shoal.player import film

        return film(self, seconds, fps, size, layers, speed)

    def _repr_png_(self) -> bytes:
        from shoal.player import png

        return png(self.render(_PICTURE))

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {name}" for name, (_, count, _, _) in self._groups.items())
        return f"<shoal.Simulation of {counts} at {self.time:g} s, seed {self.seed}>"

    # ---- inside ----

    def _group(self, category: str) -> tuple[int, int, bool, float]:
        if category not in self._groups:
            raise Error(f"{category}: no such category of objects; there are {', '.join(self._groups)}")
        return self._groups[category]

    def _tell(self) -> None:
        for level, line in self._run.take_lines():
            if level == "warning":
                warnings.warn(line, Warning, stacklevel=4)
            elif self.verbose:
                print(line)


def _as_yaml(value: object) -> str:
    """JSON is YAML, and says which values are text."""
    return json.dumps(
        value, default=lambda other: other.tolist() if hasattr(other, "tolist") else os.fspath(other)
    )


def _powers(name: str, values: ArrayLike, count: int) -> NDArray[np.int32]:
    powers = np.rint(np.asarray(values, dtype=float))
    if not np.all(np.abs(powers) <= FULL_POWER):
        raise Error(f"{name}: expected powers from -{FULL_POWER} to {FULL_POWER}")
    return _spread(name, powers.astype(np.int32), (count,))


def _spread(name: str, values: NDArray, shape: tuple[int, ...]) -> NDArray:
    try:
        return np.ascontiguousarray(np.broadcast_to(values, shape))
    except ValueError:
        raise Error(
            f"{name}: found an array of shape {values.shape}, expected {shape} or one for all"
        ) from None
