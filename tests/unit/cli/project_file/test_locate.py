"""Which project file counts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kapivara.cli.project_file.locate import find_project_file

TABLE = "[tool.kapivara]\n"


@pytest.fixture
def inner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, two folders below the top of a repository."""
    (tmp_path / ".git").mkdir()
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, ""),
        ({"kapivara.toml": ""}, "kapivara.toml"),
        ({"../kapivara.toml": ""}, "../kapivara.toml"),
        ({"../../kapivara.toml": ""}, "../../kapivara.toml"),
        ({"../kapivara.toml": "", "../../kapivara.toml": ""}, "../kapivara.toml"),
        ({"pyproject.toml": TABLE}, "pyproject.toml"),
        ({"pyproject.toml": TABLE, "kapivara.toml": ""}, "kapivara.toml"),
        ({"pyproject.toml": "[tool.other]\n", "../kapivara.toml": ""}, "../kapivara.toml"),
        ({"../../../kapivara.toml": ""}, ""),
    ],
    ids=str,
)
def test_the_nearest_file_counts(inner: Path, files: dict[str, str], expected: str) -> None:
    for name, text in files.items():
        (inner / name).write_text(text)
    try:
        assert find_project_file() == expected
    finally:
        for name in files:
            (inner / name).unlink()


def test_outside_of_a_repository_folders_of_others_do_not_count(inner: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (inner.parent / "kapivara.toml").write_text("")
    (inner / "../../.git").rmdir()
    real = os.stat

    def stat(path: str) -> os.stat_result:
        found = real(path)
        other = os.path.abspath(path) != str(inner)
        return os.stat_result([*found[:4], found.st_uid + other, *found[5:]])

    assert find_project_file() == "../kapivara.toml"
    monkeypatch.setattr(os, "stat", stat)
    assert find_project_file() == ""


def test_a_working_directory_that_is_gone(inner: Path) -> None:
    inner.rmdir()
    assert find_project_file() == ""
