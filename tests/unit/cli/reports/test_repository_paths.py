"""Files as a repository names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, Subject
from kapivara.cli.findings import Location
from kapivara.cli.reports.repository_paths import named_from_repository


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a file in a folder, beside one that is outside."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    (tmp_path / "shop" / "deploy").mkdir()
    (tmp_path / "shop" / "deploy" / "a.yaml").touch()
    (tmp_path / "b.yaml").touch()
    return tmp_path / "shop"


def named(name: str) -> str:
    place = Location(name, 3, 1)
    found = Diagnostic(Level.ERROR, "rule", place, "no", related=place)
    (subject,) = named_from_repository(Diagnosis("validate", (Subject(name, place, (found,)),))).subjects
    assert subject.diagnostics[0].place == subject.diagnostics[0].related == subject.place
    assert subject.name == subject.place.source
    return subject.name


@pytest.mark.parametrize(
    ("folder", "name", "expected"),
    [
        (".", "deploy/a.yaml", "deploy/a.yaml"),
        (".", "./deploy/a.yaml", "deploy/a.yaml"),
        ("deploy", "a.yaml", "deploy/a.yaml"),
        ("deploy", "./a.yaml", "deploy/a.yaml"),
        ("deploy", "../deploy/a.yaml", "deploy/a.yaml"),
        (".", "../b.yaml", "../b.yaml"),
        ("..", "./b.yaml", "b.yaml"),
        (".", "<stdin>", "<stdin>"),
        (".", "git:HEAD:./deploy/a.yaml", "git:HEAD:./deploy/a.yaml"),
        (".", "./no-such.yaml", "./no-such.yaml"),
        (".", "", ""),
    ],
)
def test_names(folder: str, name: str, expected: str, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository / folder)
    assert named(name) == expected


def test_absolute_paths(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    assert named(str(repository / "deploy" / "a.yaml")) == "deploy/a.yaml"
    assert named(str(repository.parent / "b.yaml")) == str(repository.parent / "b.yaml")


def test_without_a_repository(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository.parent)
    assert named("./b.yaml") == "b.yaml"
    assert named(str(repository.parent / "b.yaml")) == str(repository.parent / "b.yaml")
