"""What is said where git itself fails."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.findings import Unreadable
from kapivara.cli.git_source import read_revision


@pytest.mark.parametrize(
    ("failure", "text"),
    [
        pytest.param(subprocess.TimeoutExpired("git", 1), "git did not answer within 120 seconds", id="too slow"),
        pytest.param(PermissionError("not allowed"), "git cannot be run: not allowed", id="not executable"),
        pytest.param(FileNotFoundError(), "git is not installed, or not on the PATH", id="missing"),
    ],
)
def test_git_that_does_not_run(failure: Exception, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any, **_options: Any) -> None:
        raise failure

    monkeypatch.setattr(subprocess, "run", fail)
    unreadable: list[Unreadable] = []
    assert read_revision("HEAD", [str(tmp_path)], unreadable) == []
    assert [(each.place.source, each.message) for each in unreadable] == [("git:HEAD", text)]


def test_a_revision_that_is_no_argument(tmp_path: Path) -> None:
    unreadable: list[Unreadable] = []
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert read_revision("a\0b", [str(tmp_path)], unreadable) == []
    assert len(unreadable) == 1


def test_contents_that_are_missing(tmp_path: Path) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    (tmp_path / "a.yaml").write_text("a: 1\n")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)
    asked = ["git", "rev-parse", "HEAD:a.yaml"]
    blob = subprocess.run(asked, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.strip()
    (tmp_path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    unreadable: list[Unreadable] = []
    assert read_revision("HEAD", [str(tmp_path)], unreadable) == []
    assert [each.message for each in unreadable] == ["the repository lacks the contents of a.yaml"]


def test_standard_input_has_no_past() -> None:
    unreadable: list[Unreadable] = []
    assert read_revision("HEAD", ["-"], unreadable) == []
    assert unreadable[0].message == "standard input has no old side in git"
