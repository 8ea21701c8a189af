"""Floors of conformance: they rise, never fall, and merge line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance import floors
from conformance.floors import raise_floors, read_floors, render, render_table
from conformance.recordings import WHAT
from conformance.tally import Count


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "floors.json"
    monkeypatch.setattr(floors, "FILE", file)
    file.write_text(
        render({"b": {"b/y": Count(4, 4, 2, 3), "b/x": Count(1, 1, 1, 1)}, "a": {"a/z": Count(1, 0, 0, 0)}})
    )
    return file


def test_a_line_a_group_in_order(kept: Path) -> None:
    assert kept.read_text().splitlines() == [
        "{",
        '  "a": {',
        '    "a/z": {"scenarios": 1, "playable": 0, "exact": 0, "verdict": 0}',
        "  },",
        '  "b": {',
        '    "b/x": {"scenarios": 1, "playable": 1, "exact": 1, "verdict": 1},',
        '    "b/y": {"scenarios": 4, "playable": 4, "exact": 2, "verdict": 3}',
        "  }",
        "}",
    ]


def test_floors_only_rise(kept: Path) -> None:
    raise_floors({"b": {"b/y": Count(5, 5, 1, 4), "b/new": Count(2, 2, 2, 2)}})
    assert read_floors() == {
        "a": {"a/z": Count(1, 0, 0, 0)},
        "b": {"b/y": Count(5, 5, 2, 4), "b/new": Count(2, 2, 2, 2)},
    }


def test_the_first_floors_are_written(kept: Path) -> None:
    kept.unlink()
    raise_floors({"b": {"b/y": Count(1, 1, 1, 1)}})
    assert read_floors() == {"b": {"b/y": Count(1, 1, 1, 1)}}


def test_the_table_has_a_row_for_each_recording() -> None:
    rows = [line for line in render_table().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(WHAT)
