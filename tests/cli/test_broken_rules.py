"""Tests of errors of CEL rules: reports show the rule, its place in the CRD, and the values of its parts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run

CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              low: {type: integer}
              high: {type: integer}
              items:
                type: array
                maxItems: 200
                items:
                  type: integer
                  x-kubernetes-validations:
                  - {rule: self > 0, message: must be positive}
            x-kubernetes-validations:
            - rule: |
                !has(self.low) ||
                self.low <= self.high
              message: low must not be greater
"""
OBJECT = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: %s}\nspec: %s\n"

Validate = Callable[..., tuple[int, str]]


@pytest.fixture
def validate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Validate:
    """Writes a CRD and objects, runs `validate` on the objects; returns exit code and output."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crd.yaml").write_text(CRD)

    def call(objects: str, *arguments: str) -> tuple[int, str]:
        (tmp_path / "a.yaml").write_text(objects)
        code = run(["validate", "a.yaml", "--crds", "crd.yaml", *arguments])
        captured = capsys.readouterr()
        assert captured.err == ""
        return code, captured.out

    return call


def document(validate: Validate, objects: str, *arguments: str) -> Any:
    return json.loads(validate(objects, "-o", "json", *arguments)[1])


def test_the_rule_its_place_and_its_parts(validate: Validate) -> None:
    code, output = validate(OBJECT % ("a", "{low: 3, high: 2}"))
    assert code == 1
    assert output == (
        "invalid     Widget a\n"
        "            a.yaml:4:1  spec: Invalid value: low must not be greater\n"
        "              4 | spec: {low: 3, high: 2}\n"
        "                |       ^^^^^^^^^^^^^^^^^\n"
        "              rule: !has(self.low) || self.low <= self.high (crd.yaml:29:15)\n"
        "                has(self.low) = true\n"
        "                self.low = 3\n"
        "                self.high = 2\n"
        "1 object: 0 valid, 1 invalid (1 error)\n"
    )


def test_a_rule_that_fails_to_run(validate: Validate) -> None:
    output = validate(OBJECT % ("a", "{low: 3}"))[1]
    assert "no such key: high evaluating rule: low must not be greater\n" in output
    assert "                self.high: no such key: high\n" in output


def test_rules_for_programs(validate: Validate) -> None:
    found = document(validate, OBJECT % ("a", "{items: [1, 0]}"))
    (error,) = found["objects"][0]["errors"]
    assert error["rule"] == {
        "source": "crd.yaml",
        "line": 27,
        "column": 22,
        "expression": "self > 0",
        "parts": [{"expression": "self", "value": "0", "failed": False}],
    }
    assert found["diagnostics"][0]["hint"] == "rule: self > 0 (crd.yaml:27:22)\n  self = 0"
    assert document(validate, OBJECT % ("a", "{items: [x]}"))["objects"][0]["errors"][0]["rule"] is None


def test_rules_behind_unknown_fields_and_of_updates(validate: Validate, tmp_path: Path) -> None:
    found = document(validate, OBJECT % ("a", "{low: 3, high: 2, hihg: 4}"))
    assert found["objects"][0]["next"][0]["rule"]["expression"].startswith("!has(self.low)")
    (tmp_path / "old.yaml").write_text(OBJECT % ("a", "{low: 1, high: 2}"))
    found = document(validate, OBJECT % ("a", "{low: 3, high: 2}"), "--old", "old.yaml")
    assert [each["value"] for each in found["objects"][0]["errors"][0]["rule"]["parts"]] == ["true", "3", "2"]


def test_of_very_many_errors_the_parts_of_some_are_told(validate: Validate) -> None:
    found = document(validate, OBJECT % ("a", f"{{items: {[0] * 150}}}"))
    errors = found["objects"][0]["errors"]
    assert len(errors) == 150
    assert all(each["rule"]["expression"] == "self > 0" for each in errors)
    assert [bool(each["rule"]["parts"]) for each in errors] == [True] * 100 + [False] * 50
