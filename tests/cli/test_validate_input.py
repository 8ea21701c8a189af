"""Tests of the input of `kapivara validate`: lists of any kind, output of Helm, duplicate objects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run

MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n"
LISTED = """\
apiVersion: v1
kind: ConfigMapList
items:
- metadata: {name: a}
- metadata: {name: b}
  dta: {}
- {apiVersion: v1, kind: Secret, metadata: {name: c}, type: 1}
"""
RENDERED = """\
---
# Source: shop/templates/good.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: good}
---
# Source: shop/templates/bad.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: Bad
---
# Source: shop/templates/broken.yaml
a: [
---
apiVersion: v1
kind: ConfigMap
metadata: {name: also_bad}
"""

Capture = pytest.CaptureFixture[str]


def written(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> None:
    monkeypatch.chdir(folder)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)


def reported(capsys: Capture, *arguments: str) -> Any:
    run(["validate", *arguments])
    return capsys.readouterr().out


def test_typed_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    written(tmp_path, monkeypatch, all=LISTED)
    output = reported(capsys, "all.yaml")
    assert "invalid     ConfigMap b\n            all.yaml:6:3  unknown field" in output
    assert "invalid     Secret c\n            all.yaml:7:" in output
    assert output.endswith("3 objects: 1 valid, 2 invalid (2 errors)\n")


def test_what_helm_rendered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    written(tmp_path, monkeypatch, all=RENDERED)
    text = reported(capsys, "all.yaml")
    assert "invalid     ConfigMap Bad (from shop/templates/bad.yaml)\n" in text
    assert "invalid     ConfigMap also_bad\n" in text
    assert "unreadable  all.yaml:15:1 (from shop/templates/broken.yaml): " in text
    found = json.loads(reported(capsys, "all.yaml", "-o", "json"))
    assert [each.get("template", "") for each in found["objects"]] == [
        *("shop/templates/good.yaml", "shop/templates/bad.yaml", ""),
    ]
    assert [each.get("template", "") for each in found["diagnostics"]] == [
        *("shop/templates/bad.yaml", "", "shop/templates/broken.yaml"),
    ]
    result = json.loads(reported(capsys, "all.yaml", "-o", "sarif"))["runs"][0]["results"][0]
    assert result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "shop/templates/bad.yaml"
    for form in ("github", "gitlab", "junit", "tap"):
        assert "rendered from shop/templates/bad.yaml" in reported(capsys, "all.yaml", "-o", form)


def test_objects_that_are_there_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    named = MAP % "a, namespace: default"
    written(tmp_path, monkeypatch, one=f"{MAP % 'a'}---\n{MAP % 'b'}", two=f"{named}---\n{MAP % 'b, namespace: other'}")
    assert reported(capsys, "one.yaml", "two.yaml") == (
        "duplicate   ConfigMap default/a: at one.yaml:1:1 and again at two.yaml:1:1\n4 objects: 4 valid, 1 duplicate\n"
    )
    assert run(["validate", "one.yaml", "two.yaml", "--fail-on", "duplicate", "-o", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [each["duplicateOf"] for each in found["objects"]] == [
        *(None, None, {"source": "one.yaml", "line": 1, "column": 1}, None),
    ]
    assert [(each["rule"], each["level"]) for each in found["diagnostics"]] == [("duplicate-object", "warning")]
    sarif = json.loads(reported(capsys, "one.yaml", "two.yaml", "-o", "sarif"))["runs"][0]["results"][0]
    assert sarif["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "one.yaml"


def test_objects_to_be_named_are_not_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n"
    written(tmp_path, monkeypatch, one=text, two=text)
    assert reported(capsys, ".") == "2 objects: 2 valid\n"
