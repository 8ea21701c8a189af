"""Tests of CRDs of public projects: each is accepted, and its published examples are valid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kapivara.cli.main import run

# Published examples that the recorded server rejects, too, with the fields of their errors.
REFUSED: dict[str, dict[str, list[str]]] = {
    "TCPRoute.crd.json": {"destination-port-matching-example": ["apiVersion"]},  # a version no longer served
    "PodMonitor.crd.json": {"": ["metadata.name", "spec.selector"]},  # a fragment
    "ServiceMonitor.crd.json": {"servicemonitor-example": ["spec.selector"]},
}


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
    expected = REFUSED.get(realworld_crd.name, {})
    assert {entry["name"]: [error["field"] for error in entry["errors"]] for entry in refused} == expected
    assert code == (1 if expected else 0)
    assert report["summary"]["objects"] == 1 + len(items)
