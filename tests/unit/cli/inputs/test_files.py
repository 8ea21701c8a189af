"""Which files a command line names, and what cannot be read."""

from __future__ import annotations

import io
import os
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.inputs import files as sources
from kapivara.cli.inputs.files import STDIN_NAME, File, Source, find_files, read_source


def found(*paths: Path | str) -> list[str]:
    return [
        file.path if isinstance(file, File) else f"! {file.place}: {file.message}"
        for file in find_files(map(str, paths))
    ]


def test_a_folder_stands_for_its_manifests(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "c.json", "notes.txt", "sub/d.yaml", ".git/e.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}")
    assert found(tmp_path) == [str(tmp_path / name) for name in ("a.yml", "b.yaml", "c.json", "sub/d.yaml")]


def test_a_file_is_taken_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "manifest").write_text("{}")
    assert found(tmp_path / "manifest") == [str(tmp_path / "manifest")]


@pytest.mark.parametrize("other", ["./a/b.yaml", "a/../a/b.yaml", "a/./b.yaml", "link/b.yaml", "link", "a/c.yaml", "."])
def test_a_file_is_taken_once_however_it_is_named(other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.yaml").write_text("")
    (tmp_path / "a" / "c.yaml").symlink_to("b.yaml")
    (tmp_path / "link").symlink_to("a")
    monkeypatch.chdir(tmp_path)
    assert [file.path for file in find_files(["a/b.yaml", other])] == ["a/b.yaml"]
    assert len(list(find_files([other, "a/b.yaml"]))) == 1


def test_a_file_named_twice_is_taken_once(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("{}")
    (tmp_path / "link.yaml").symlink_to("a.yaml")
    assert found(tmp_path, tmp_path / "a.yaml", "-", "-") == [str(tmp_path / "a.yaml"), "-"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("missing.yaml", "no such file or folder", id="missing"),
        pytest.param(
            "empty", "no manifests in this folder (searched for .yaml, .yml, .json)", id="folder without manifests"
        ),
        pytest.param("a.yaml/below", "not a directory", id="below a file"),
        pytest.param("nul\0", "embedded null byte", id="impossible name"),
    ],
)
def test_what_cannot_be_found_is_said(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "a.yaml").write_text("{}")
    assert found(tmp_path / name) == [f"! {tmp_path / name}: {message}"]


def test_a_broken_link_in_a_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "gone.yaml").symlink_to("nowhere")
    assert read_source(File(*found(tmp_path))) == Unreadable(
        Location(str(tmp_path / "gone.yaml")), "no such file or folder"
    )


def test_a_refused_folder_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert found(tmp_path) == [f"! {tmp_path}: permission denied"]


def test_a_name_that_is_not_utf8_can_be_shown(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.yaml")
    try:
        Path(path).write_text("{}")
    except OSError:
        pytest.skip("this file system refuses such names")
    source = read_source(File(path))
    assert isinstance(source, Source)
    assert source.name == f"{tmp_path}/\\xff.yaml"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a: 1")))
    assert read_source(File("-")) == Source(STDIN_NAME, b"a: 1")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_a_text_in_utf_16_is_read_as_one_in_utf_8(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes("\ufeffa: é\n".encode(encoding))
    read = read_source(File(str(tmp_path / "a.yaml")))
    assert isinstance(read, Source)
    assert read.data.removeprefix(b"\xef\xbb\xbf") == "a: é\n".encode()


def test_what_only_begins_as_utf_16_does_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xff\xfe\x00")
    read = read_source(File(str(tmp_path / "a.yaml")))
    assert isinstance(read, Source)
    assert read.data == b"\xff\xfe\x00"


def test_a_file_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_FILE_BYTES", 1024 * 1024)
    refused = read_source(File("/dev/zero"))
    assert isinstance(refused, Unreadable)
    assert refused.message == "larger than 1 MiB: split it"


def read_folder(folder: Path) -> dict[str, bytes | str]:
    """Reads all files of a folder: their contents, or why not."""
    read = {}
    for file in find_files([str(folder)]):
        assert isinstance(file, File)
        source = read_source(file)
        read[Path(file.path).name] = source.data if isinstance(source, Source) else source.message
    return read


def test_only_plain_files_of_a_folder_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: 1")
    os.mkfifo(tmp_path / "pipe.yaml")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket.yaml"))
        (tmp_path / "device.yaml").symlink_to("/dev/zero")
        (tmp_path / "loop.yaml").symlink_to("loop.yaml")
        with (tmp_path / "sparse.yaml").open("wb") as sparse:
            sparse.truncate(1 << 40)
        assert read_folder(tmp_path) == {
            "a.yaml": b"a: 1",
            "pipe.yaml": "not a regular file: name the file itself",
            "socket.yaml": "not a regular file: name the file itself",
            "device.yaml": "a symbolic link that leaves its folder is not followed: name the file itself",
            "loop.yaml": "not a regular file: name the file itself",
            "sparse.yaml": "larger than 256 MiB: split it",
        }


def test_links_are_followed_within_the_folder_only(tmp_path: Path) -> None:
    for name in ("inside/a.yaml", "inside/..data/b.yaml", "outside/secret.yaml", "inside-not/secret.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "inside" / "sub").mkdir()
    for name, target in (
        ("b.yaml", "..data/b.yaml"),
        ("out.yaml", "../outside/secret.yaml"),
        ("not.yaml", "../inside-not/secret.yaml"),
        ("sub/up.yaml", "../a.yaml"),
        ("passwd.yaml", "/etc/passwd"),
    ):
        (tmp_path / "inside" / name).symlink_to(target)
    (tmp_path / "a.yaml").symlink_to("outside")
    refused = "a symbolic link that leaves its folder is not followed: name the file itself"
    found = read_folder(tmp_path / "inside")
    assert {name: what for name, what in found.items() if isinstance(what, str)} == {
        "out.yaml": refused,
        "not.yaml": refused,
        "passwd.yaml": refused,
    }
    assert b"inside/..data/b.yaml" in found.values()


def test_what_is_named_may_be_anything(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "outside.yaml").write_text("b: 1")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link.yaml").symlink_to("../outside.yaml")
    with ThreadPoolExecutor() as pool:
        written = pool.submit((tmp_path / "pipe").write_text, "a: 1")
        assert read_source(File(str(tmp_path / "pipe"))) == Source(str(tmp_path / "pipe"), b"a: 1")
        assert written.result() == 4
    link = str(tmp_path / "folder" / "link.yaml")
    assert read_source(File(link)) == Source(link, b"b: 1")


def test_standard_input_without_end_is_refused_when_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def read(size: int) -> bytes:
        asked.append(size)
        return bytes(size)

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=SimpleNamespace(read=read)))
    monkeypatch.setattr(sources, "MAX_FILE_BYTES", 3 << 20)
    refused = read_source(File("-"))
    assert isinstance(refused, Unreadable)
    assert refused.message == "larger than 3 MiB: split it"
    assert sum(asked) <= 5 << 20
