"""Tests of which files of a folder are manifests."""

from __future__ import annotations

from pathlib import Path

from kapivara.files.folders import find_manifests


def test_manifests_are_found_by_their_names_in_sorted_order(tmp_path: Path) -> None:
    for name in ("b/z.json", "b/a.yml", "a.yaml", "a.txt", ".git/c.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    refused: list[OSError] = []
    found = [str(Path(each).relative_to(tmp_path)) for each in find_manifests(str(tmp_path), refused)]
    assert found == ["a.yaml", "b/a.yml", "b/z.json"]
    assert refused == []


def test_what_cannot_be_read_is_noted(tmp_path: Path) -> None:
    refused: list[OSError] = []
    assert list(find_manifests(str(tmp_path / "missing"), refused)) == []
    assert [each.filename for each in refused] == [str(tmp_path / "missing")]
