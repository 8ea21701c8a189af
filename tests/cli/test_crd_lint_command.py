"""Tests of `kapivara crd lint`: findings with their places, ways to silence them, and all report formats."""

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
metadata:
  name: widgets.example.com
  annotations: {%s}
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
"""
RATIO = "              ratio: {type: number}%s\n"
RULE = """\
              a: {type: integer}
            x-kubernetes-validations:
            - rule: |%s
                1 == 1 &&
                  self.a > 1
              message: m
"""

Lint = Callable[..., tuple[int, str]]


def crd(fields: str, annotations: str = "") -> str:
    return CRD % annotations + fields


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lint:
    """Writes a CRD, runs `crd lint` on it; returns exit code and output."""
    monkeypatch.chdir(tmp_path)

    def call(content: str, *arguments: str, name: str = "a.yaml") -> tuple[int, str]:
        (tmp_path / name).write_text(content)
        code = run(["crd", "lint", name, *arguments])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


def document(lint: Lint, content: str, *arguments: str) -> Any:
    return json.loads(lint(content, "-o", "json", *arguments)[1])


def found(lint: Lint, content: str, *arguments: str) -> list[str]:
    return [each["rule"] for each in document(lint, content, *arguments)["diagnostics"]]


def test_a_finding_inside_a_block_of_lines_is_told_at_its_own(lint: Lint) -> None:
    code, output = lint(crd(RULE % ""))
    assert code == 1
    assert output == (
        "error       a.yaml:25:19: spec: self.a may be missing: the evaluation of the rule then fails "
        "[unguarded-read]\n"
        "            25 |                   self.a > 1\n"
        "               |                   ^^^^^^\n"
        "            fix: ask first: !has(self.a) || …, or has(self.a) && … where the rule is not to hold without it\n"
        "1 CRD: 1 error, 3 pieces of advice hidden (see --advice)\n"
    )


def test_warnings_fail_only_strict_runs(lint: Lint) -> None:
    assert lint(crd(RATIO % ""))[0] == 0
    assert lint(crd(RATIO % ""), "--strict")[0] == 1


def test_advice_is_told_where_it_is_asked_for(lint: Lint) -> None:
    content = crd("              on: {type: boolean, description: d}\n")
    assert lint(content) == (0, "1 CRD: no findings, 1 piece of advice hidden (see --advice)\n")
    assert found(lint, content, "--advice") == ["boolean"]
    assert lint(content, "--advice", "--strict")[0] == 0


def test_rules_are_chosen_by_id(lint: Lint) -> None:
    content = crd(RATIO % "" + RULE % "")
    assert found(lint, content) == ["float", "unguarded-read"]
    assert found(lint, content, "--disable", "float") == ["unguarded-read"]
    assert found(lint, content, "--disable=float,unguarded-read") == []
    assert found(lint, content, "--select", "description") == ["description"] * 2


@pytest.mark.parametrize(
    ("annotations", "comment", "left"),
    [
        ("", "", ["float"]),
        ("kapivara/lint-disable: float", "", []),
        ("kapivara/lint-disable: float@spec.ratio", "", []),
        ("kapivara/lint-disable: float@spec", "", []),
        ("kapivara/lint-disable: float@spec.rat", "", ["idle-silence", "float"]),
        ("kapivara/lint-disable: 'phase,float'", "", ["idle-silence"]),
        ("", "  # kapivara: disable=float", []),
        ("", "  # why: it is measured. kapivara: disable=float", ["float"]),
        ("", "  # kapivara: disable=boolean, float", ["idle-silence"]),
        ("", "\n              # kapivara: disable=float", ["float", "idle-silence"]),
    ],
)
def test_silences(lint: Lint, annotations: str, comment: str, left: list[str]) -> None:
    content = crd(RATIO % comment, annotations)
    assert found(lint, content) == left
    assert document(lint, content)["summary"]["silenced"] == int("float" not in left)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace("rule: |", "rule: | # kapivara: disable=unguarded-read"), id="header"),
        pytest.param(lambda text: text.replace("> 1\n", "> 1 // kapivara: disable=unguarded-read\n"), id="in CEL"),
        pytest.param(
            lambda text: text.replace(
                "            - rule", "            # kapivara: disable=unguarded-read\n            - rule"
            ),
            id="above",
        ),
        pytest.param(
            lambda text: text.replace("          spec:\n", "          spec: # kapivara: disable=unguarded-read\n"),
            id="field",
        ),
    ],
)
def test_rules_in_blocks_are_silenced_beside_them(lint: Lint, change: Callable[[str], str]) -> None:
    content = crd(RULE % "")
    assert "unguarded-read" in found(lint, content)
    assert found(lint, change(content)) == []


def test_a_misspelt_silence_is_told(lint: Lint) -> None:
    output = lint(crd(RATIO % "  # kapivara: disable=flaot"))[1]
    assert "there is no rule flaot [idle-silence]" in output
    assert "fix: did you mean float?" in output
    assert "^^^^^\n" in output


def test_what_the_server_refuses_is_told_in_its_words(lint: Lint) -> None:
    code, output = lint(crd("              a: {type: integer, default: x}\n"))
    assert code == 1
    assert 'properties[a].default: Invalid value: "string": ' in output
    assert 'must be of type integer: "string" [refused]' in output


def test_json_files_have_places_and_no_comments(lint: Lint) -> None:
    from kapivara.codec import decode_yaml

    content = json.dumps(decode_yaml(crd(RULE % "").encode()).value)
    code, output = lint(content, name="a.json")
    assert code == 1
    assert "a.json:1:" in output


def test_other_versions_of_definitions_are_told_as_the_server_does(lint: Lint) -> None:
    code, output = lint(crd(RATIO % "").replace("k8s.io/v1\n", "k8s.io/v1beta1\n"))
    assert code == 1
    assert "[refused]" in output
    assert "[float]" not in output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--disable", "flaot"), "there is no rule 'flaot', did you mean float?"),
        (("--select", "zzz"), "there is no rule 'zzz'; --list-rules lists them"),
    ],
)
def test_wrong_usage(lint: Lint, arguments: tuple[str, ...], said: str) -> None:
    code, output = lint(crd(""), *arguments)
    assert code == 2
    assert said in output


def test_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["crd", "lint", "--list-rules", "--select", "float,map"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "map    warning  A map has objects or lists for its values.",
        "float  warning  A field is a floating-point number.",
    ]
    assert run(["crd", "lint", "--list-rules", "-o", "json"]) == 0
    rules = json.loads(capsys.readouterr().out)["rules"]
    assert {"id", "severity", "title", "reason", "fix", "failing", "passing"} <= {*rules[0]}
    assert run(["crd", "lint"]) == 2


def test_nothing_to_lint(lint: Lint) -> None:
    code, output = lint("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    assert code == 2
    assert "no CustomResourceDefinitions in this input" in output


def test_a_rule_that_does_not_compile_has_a_hint(lint: Lint) -> None:
    rule = "              a: {type: integer, x-kubernetes-validations: [{rule: self = 1, message: m}]}\n"
    output = lint(crd(rule))[1]
    assert "[refused]" in output
    assert "fix: one = does nothing here: compare with ==\n" in output


def test_a_rule_that_an_older_version_does_not_compile(lint: Lint) -> None:
    rule = "              a: {type: string, x-kubernetes-validations: [{rule: isSemver(self), message: m}]}\n"
    assert "isSemver()" not in lint(crd(rule))[1]
    code, output = lint(crd(rule), "--kubernetes-version", "1.33")
    assert code == 1
    assert "fix: isSemver() is there for rules from Kubernetes 1.34 on\n" in output
