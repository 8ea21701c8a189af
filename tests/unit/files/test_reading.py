"""Tests of reading files within limits and folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kapivara.files.reading import TooLargeError, read_beside, read_found, read_named


def test_a_plain_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 3_000_000)
    for most in (3_000_000, 4_000_000):
        assert len(read_named(str(tmp_path / "a"), most)) == 3_000_000
        assert len(read_found(str(tmp_path / "a"), str(tmp_path), most)) == 3_000_000


def test_a_file_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("a")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "c").symlink_to("/etc/passwd")
    assert read_beside("b", 10) == read_found("b", ".", 10) == b"a"
    with pytest.raises(OSError, match="leaves its folder"):
        read_beside("c", 10_000)


@pytest.mark.parametrize(("size", "most", "shown"), [(2_000_000, 1 << 20, "1 MiB"), (101, 100, "100 bytes")])
def test_one_that_is_too_large(size: int, most: int, shown: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(size))
    for read in (read_named, read_beside):
        with pytest.raises(TooLargeError, match=f"larger than {shown}"):
            read(str(tmp_path / "a"), most)


def test_a_sparse_file_is_not_read_to_learn_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "a").open("wb") as file:
        file.truncate(1 << 40)
    monkeypatch.setattr(os, "read", lambda *_: pytest.fail("it was read"))
    with pytest.raises(TooLargeError):
        read_named(str(tmp_path / "a"), 1 << 20)


def test_a_file_that_says_nothing_of_its_size(tmp_path: Path) -> None:
    assert read_named("/proc/self/status", 1 << 20).startswith(b"Name:")
    with pytest.raises(TooLargeError):
        read_named("/proc/self/status", 100)


@pytest.mark.parametrize("kind", ["pipe", "folder", "loop"])
def test_what_is_no_plain_file(kind: str, tmp_path: Path) -> None:
    place = tmp_path / "a"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    else:
        place.symlink_to("a")
    with pytest.raises(OSError, match="not a regular file"):
        read_beside(str(place), 10)


def test_a_folder_whose_own_path_has_links(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").write_text("a")
    (tmp_path / "real" / "b").symlink_to("a")
    (tmp_path / "link").symlink_to("real")
    assert read_beside(str(tmp_path / "link" / "b"), 10) == b"a"
