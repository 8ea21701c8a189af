"""Definitions that public projects ship: each is accepted, and their published examples are valid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kapivara.cli.main import run


def test_a_definition_and_its_examples_are_accepted(
    realworld_crd: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    examples = realworld_crd.with_name(realworld_crd.name.replace(".crd.", ".examples."))
    manifest = tmp_path / "examples.json"
    items = json.loads(examples.read_text()) if examples.exists() else []
    manifest.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))
    code = run(["validate", "-o", "json", str(realworld_crd), str(manifest)])
    report = json.loads(capsys.readouterr().out)
    refused = [entry for entry in report["objects"] if entry["verdict"] != "valid"]
    assert (code, refused) == (0, [])
    assert report["summary"]["valid"] == 1 + len(items)
