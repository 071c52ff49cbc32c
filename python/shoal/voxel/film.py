"""Pictures of robots that walk: a strip of stills, and a video through ffmpeg."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from shoal import _core
from shoal._core import Error
from shoal.voxel.task import Robot, Task

SKY, SOIL, INK = (250, 250, 247), (201, 193, 180), (60, 60, 70)
SHRUNK, REST, GROWN = np.array([196, 64, 54.0]), np.array([244, 214, 110.0]), np.array([66, 150, 84.0])
SMOOTHER = 2  # pictures are drawn this much larger, then made smaller


def colour(ratio: float) -> tuple[int, ...]:
    """Red at an area ratio of 0.75, yellow at 1, green at 1.25."""
    share = float(np.clip((ratio - 1.0) / 0.25, -1.0, 1.0))
    return tuple(int(c) for c in REST + abs(share) * ((GROWN if share > 0 else SHRUNK) - REST))


class Stage:
    """Draws one robot on its terrain, with the camera on its centre."""

    def __init__(self, task: Task, robot: Robot, size: tuple[int, int], margin: float = 1.5) -> None:
        self.terrain = _core.voxel_terrain(task._core.terrain)
        self.size = size
        side = (
            3.0 if not robot.body.materials else next(iter(robot.body.materials.values()))._core.side_length
        )
        wide = margin * max(robot.body.width * side, robot.body.height * side * size[0] / size[1])
        self.scale = SMOOTHER * size[0] / wide  # px/m

    def draw(self, walk: Any) -> Image.Image:
        width, height = (SMOOTHER * n for n in self.size)
        image = Image.new("RGB", (width, height), SKY)
        pen = ImageDraw.Draw(image)
        middle = walk.centres().mean(axis=0)

        def px(points: Any) -> list[tuple[float, float]]:
            at = (np.asarray(points) - middle) * self.scale
            return [(width / 2 + x, height / 2 - y) for x, y in at]

        # Only what can be seen: far corners of the terrain would be millions of pixels away.
        xs = middle[0] + np.linspace(-0.5, 0.5, 400) * width / self.scale
        ys = np.interp(xs, self.terrain[:, 0], self.terrain[:, 1])
        low = middle[1] - height / self.scale
        pen.polygon(px([*zip(xs, ys, strict=True), (xs[-1], low), (xs[0], low)]), fill=SOIL)
        for x in np.arange(np.ceil(xs[0] / 5) * 5, xs[-1], 5.0):  # a mark each 5 m
            y = float(np.interp(x, xs, ys))
            pen.line(px([(x, y), (x, y - 0.6)]), fill=INK, width=SMOOTHER)
        for corners, ratio in zip(walk.corners(), walk.area_ratios(), strict=True):
            outline = px(corners)
            pen.polygon(outline, fill=colour(ratio))
            pen.line([*outline, outline[0]], fill=INK, width=SMOOTHER)
        image = image.resize(self.size, Image.Resampling.LANCZOS)
        ImageDraw.Draw(image).text((8, 6), f"t = {walk.time:.2f} s   x = {middle[0]:.2f} m", fill=INK)
        return image


def strip(
    task: Task, robot: Robot, path: str | Path, times: list[float], size: tuple[int, int] = (480, 180)
) -> None:
    """Stills at these times, one below the other, as PNG."""
    walk, stage = task.walk(robot), Stage(task, robot, size)
    sheet = Image.new("RGB", (size[0], size[1] * len(times)))
    for i, time in enumerate(sorted(times)):
        walk.step(max(0, round((time - walk.time) / task._core.dt)))
        sheet.paste(stage.draw(walk), (0, i * size[1]))
    sheet.save(path)


def video(
    task: Task, robot: Robot, path: str | Path, size: tuple[int, int] = (960, 360), fps: int = 30
) -> None:
    """The whole task in real time, as H.264."""
    walk, stage = task.walk(robot), Stage(task, robot, size)
    command = ["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"]
    command += ["-s", f"{size[0]}x{size[1]}", "-r", str(fps), "-i", "-"]
    command += ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "20", str(path)]
    try:
        encoder = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    except FileNotFoundError as error:
        raise Error(f"{path}: videos need ffmpeg") from error
    pipe = encoder.stdin
    assert pipe is not None
    try:
        for frame in range(int(task._core.duration * fps)):
            walk.step(max(0, round((frame / fps - walk.time) / task._core.dt)))
            pipe.write(stage.draw(walk).tobytes())
        pipe.close()
    except BrokenPipeError:
        pass
    if encoder.wait() != 0:
        assert encoder.stderr is not None
        raise Error(f"{path}: ffmpeg: {encoder.stderr.read().decode(errors='replace').strip()}")
