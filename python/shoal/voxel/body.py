"""Bodies: grids of materials, drawn as text, named, or read from JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from shoal import _core
from shoal._core import Error

GROUPS = ("side_external", "side_internal", "side_cross", "central_cross")
# Field names of published JSON files, and ours.
PUBLISHED = {
    "sideLength": "side_length",
    "massSideLengthRatio": "mass_side_ratio",
    "springF": "spring_frequency",
    "springD": "spring_damping_ratio",
    "massLinearDamping": "linear_damping",
    "massAngularDamping": "angular_damping",
    "friction": "friction",
    "restitution": "restitution",
    "mass": "mass",
}


class Material:
    """What a voxel is made of: a preset (``paper``, ``vsr-1.0``, ``vsr-1.12``), with other values where given.

    ``Material(spring_frequency=5, scaffolding=["side_external", "central_cross"])``
    """

    def __init__(self, preset: str = "paper", **values: Any) -> None:
        self.preset, self.values = preset, values
        self._core = _core.VoxelMaterial(preset)
        for name, value in values.items():
            self._set(name, value)
        self._core.check()

    def _set(self, name: str, value: Any) -> None:
        if name == "scaffolding":
            if unknown := set(value) - set(GROUPS):
                raise Error(f"scaffolding: found {sorted(unknown)}, expected some of {', '.join(GROUPS)}")
            self._core.set_scaffolding(*(group in value for group in GROUPS))
        elif name in ("active_area", "passive_area"):
            getattr(self._core, f"set_{name}")(*map(float, value))
        elif name in ("actuation", "stiffness_law"):
            choices = {"actuation": ("area", "force"), "stiffness_law": ("effective_mass", "reduced_mass")}[
                name
            ]
            if value not in choices:
                raise Error(f"{name}: found '{value}', expected {' or '.join(choices)}")
            getattr(self._core, f"set_{name}")(value == choices[1])
        elif hasattr(self._core, name) and not callable(getattr(self._core, name)):
            setattr(self._core, name, value)
        else:
            raise Error(f"material: found '{name}', expected the name of a parameter")

    def to_json(self) -> dict[str, Any]:
        return {"preset": self.preset, **self.values}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Material:
        """From what ``to_json`` gave, or a voxel of a published JSON file."""
        if "sideLength" not in data:
            return cls(**data)
        values = {ours: data[theirs] for theirs, ours in PUBLISHED.items() if theirs in data}
        for theirs, ours in (
            ("areaRatioActiveRange", "active_area"),
            ("areaRatioPassiveRange", "passive_area"),
        ):
            if theirs in data:
                values[ours] = [float(data[theirs]["min"]), float(data[theirs]["max"])]
        if "springScaffoldings" in data:
            values["scaffolding"] = [group.lower() for group in data["springScaffoldings"]]
        return cls("vsr-1.12", **values)


class Body:
    """A grid of materials.

    ``Body("biped-4x3")`` is a named shape of one material. ``Body(["ss.s", "hhhh"], {"h": hard, "s": soft})`` draws the grid as
    text, the top row first; ``.`` is empty.
    """

    def __init__(
        self, shape: str | list[str], materials: Material | Mapping[str, Material] | None = None
    ) -> None:
        if isinstance(shape, str):
            filled = _core.voxel_shape(shape)
            rows = ["".join("v" if cell else "." for cell in row) for row in filled[::-1]]
        else:
            rows = list(shape)
        if materials is None or isinstance(materials, Material):
            material = materials or Material()
            materials = {letter: material for row in rows for letter in row if letter not in ". "}
        self.rows, self.materials = rows, dict(materials)
        self._build()

    def _build(self) -> None:
        self.height, self.width = len(self.rows), max(map(len, self.rows), default=0)
        self._core = _core.VoxelBody(self.width, self.height)
        self.cells: list[tuple[int, int]] = []  # (x, y) of each voxel, row by row from the bottom
        for y, row in enumerate(reversed(self.rows)):
            for x, letter in enumerate(row):
                if letter in ". ":
                    continue
                if letter not in self.materials:
                    raise Error(f"body: found '{letter}', expected one of {', '.join(self.materials)}, or .")
                self._core.set(x, y, self.materials[letter]._core)
                self.cells.append((x, y))
        self._core.check()

    def __len__(self) -> int:
        return len(self.cells)

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def to_json(self) -> dict[str, Any]:
        return {"rows": self.rows, "materials": {name: m.to_json() for name, m in self.materials.items()}}

    @classmethod
    def from_json(cls, data: str | Mapping[str, Any]) -> Body:
        """From what ``to_json`` gave, or the ``voxels`` of a published JSON file (or the whole file)."""
        if isinstance(data, str):
            data = json.loads(data)
        if "voxels" in data:
            data = data["voxels"]
        if "items" not in data:
            return cls(data["rows"], {name: Material.from_json(m) for name, m in data["materials"].items()})
        width, height, items = data["w"], data["h"], data["items"]
        if len(items) != width * height:
            raise Error(f"items: found {len(items)}, expected {width} x {height} cells")
        kinds: dict[str, str] = {}
        materials: dict[str, Material] = {}
        rows = []
        for y in range(height):
            row = ""
            for item in items[y * width : (y + 1) * width]:
                if item is None:
                    row += "."
                    continue
                text = json.dumps(
                    {key: value for key, value in item.items() if key != "sensors"}, sort_keys=True
                )
                if text not in kinds:
                    kinds[text] = chr(ord("a") + len(kinds))
                    materials[kinds[text]] = Material.from_json(item)
                row += kinds[text]
            rows.insert(0, row)
        return cls(rows, materials)
