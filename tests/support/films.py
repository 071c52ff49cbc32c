"""Reading videos back, and fake ffmpegs."""

import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

FFMPEG = shutil.which("ffmpeg")


class Film(NamedTuple):
    """What ffprobe says of a video."""

    width: int
    height: int
    frames: int
    fps: Fraction
    duration: float  # s


def probe(file: Path) -> Film:
    words = ["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json", file]
    said = json.loads(subprocess.run(words, capture_output=True, check=True, text=True).stdout)
    (stream,) = said["streams"]
    return Film(
        stream["width"],
        stream["height"],
        int(stream["nb_read_frames"]),
        Fraction(stream["r_frame_rate"]),
        float(said["format"]["duration"]),
    )


def frames(file: Path) -> np.ndarray:
    """All frames: red, green, blue by frame, row and column."""
    film = probe(file)
    words = [FFMPEG, "-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    data = subprocess.run(words, capture_output=True, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(-1, film.height, film.width, 3).astype(int)


def fake_ffmpeg(directory: Path, script: str) -> Path:
    """A program that answers as ffmpeg does when it is asked for its encoders, and else does what `script` says."""
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / "ffmpeg"
    encoders = 'case "$*" in *-encoders*) echo " V libx264 x"; exit 0;; esac\n'
    file.write_text("#!/bin/sh\n" + encoders + script)
    file.chmod(0o755)
    return file
