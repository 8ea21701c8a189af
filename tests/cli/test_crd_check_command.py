"""Tests of `kapivara crd check`: the server's errors, the table of costs, and bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run

HEAD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
"""
VERSION = """\
    - name: %s
      served: true
      storage: %s
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
"""
GOOD = """\
                size:
                  type: integer
                  x-kubernetes-validations: [{rule: self > 0, messageExpression: "self < 0 ? 'less' : 'zero'"}]
                tags:
                  type: array
                  items: {type: string, maxLength: 16}
                  x-kubernetes-validations:
                    - rule: self.all(t, t.startsWith('a'))
"""
COSTLY = """\
                tags:
                  type: array
                  items: {type: string, maxLength: 16}
                  x-kubernetes-validations:
                    - rule: |-
                        self.all(t,
                          t.matches('^a+$'))
                      message: only a
"""
BROKEN = """\
                size:
                  type: integer
                  x-kubernetes-validations: [{rule: self > 'a'}]
"""
OBJECT = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n"

PATH = "spec.validation.openAPIV3Schema"

Check = Callable[..., tuple[int, str]]


def crd(fields: str) -> str:
    return HEAD + VERSION % ("v1", "true") + fields


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Writes the files, runs `crd check` in their folder; returns exit code and output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, **files: str) -> tuple[int, str]:
        for name, content in files.items():
            (tmp_path / f"{name}.yaml").write_text(content)
        code = run(["crd", "check", *arguments])
        captured = capsys.readouterr()
        assert captured.err == ""
        return code, captured.out

    return call


def document(check: Check, content: str) -> Any:
    return json.loads(check("a.yaml", "-o", "json", a=content)[1])


def test_a_good_definition_with_its_rules(check: Check) -> None:
    code, output = check("a.yaml", a=crd(GOOD))
    assert code == 0
    assert output == (
        "valid       CustomResourceDefinition widgets.example.com\n"
        "costs       v1: 2 rules, 5,242,881 in total, 5.2% of the cost limit of a schema\n"
        "                 cost  of rule  of total  line  field      rule\n"
        "            5,242,877    52.4%      5.2%    26  spec.tags  self.all(t, t.startsWith('a'))\n"
        "                       grows with spec.tags (no maxItems: 1,048,575 assumed)\n"
        "                       60.0% for self.all(t, t.startsWith('a')) (3,145,726)\n"
        "                       20.0% for t.startsWith('a') (1,048,575, 1,048,575 times)\n"
        "                    2    <0.1%     <0.1%    21  spec.size  self > 0\n"
        "                    2    <0.1%     <0.1%    21  spec.size  message: self < 0 ? 'less' : 'zero'\n"
        "accepted by Kubernetes 1.30 and newer\n"
        "1 CRD: 1 valid; 2 rules\n"
    )


def test_a_costly_rule_and_what_would_help(check: Check) -> None:
    code, output = check("a.yaml", a=crd(COSTLY))
    lines = output.splitlines()
    assert code == 1
    assert lines[0] == "invalid     CustomResourceDefinition widgets.example.com"
    assert lines[1].startswith(
        "            a.yaml:23:23  spec.validation.openAPIV3Schema.properties[spec].properties[tags]"
    )
    assert "Forbidden: estimated rule cost exceeds budget by factor of 1.153433x (try simplifying the rule" in lines[1]
    assert lines[6].endswith("23  spec.tags  self.all(t, t.matches('^a+$'))")
    assert lines[7].strip() == "grows with spec.tags (no maxItems: 1,048,575 assumed)"
    assert lines[8].strip() == "63.6% for t.matches('^a+$') (7,340,025, 1,048,575 times)"
    assert lines[10].strip() == "fits with maxItems: 909090 at spec.tags (line 19)"
    assert lines[-1] == "1 CRD: 0 valid, 1 invalid (1 error); 1 rule, 1 over the limit"
    fitting = COSTLY.replace("type: array", "type: array\n                  maxItems: 909090")
    assert check("a.yaml", a=crd(fitting))[0] == 0


def test_a_rule_that_does_not_compile(check: Check) -> None:
    code, output = check("a.yaml", a=crd(BROKEN))
    assert code == 1
    assert (
        "compilation failed: ERROR: <input>:1:6: found no matching overload for '_>_' applied to '(int, string)'\n"
        "               | self > 'a'\n"
        "               | .....^\n"
    ) in output
    assert "does not compile" in output


def test_json(check: Check) -> None:
    found = document(check, crd(COSTLY))
    assert found["summary"] == {
        "definitions": 1,
        "valid": 0,
        "invalid": 1,
        "skipped": 0,
        "unreadable": 0,
        "others": 0,
        "expressions": 1,
        "overLimit": 1,
    }
    definition = found["definitions"][0]
    assert (definition["name"], definition["verdict"], len(definition["errors"])) == (
        "widgets.example.com",
        "invalid",
        1,
    )
    schema = definition["schemas"][0]
    rule = schema.pop("expressions")[0]
    assert schema.pop("remedy")["bounds"][0]["value"] == 100
    assert rule.pop("parts")[0]["cost"] == 7340025
    assert schema == {"versions": ["v1"], "path": PATH, "cost": 11534327, "limit": 10**8, "share": 0.115343}
    place = {"source": "a.yaml", "line": 19, "column": 17, "field": "spec.tags", "keyword": "maxItems"}
    assert rule == {
        "source": "a.yaml",
        "line": 23,
        "column": 23,
        "path": f"{PATH}.properties[spec].properties[tags].x-kubernetes-validations[0].rule",
        "field": "spec.tags",
        "keyword": "rule",
        "expression": "self.all(t,\n  t.matches('^a+$'))",
        "error": "",
        "times": 1,
        "cost": 11534327,
        "limit": 10**7,
        "share": 1.153433,
        "shareOfSchema": 0.115343,
        "drivers": [{**place, "declared": False, "assumed": 1048575, "costOfOne": 13}],
        "remedies": [[{**place, "value": 909090}]],
    }


def test_versions_with_schemas_of_their_own(check: Check) -> None:
    text = HEAD + VERSION % ("v1", "true") + GOOD + VERSION % ("v2", "false") + BROKEN
    schemas = document(check, text)["definitions"][0]["schemas"]
    assert [(schema["versions"], schema["path"]) for schema in schemas] == [
        (["v1"], "spec.versions[0].schema.openAPIV3Schema"),
        (["v2"], "spec.versions[1].schema.openAPIV3Schema"),
    ]
    assert schemas[1]["expressions"][0]["error"].startswith("compilation failed: ERROR: <input>:1:6:")
    shared = HEAD + VERSION % ("v1", "true") + GOOD + VERSION % ("v2", "false") + GOOD
    assert [schema["versions"] for schema in document(check, shared)["definitions"][0]["schemas"]] == [["v1", "v2"]]


def test_rules_are_priced_where_something_else_is_wrong(check: Check) -> None:
    code, output = check("a.yaml", a=crd(GOOD).replace("name: widgets.example.com", "name: gadgets.example.com"))
    assert code == 1
    assert 'must be spec.names.plural+"."+spec.group' in output
    assert "5,242,877" in output


def test_other_objects_are_left_out(check: Check) -> None:
    code, output = check("a.yaml", a=f"{crd(GOOD)}---\n{OBJECT}")
    assert (code, output.splitlines()[-1]) == (0, "1 CRD: 1 valid; 2 rules; 1 other object skipped")


@pytest.mark.parametrize(
    ("arguments", "files", "complaint"),
    [
        pytest.param(["a.yaml"], {"a": OBJECT}, "no CustomResourceDefinitions in this input", id="no definition"),
        pytest.param(["a.yaml"], {"a": "a: [b"}, "unreadable  a.yaml:", id="no YAML"),
        pytest.param(["a.yaml"], {}, "no such file or folder", id="no file"),
    ],
)
def test_what_cannot_be_read(check: Check, arguments: list[str], files: dict[str, str], complaint: str) -> None:
    code, output = check(*arguments, **files)
    assert code == 2
    assert complaint in output


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HEAD.replace("  versions:\n", ""), id="no versions"),
        pytest.param(HEAD.replace("versions:", "versions: 5"), id="no list"),
        pytest.param(HEAD.replace("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"), id="old version"),
        pytest.param(crd("                size: {x-kubernetes-validations: [{rule: self > 0}]}\n"), id="no type"),
        pytest.param(crd("                size: {type: integer, x-kubernetes-validations: [{}]}\n"), id="no rule"),
        pytest.param(crd("                size: {type: array, maxItems: -1, items: {type: [a]}}\n"), id="type twice"),
    ],
)
def test_odd_definitions_are_refused_without_fuss(check: Check, text: str) -> None:
    code, output = check("a.yaml", a=text)
    assert code == 1
    assert output.startswith("invalid     CustomResourceDefinition widgets.example.com\n")


def test_the_group_alone_shows_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["crd"]) == 2
    assert "check" in capsys.readouterr().err


IN_A_BLOCK = """\
                size:
                  type: integer
                  x-kubernetes-validations:
                    - rule: |
                        self > 1 &&
                          self.nothing ? true : false
                      message: no
                    - rule: self > 1
                      messageExpression: "'a' +
                        unknown"
"""


def test_a_fault_inside_a_block_of_lines_is_told_at_its_own(check: Check) -> None:
    code, output = check("a.yaml", a=crd(IN_A_BLOCK.replace("message: no", "message: none")))
    assert code == 1
    assert "            a.yaml:24:31  spec.validation" in output
    assert "24 |                           self.nothing ? true : false\n" in output
    assert "   |                               ^^^^^^^^\n" in output
    assert "            a.yaml:28:25  spec.validation" in output
    assert "   |                         ^^^^^^^\n" in output


def test_parts_of_a_rule_and_bounds_for_all_together(check: Check) -> None:
    output = check("a.yaml", a=crd(COSTLY))[1]
    assert output.endswith(
        "together    all rules fit, at <0.1% of the cost limit of a schema, with\n"
        "            maxItems: 100 at spec.tags (line 19)\n"
        "1 CRD: 0 valid, 1 invalid (1 error); 1 rule, 1 over the limit\n"
    )
    (schema,) = document(check, crd(COSTLY))["definitions"][0]["schemas"]
    assert schema["remedy"]["bounds"][0] | {"source": ""} == {
        "source": "",
        "line": 19,
        "column": 17,
        "field": "spec.tags",
        "keyword": "maxItems",
        "value": 100,
    }
    assert schema["remedy"]["cost"] < 10_000
    assert schema["expressions"][0]["parts"][0]["expression"] == "t.matches('^a+$')"


def test_only_the_dearest_rules(check: Check) -> None:
    code, output = check("a.yaml", "--top", "1", a=crd(GOOD))
    assert code == 0
    assert "self.all(t, t.startsWith('a'))\n" in output
    assert "self > 0" not in output
    assert "            and 1 more rule and 1 message that cost less\n" in output
    assert len(json.loads(check("a.yaml", "--top", "1", "-o", "json", a=crd(GOOD))[1])["definitions"]) == 1


@pytest.mark.parametrize("top", ["-1", "x"])
def test_no_number_of_rules(top: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["crd", "check", str(tmp_path), f"--top={top}"]) == 2
    assert "Invalid value for '--top'" in capsys.readouterr().err


def test_what_was_probably_meant_stands_beside_the_servers_words(check: Check, tmp_path: Path) -> None:
    rule = "                name: {type: string, x-kubernetes-validations: [{rule: self.toLower() == 'a'}]}\n"
    output = check("a.yaml", a=crd(rule))[1]
    assert "ERROR: <input>:1:13: undeclared reference to 'toLower' (in container '')" in output
    assert "there is no toLower(): write lowerAscii()\n" in output
    (error,) = document(check, crd(rule))["definitions"][0]["errors"]
    assert error["note"] == "there is no toLower(): write lowerAscii()"
    assert "lowerAscii" not in error["message"]
