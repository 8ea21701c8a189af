"""Tests of CRDs with the deepest nesting that kapivara accepts, with every command that reads CRDs."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.cli.main import run

DEPTH = 900
DEFINITION = (
    '{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"w.example.com"},'
    '"spec":{"group":"example.com","names":{"plural":"w","kind":"W"},"scope":"Namespaced","versions":[{"name":"v1",'
    '"served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":%s}}}}]}}'
)


def schema(leaf: str) -> str:
    return '{"type":"object","properties":{"a":' * DEPTH + leaf + "}}" * DEPTH


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    value = '{"a":' * DEPTH + '"xxxx"' + "}" * DEPTH
    widget = '{"apiVersion":"example.com/v1","kind":"W","metadata":{"name":"one"},"spec":' + value + "}"
    for folder, leaf in (
        ("old", '{"type":"string"}'),
        ("new", '{"type":"string","maxLength":3,"x-kubernetes-validations":[{"rule":"self != \'a\'"}]}'),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "definition.json").write_text(DEFINITION % schema(leaf))
        (tmp_path / folder / "object.json").write_text(widget)
    return tmp_path / "old", tmp_path / "new"


def test_every_command_takes_them(folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    old, new = map(str, folders)
    assert run(["crd", "check", f"{new}/definition.json"]) == 0
    assert run(["validate", new]) == 1
    assert run(["validate", new, "--old", old]) == 0
    upgraded = ["crd", "upgrade", f"{old}/definition.json", f"{new}/definition.json"]
    assert run([*upgraded, "--objects", f"{old}/object.json"]) == 1
    printed = capsys.readouterr()
    assert "1 error forgiven" in printed.out
    assert "the upgrade is breaking" in printed.out
    assert printed.err == ""
