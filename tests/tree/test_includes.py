"""Includes point down only: no room of src/ knows one above it, and the families never know each other."""

import pathlib
import re

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "src"

# What each room may include beside itself and the standard library.
MAY_INCLUDE = {
    "base": set(),
    "physics": {"base"},
    "voxel": {"base", "physics", "scenario"},
    "scenario": {"base"},
    "record": {"base"},
    "pogobot": {"base", "physics", "scenario", "record"},
    "vehicle": {"base", "scenario", "record"},
    "view": {"base", "physics", "scenario", "record", "pogobot"},
    "app": {"base", "physics", "scenario", "record", "pogobot", "voxel", "vehicle", "view"},
}


def rooms_included_by(file):
    if file.suffix not in {".hpp", ".cpp", ".h", ".c", ".inl"}:
        return
    for line in file.read_text().splitlines():
        match = re.match(r'\s*#include "([a-z_]+)/', line)
        if match and match.group(1) in MAY_INCLUDE:
            yield match.group(1)


def test_every_room_is_listed():
    assert {d.name for d in SOURCE.iterdir() if d.is_dir()} == set(MAY_INCLUDE)


def test_includes_point_down():
    wrong = []
    for room, below in MAY_INCLUDE.items():
        for file in sorted((SOURCE / room).rglob("*.?*")):
            for included in rooms_included_by(file):
                if included != room and included not in below:
                    wrong.append(f"{file.relative_to(SOURCE)} includes {included}/")
    assert wrong == []


def test_every_room_says_what_it_is():
    for room in MAY_INCLUDE:
        lines = (SOURCE / room / "README.md").read_text().splitlines()
        assert 3 <= len(lines) <= 15, f"src/{room}/README.md has {len(lines)} lines"
