"""Which files a command line names, and what cannot be read."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from kapivara.cli import sources
from kapivara.cli.findings import Place, Unreadable
from kapivara.cli.sources import STDIN_NAME, Source, find_files, read_source


def found(*paths: Path | str) -> list[str]:
    return [
        file if isinstance(file, str) else f"! {file.place}: {file.message}" for file in find_files(map(str, paths))
    ]


def test_a_folder_stands_for_its_manifests(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "c.json", "notes.txt", "sub/d.yaml", ".git/e.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}")
    assert found(tmp_path) == [str(tmp_path / name) for name in ("a.yml", "b.yaml", "c.json", "sub/d.yaml")]


def test_a_file_is_taken_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "manifest").write_text("{}")
    assert found(tmp_path / "manifest") == [str(tmp_path / "manifest")]


def test_a_file_named_twice_is_taken_once(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("{}")
    (tmp_path / "link.yaml").symlink_to("a.yaml")
    assert found(tmp_path, tmp_path / "a.yaml", "-", "-") == [str(tmp_path / "a.yaml"), "-"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("missing.yaml", "no such file or folder", id="missing"),
        pytest.param(
            "empty", "no manifests in this folder (looked for .yaml, .yml, .json)", id="folder without manifests"
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
    assert read_source(*found(tmp_path)) == Unreadable(Place(str(tmp_path / "gone.yaml")), "no such file or folder")


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
    source = read_source(path)
    assert isinstance(source, Source)
    assert source.name == f"{tmp_path}/\\xff.yaml"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a: 1")))
    assert read_source("-") == Source(STDIN_NAME, b"a: 1")


def test_a_file_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_FILE_BYTES", 1024 * 1024)
    refused = read_source("/dev/zero")
    assert isinstance(refused, Unreadable)
    assert refused.message == "larger than 1 MiB: split it"
