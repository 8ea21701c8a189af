"""Tests of the recordings in the repository: packing is deterministic, and they can be imported and read again."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from conformance import recordings
from conformance.recordings import NOT_CARRIED, parse_lines, read_lines, read_text, tags_folder, take_over


@pytest.fixture
def carried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "carried"
    folder.mkdir()
    monkeypatch.setattr(recordings, "CARRIED", folder)
    monkeypatch.setenv("KAPIVARA_SHARED", str(tmp_path / "shared"))
    return folder


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "shared" / "conformance"
    (folder / "tags" / "topic").mkdir(parents=True)
    (folder / "tags" / "topic" / "types.go").write_text("package topic\n")
    (folder / "some.jsonl").write_text('{"a": "\u2028"}\n{"b": 1}\n')
    (folder / "realworld.jsonl").write_text('{"c": 1}\n')
    return folder


def test_what_is_new_is_taken_over_once(carried: Path, source: Path) -> None:
    assert list(take_over(source, write=False)) == ["some.jsonl.xz", "tags.tar.xz"]
    assert list(carried.iterdir()) == []
    assert list(take_over(source, write=True)) == ["some.jsonl.xz", "tags.tar.xz"]
    assert list(take_over(source, write=True)) == []
    assert read_text("some") == (source / "some.jsonl").read_text()
    assert read_lines("some") == [{"a": "\u2028"}, {"b": 1}]


def test_what_changed_is_taken_over(carried: Path, source: Path) -> None:
    list(take_over(source, write=True))
    (source / "some.jsonl").write_text("{}\n")
    assert list(take_over(source, write=True)) == ["some.jsonl.xz"]
    assert read_lines("some") == [{}]


def test_how_it_was_compressed_does_not_matter(carried: Path, source: Path) -> None:
    list(take_over(source, write=True))
    (carried / "some.jsonl.xz").write_bytes(lzma.compress((source / "some.jsonl").read_bytes(), preset=0))
    assert list(take_over(source, write=False)) == []


def test_tags_are_packed_the_same_way_each_time(carried: Path, source: Path) -> None:
    list(take_over(source, write=True))
    file = source / "tags" / "topic" / "types.go"
    file.write_text(file.read_text())
    file.chmod(0o600)
    assert list(take_over(source, write=False)) == []


def test_tags_are_unpacked(carried: Path, source: Path) -> None:
    list(take_over(source, write=True))
    tags_folder.cache_clear()
    try:
        assert (tags_folder() / "topic" / "types.go").read_text() == "package topic\n"
    finally:
        tags_folder.cache_clear()


def test_what_is_not_carried_is_read_where_it_is(carried: Path, source: Path) -> None:
    assert read_lines("realworld") == [{"c": 1}]
    (source / "realworld.jsonl").unlink()
    assert [read_lines(name) for name in NOT_CARRIED] == [None, None, None]
    assert read_text("nothing") is None


def test_lines_end_with_line_feeds_only() -> None:
    assert parse_lines('"a\u2028b"\n"c\x85d"\n') == ["a\u2028b", "c\x85d"]
