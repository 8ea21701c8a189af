"""Rules that errors come from: an object is put to the registry once more only where its rules were evaluated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kapivara.api import Api
from kapivara.cli.main import run

SCHEMA = {
    "type": "object",
    "properties": {
        "spec": {
            "type": "object",
            "required": ["a"],
            "properties": {"a": {"type": "integer"}},
            "x-kubernetes-validations": [{"rule": "self.a > 1", "message": "too small"}],
        }
    },
}
DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "things.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"plural": "things", "kind": "Thing"},
        "scope": "Cluster",
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": SCHEMA}}],
    },
}


@pytest.mark.parametrize(
    ("spec", "message", "times", "rule"),
    [
        ({"a": 1}, "Invalid value: too small", 2, "self.a > 1"),
        ({}, "Required value", 1, None),
    ],
)
def test_an_object_is_judged_again_where_its_rules_were_evaluated(
    spec: Any,
    message: str,
    times: int,
    rule: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    created: list[Any] = []
    create = Api.create
    monkeypatch.setattr(Api, "create", lambda *args, **more: created.append(args) or create(*args, **more))
    thing = {"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "x"}, "spec": spec}
    (tmp_path / "a.json").write_text(json.dumps(DEFINITION))
    (tmp_path / "b.json").write_text(json.dumps(thing))
    assert run(["validate", str(tmp_path), "-o", "json"]) == 1
    (refused,) = (each for each in json.loads(capsys.readouterr().out)["objects"] if each["errors"])
    assert refused["errors"][0]["message"] == message
    assert (refused["errors"][0]["rule"] or {}).get("expression") == rule
    assert len(created) == 1 + times
