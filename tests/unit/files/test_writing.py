"""Tests that files are written atomically, whatever was planted in their place."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from kapivara.files import writing
from kapivara.files.writing import PRIVATE, NewFile, write_file


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A file in another folder that must stay unchanged."""
    file = tmp_path / "victim"
    file.write_text("mine")
    file.chmod(0o640)
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder"


def mode(file: Path) -> int:
    return stat.S_IMODE(file.lstat().st_mode)


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_new_file(folder: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(str(folder / "a"), b"new")
        write_file(str(folder / "b"), b"new", mode=PRIVATE)
    finally:
        os.umask(before)
    assert (mode(folder / "a"), mode(folder / "b")) == (0o640, 0o600)
    assert names(folder) == ["a", "b"]


def test_who_may_read_a_file_is_taken_over(folder: Path) -> None:
    (folder / "a").write_text("old")
    (folder / "a").chmod(0o604)
    write_file(str(folder / "a"), b"new")
    assert ((folder / "a").read_bytes(), mode(folder / "a")) == (b"new", 0o604)
    write_file(str(folder / "a"), b"new", mode=PRIVATE)
    assert mode(folder / "a") == 0o600


def test_what_replaces_a_program_is_none(folder: Path) -> None:
    (folder / "a").write_text("#!/bin/sh\n")
    (folder / "a").chmod(0o755)
    write_file(str(folder / "a"), b"new")
    assert mode(folder / "a") == 0o644


def test_a_link_at_its_place_is_replaced_and_not_followed(folder: Path, victim: Path) -> None:
    (folder / "a").symlink_to(victim)
    write_file(str(folder / "a"), b"new")
    assert not (folder / "a").is_symlink()
    assert (victim.read_text(), mode(victim)) == ("mine", 0o640)


@pytest.mark.parametrize("planted", ["link", "hard link", "pipe", "folder"])
def test_what_is_planted_at_the_temporary_name_is_not_touched(
    planted: str, folder: Path, victim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "urandom", bytes)  # as if the name could be guessed
    place = folder / f".a.{bytes(8).hex()}.tmp"
    if planted == "link":
        place.symlink_to(victim)
    elif planted == "hard link":
        place.hardlink_to(victim)
    elif planted == "pipe":
        os.mkfifo(place)
    else:
        place.mkdir()
    with pytest.raises(FileExistsError):
        write_file(str(folder / "a"), b"new")
    assert victim.read_text() == "mine"
    assert names(folder) == [place.name]


def test_temporary_names_cannot_be_guessed(folder: Path) -> None:
    first, second = NewFile(str(folder / "a"), b""), NewFile(str(folder / "a"), b"")
    assert len(names(folder)) == 2
    first.discard()
    second.discard()
    second.discard()
    assert names(folder) == []


def test_a_folder_that_is_exchanged_meanwhile_does_not_count(folder: Path, victim: Path, tmp_path: Path) -> None:
    file = NewFile(str(folder / "victim"), b"new")
    folder.rename(tmp_path / "moved")
    folder.symlink_to(tmp_path)
    file.take_place()
    file.discard()
    assert victim.read_text() == "mine"
    assert (tmp_path / "moved" / "victim").read_bytes() == b"new"


def test_what_cannot_be_written_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", fail)
    with pytest.raises(OSError, match="No space left") as caught:
        write_file(str(folder / "a"), b"new")
    assert caught.value.filename == str(folder / "a")
    assert names(folder) == []


def test_a_folder_in_its_place_stays(folder: Path) -> None:
    (folder / "a").mkdir()
    with pytest.raises(IsADirectoryError):
        write_file(str(folder / "a"), b"new")
    assert names(folder) == ["a"]


def test_very_long_names(folder: Path) -> None:
    write_file(str(folder / ("a" * 250)), b"new")
    assert names(folder) == ["a" * 250]
