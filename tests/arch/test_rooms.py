"""Tests of the rooms: each has a layer, and a paragraph in the architecture page in the same order."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path


def rooms(root: Path) -> set[str]:
    package = root / "src" / "kapivara"
    folders = {entry.name for entry in package.iterdir() if (entry / "__init__.py").exists()}
    return folders | {file.stem for file in package.glob("*.py") if not file.stem.startswith("__")} - {"version"}


def layers(root: Path) -> list[str]:
    project = tomllib.loads((root / "pyproject.toml").read_text())
    return [
        room
        for layer in project["tool"]["importlinter"]["contracts"][0]["layers"]
        for room in re.findall(r"\w+", layer)
    ]


def test_every_room_has_a_layer(root: Path) -> None:
    assert sorted(layers(root)) == sorted(rooms(root))


def test_every_room_has_a_paragraph_in_layer_order(root: Path) -> None:
    text = (root / "docs" / "architecture.md").read_text()
    described = re.findall(r"^\*\*`(\w+)`\*\*", text, re.M)
    assert described == layers(root)
