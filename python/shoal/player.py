"""What happened in a simulation, to play again: one page that holds its pictures, for notebooks and files."""

from __future__ import annotations

import base64
import html
import io
import json
import math
import os
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image

if TYPE_CHECKING:
    from shoal.simulation import Simulation

_QUALITY = 80  # of 100, of the pictures in a page
_CONTROLS = 60  # px: height of the row below the pictures


class Player:
    """Pictures with their times. In a notebook it shows itself; ``save`` writes a page that any browser opens."""

    def __init__(self, pictures: list[NDArray[np.uint8]], times: list[float], speed: float = 1.0):
        self.times = times
        self.size = (pictures[0].shape[1], pictures[0].shape[0])
        self._speed = speed
        self._pictures = [_webp(picture) for picture in pictures]

    def __len__(self) -> int:
        return len(self._pictures)

    def html(self) -> str:
        """The page: pictures, a button to play and pause, a slider, and the simulated time."""
        pause = (self.times[-1] - self.times[0]) / max(1, len(self) - 1) / self._speed
        facts = {
            "pictures": [f"data:image/webp;base64,{picture}" for picture in self._pictures],
            "times": [round(time, 6) for time in self.times],
            "pause": max(1, round(1000 * pause)),  # ms
        }
        page = files("shoal").joinpath("player.html").read_text(encoding="utf-8")
        return page.replace("{{facts}}", json.dumps(facts)).replace("{{width}}", str(self.size[0]))

    def save(self, path: str | os.PathLike) -> None:
        Path(path).write_text(self.html(), encoding="utf-8")

    def _repr_html_(self) -> str:
        width, height = self.size
        return (
            f'<iframe srcdoc="{html.escape(self.html())}" width="{width + 20}" height="{height + _CONTROLS}" '
            'style="border:0"></iframe>'
        )


def film(
    simulation: Simulation,
    seconds: float,
    fps: float,
    size: tuple[int, int],
    layers: str | Iterable[str],
    speed: float,
) -> Player:
    """Steps the simulation and takes a picture at the start and each 1/fps seconds, until it is over."""
    if not (seconds >= 0 and fps > 0 and speed > 0) or math.isinf(seconds * fps):
        raise ValueError(f"seconds: {seconds}, fps: {fps}, speed: {speed} make no film")
    start = simulation.time
    pictures, times = [simulation.render(size, layers)], [start]
    for picture in range(1, math.floor(seconds * fps + 1e-9) + 1):
        left = start + picture / fps - simulation.time
        if simulation.over or simulation.step(seconds=max(0.0, left)) == 0:
            break
        pictures.append(simulation.render(size, layers))
        times.append(simulation.time)
    return Player(pictures, times, speed)


def png(picture: NDArray[np.uint8]) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(picture).save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def _webp(picture: NDArray[np.uint8]) -> str:
    stream = io.BytesIO()
    Image.fromarray(picture[:, :, :3]).save(stream, "WEBP", quality=_QUALITY, method=0)
    return base64.b64encode(stream.getvalue()).decode()
