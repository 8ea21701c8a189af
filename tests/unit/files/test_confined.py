"""Tests of files whose paths an untrusted text chose: only new ones, or replaceable ones, are written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from kapivara.files.confined import ConfinedFile, write_confined

OURS = b"ours\n"


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A folder with files that must stay unchanged, beside a secret outside."""
    (tmp_path / "secret").write_text("mine")
    folder = tmp_path / "repository"
    for name in (".git/hooks", "out", "project/out"):
        (folder / name).mkdir(parents=True)
    (folder / ".git" / "config").write_text("mine")
    return folder


def write(top: Path, path: str, inside: str = "") -> None:
    write_confined(
        str(top / path), OURS, inside=str(top / inside), top=str(top), may_replace=lambda head: head.startswith(OURS)
    )


def contents(folder: Path) -> dict[str, tuple[int, bytes | None]]:
    """Returns all files of a folder with their modes and bytes."""
    found = {}
    for each in sorted(folder.rglob("*")):
        mode = each.lstat().st_mode
        found[str(each.relative_to(folder))] = mode, each.read_bytes() if stat.S_ISREG(mode) else None
    return found


def test_new_files_and_files_that_may_be_replaced(top: Path) -> None:
    write(top, "out/a")
    inode = (top / "out" / "a").stat().st_ino
    write(top, "out/../out/a")
    assert (top / "out" / "a").read_bytes() == OURS
    assert (top / "out" / "a").stat().st_ino != inode
    assert os.listdir(top / "out") == ["a"]


def test_what_is_replaced_is_no_program_afterwards(top: Path) -> None:
    (top / "out" / "a").write_bytes(OURS)
    (top / "out" / "a").chmod(0o755)
    write(top, "out/a")
    assert stat.S_IMODE((top / "out" / "a").stat().st_mode) == 0o644


@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        ".git/hooks/pre-commit",
        ".GIT/config",
        "out/.hidden",
        "out/.git/a",
        "GIT~1/config",
        "\u200c.git/config",
        "out\\a",
        "c:a",
        "out/a\nb",
        "../secret",
        "../other",
        "out/../../other",
        "nowhere/a",
    ],
)
def test_places_that_are_refused(path: str, top: Path) -> None:
    before = contents(top.parent)
    with pytest.raises(OSError, match=r"repository|dot|another file|No such file"):
        write(top, path)
    assert contents(top.parent) == before


@pytest.mark.parametrize("path", ["out/a", "../out/a", "project", "projects/a"])
def test_a_project_below_the_top_bounds_its_files(path: str, top: Path) -> None:
    before = contents(top)
    with pytest.raises(OSError, match="it is outside"):
        write(top, path, "project")
    assert contents(top) == before


def test_a_project_below_a_folder_with_a_dot_writes_nothing(top: Path) -> None:
    with pytest.raises(PermissionError, match=r"\.git starts with a dot"):
        write(top, ".git/a", ".git")


@pytest.mark.parametrize("planted", ["file", "empty", "link", "link to ours", "hard link", "pipe", "folder"])
def test_what_is_there_stays(planted: str, top: Path) -> None:
    place = top / "out" / "a"
    (top / "ours").write_bytes(OURS)
    match planted:
        case "file":
            place.write_bytes(b"theirs\n" + OURS)
        case "empty":
            place.touch()
        case "link":
            place.symlink_to(top.parent / "nowhere")
        case "link to ours":
            place.symlink_to(top / "ours")
        case "hard link":
            place.hardlink_to(top / "ours")
        case "pipe":
            os.mkfifo(place)
        case "folder":
            place.mkdir()
    before = contents(top.parent)
    with pytest.raises(OSError, match=r"(the path (exists|holds))|directory"):
        write(top, "out/a")
    assert contents(top.parent) == before


@pytest.mark.parametrize("target", [".git/hooks", ".", "../.."])
def test_no_link_on_the_way_is_followed(target: str, top: Path) -> None:
    (top / "out" / "link").symlink_to(target)
    with pytest.raises(OSError, match="link is a symbolic link, or not a folder"):
        write(top, "out/link/a")


def test_a_file_that_appears_meanwhile_stays(top: Path) -> None:
    place = top / "out" / "a"
    file = ConfinedFile(str(place), OURS, inside=str(top), top=str(top), may_replace=lambda _: True)
    place.write_text("mine")
    with pytest.raises(FileExistsError):
        file.take_place()
    file.discard()
    assert place.read_text() == "mine"
    assert os.listdir(top / "out") == ["a"]


def test_a_file_that_is_exchanged_meanwhile_stays(top: Path) -> None:
    place = top / "out" / "a"
    place.write_bytes(OURS)
    file = ConfinedFile(str(place), OURS, inside=str(top), top=str(top), may_replace=lambda _: True)
    (top / "out" / "b").write_text("mine")
    (top / "out" / "b").rename(place)
    with pytest.raises(FileExistsError, match="was replaced"):
        file.take_place()
    file.discard()
    assert place.read_text() == "mine"


def test_a_folder_that_is_exchanged_meanwhile_does_not_count(top: Path) -> None:
    file = ConfinedFile(str(top / "out" / "config"), OURS, inside=str(top), top=str(top), may_replace=lambda _: True)
    (top / "out").rename(top / "moved")
    (top / "out").symlink_to(".git")
    file.take_place()
    file.discard()
    assert (top / ".git" / "config").read_text() == "mine"
    assert (top / "moved" / "config").read_bytes() == OURS


def test_missing_folders_are_made_where_that_is_asked_for(top: Path) -> None:
    place = top / "out" / "deep" / "er" / "a"
    file = ConfinedFile(
        str(place), OURS, inside=str(top), top=str(top), may_replace=lambda _: False, makes_folders=True
    )
    file.take_place()
    file.discard()
    assert place.read_bytes() == OURS
