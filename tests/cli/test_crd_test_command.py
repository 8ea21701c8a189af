"""Tests of `kapivara crd test`: tables, differences, the coverage of rules, and bad tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

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
    subresources: {status: {}}
    schema:
      openAPIV3Schema: &schema
        type: object
        properties:
          spec:
            type: object
            properties:
              size:
                type: integer
                default: 1
                x-kubernetes-validations:
                - {rule: self > 0, message: must be positive}
                - {rule: self >= oldSelf, message: must not shrink}
              hosts:
                type: array
                maxItems: 3
                items:
                  type: string
                  maxLength: 9
                  x-kubernetes-validations: [{rule: self != 'x', message: not x}]
          status:
            type: object
            properties: {ready: {type: integer, x-kubernetes-validations: [{rule: self >= 0, message: not negative}]}}
  - name: v2
    served: true
    storage: false
    subresources: {status: {}}
    schema:
      openAPIV3Schema: *schema
"""
ALL = """\
definition: crd.yaml
cases:
- object: {spec: {size: 3, hosts: [a]}}
- object: {spec: {size: 0, hosts: [x]}}
  errors: [must be positive, not x]
- old: {spec: {size: 2}}
  object: {spec: {size: 2}}
- old: {spec: {size: 2}}
  object: {spec: {size: 1}}
  errors: [{field: spec.size, reason: FieldValueInvalid, message: must not shrink}]
- {name: a status, old: {}, object: {status: {ready: 1}}, subresource: status}
- {name: a bad status, old: {}, object: {status: {ready: -1}}, subresource: status, expect: invalid}
"""

Test = Callable[..., tuple[int, str]]


@pytest.fixture
def test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Test:
    """Writes a CRD and a table, runs `crd test`; returns exit code and output."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crd.yaml").write_text(CRD)

    def call(table: str, *arguments: str, name: str = "table.yaml") -> tuple[int, str]:
        (tmp_path / name).write_text(table)
        code = run(["crd", "test", name, *arguments])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


def document(test: Test, table: str, *arguments: str) -> Any:
    return json.loads(test(table, "-o", "json", *arguments)[1])


def cases(*lines: str) -> str:
    return "definition: crd.yaml\ncases:\n" + "".join(f"- {line}\n" for line in lines)


def test_all_cases_and_all_rules(test: Test) -> None:
    assert test(ALL) == (0, "6 cases: 6 as expected; 4 of 4 rules covered (100%)\n")


def test_rules_that_no_case_breaks_or_keeps(test: Test) -> None:
    code, output = test(cases("object: {spec: {hosts: [x]}}\n  errors: [not x]"))
    assert code == 0
    assert output == (
        "uncovered   rule 1 at spec.hosts[] (crd.yaml:32:47) never held: self != 'x'\n"
        "uncovered   rule 1 at spec.size (crd.yaml:24:20) never failed: self > 0\n"
        "uncovered   rule 2 at spec.size (crd.yaml:25:20) never ran: self >= oldSelf\n"
        "uncovered   rule 1 at status.ready (crd.yaml:35:77) never ran: self >= 0\n"
        "1 case: 1 as expected; 0 of 4 rules covered (0%)\n"
    )


def test_versions_that_share_a_schema_count_once(test: Test) -> None:
    found = document(test, ALL.replace("cases:", "version: v2\ncases:"))
    assert [(each["rule"], each["version"], each["covered"]) for each in found["coverage"]["rules"]] == [
        ("self != 'x'", "v1", True),
        ("self > 0", "v1", True),
        ("self >= oldSelf", "v1", True),
        ("self >= 0", "v1", True),
    ]
    assert found["summary"]["passed"] == 6


def test_what_differs(test: Test) -> None:
    code, output = test(
        cases(
            "name: too much\n  object: {spec: {size: 0, hosts: [x]}}\n  errors: [must be positive]",
            "name: too little\n  object: {spec: {size: 1}}\n  errors: [{field: spec.size, message: nope}]",
            "name: valid\n  object: {}\n  expect: invalid",
            "name: invalid\n  object: {spec: {size: 0}}",
            "name: misspelt\n  object: {spec: {sise: 0}}",
        )
    )
    assert code == 1
    told = [line for line in output.splitlines() if not line.startswith("uncovered")]
    assert told == [
        "differs     table.yaml:3:3: too much",
        "            unexpected error:",
        '            table.yaml:4:36  spec.hosts[0]: Invalid value: "x": not x',
        "              4 |   object: {spec: {size: 0, hosts: [x]}}",
        "                |                                    ^",
        "              rule: self != 'x' (crd.yaml:32:47)",
        "                self = 'x'",
        "differs     table.yaml:6:3: too little",
        "            missing error: spec.size: nope",
        "differs     table.yaml:9:3: valid",
        "            valid, but errors were expected",
        "differs     table.yaml:12:3: invalid",
        "            unexpected error:",
        "            table.yaml:13:19  spec.size: Invalid value: 0: must be positive",
        "              13 |   object: {spec: {size: 0}}",
        "                 |                         ^",
        "              rule: self > 0 (crd.yaml:24:20)",
        "                self = 0",
        "differs     table.yaml:14:3: misspelt",
        "            unexpected error:",
        '            table.yaml:15:19  unknown field "spec.sise"',
        "              15 |   object: {spec: {sise: 0}}",
        "                 |                   ^^^^",
        "5 cases: 0 as expected, 5 failed; 1 of 4 rules covered (25%)",
    ]


def test_junit_has_a_case_for_each_and_one_for_the_coverage(test: Test) -> None:
    code, output = test(cases("{name: good, object: {}}", "{name: bad, object: {spec: {size: 0}}}"), "-o", "junit")
    assert code == 1
    found = {each.get("name"): each.find("failure") for each in ElementTree.fromstring(output).iter("testcase")}
    assert found["good"] is None
    assert found["rule coverage"] is None
    failure = found["bad"]
    assert failure is not None
    assert failure.get("message") == "unexpected error: spec.size: Invalid value: 0: must be positive"


@pytest.mark.parametrize(
    ("asked", "code", "told"),
    [
        ("50", 0, "2 of 4 rules covered (50%), at least the required 50%"),
        ("50.1%", 1, "2 of 4 rules covered (50%), less than the required 50.1%"),
    ],
)
def test_a_share_that_must_be_covered(test: Test, asked: str, code: int, told: str) -> None:
    table = cases("object: {spec: {size: 1, hosts: [a]}}", "object: {spec: {size: 0, hosts: [x]}}\n  expect: invalid")
    assert test(table, "--coverage", asked)[0] == code
    assert test(table, "--coverage", asked)[1].splitlines()[-1].endswith(told)


def test_a_floor_that_only_rises(test: Test, tmp_path: Path) -> None:
    few = cases("object: {spec: {size: 1}}", "{object: {spec: {size: 0}}, expect: invalid}")
    assert test(few, "--floor", "floor.json")[0] == 0
    assert json.loads((tmp_path / "floor.json").read_text()) == {"coverage": 25.0}
    assert test(ALL, "--floor", "floor.json")[0] == 0
    assert test(few, "--floor", "floor.json")[0] == 1
    assert json.loads((tmp_path / "floor.json").read_text()) == {"coverage": 100.0}


def test_a_floor_is_written_through_no_link(test: Test, tmp_path: Path) -> None:
    (tmp_path / "floor.json").symlink_to("elsewhere.json")
    assert test(ALL, "--floor", "floor.json")[0] == 0
    assert not (tmp_path / "elsewhere.json").exists()
    assert json.loads((tmp_path / "floor.json").read_text()) == {"coverage": 100.0}


def test_objects_are_merged_into_the_common_one(test: Test) -> None:
    table = """\
definition: crd.yaml
object: {spec: {size: 3, hosts: [x]}}
cases:
- {object: {spec: {hosts: null}}}
- {object: {spec: {hosts: [a]}}}
- {object: {spec: {size: 0}}, errors: [must be positive, not x]}
"""
    assert test(table)[1].endswith("3 cases: 3 as expected; 2 of 4 rules covered (50%)\n")


def test_old_objects_may_be_invalid_and_have_finalizers(test: Test) -> None:
    held = "{metadata: {name: a, finalizers: [example.com/x]}, spec: {size: -1}}"
    same = "{metadata: {name: a}, spec: {size: -1}}"
    table = cases(f"{{old: {held}, object: {same}}}", f"{{old: {held}, object: {same}}}")
    assert test(table)[1].splitlines()[-1].startswith("2 cases: 2 as expected")


def test_objects_and_definitions_from_files(test: Test, tmp_path: Path) -> None:
    (tmp_path / "widget.yaml").write_text(
        "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 0}"
    )
    assert test("cases:\n- {object: widget.yaml, errors: [must be positive]}\n", "--crds", "crd.yaml")[0] == 0
    inline = "definition:\n" + "".join(f"  {line}\n" for line in CRD.splitlines()) + "cases: [{object: {}}]\n"
    code, output = test(inline)
    assert code == 0
    assert "rule 1 at spec.size (table.yaml:25:22) never ran" in output


def test_folders_and_other_documents(test: Test, tmp_path: Path) -> None:
    test(ALL)
    assert run(["crd", "test", str(tmp_path)]) == 0
    code, output = test("a: 1\n", name="crd.yaml")
    assert code == 2
    assert "this input has no tables, which are documents with `cases`" in output


def test_a_definition_that_the_server_refuses(test: Test, tmp_path: Path) -> None:
    (tmp_path / "crd.yaml").write_text(CRD.replace("self > 0", "self > 'a'"))
    code, output = test(ALL)
    assert code == 1
    assert "found no matching overload for '_>_'" in output
    assert "0 cases: 0 as expected, 1 CRD rejected" in output
    assert " | " in output  # the line of the error


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("cases: []\n", "table.yaml:1:1: this table has no cases"),
        ("cases: {}\n", "table.yaml:1:1: must be a list of cases"),
        ("cases: [{object: {}}]\n", "table.yaml:1:1: no CRD: name its file in `definition`, or give --crds"),
        ("definition: no.yaml\ncases: [{object: {}}]\n", "table.yaml:1:1: no.yaml: no such file or folder"),
        ("definition: table.yaml\ncases: [{object: {}}]\n", "no CustomResourceDefinition found"),
        ("definition: 3\ncases: [{object: {}}]\n", "must be the path of a file, or a CRD"),
        (cases("{objekt: {}}"), "table.yaml:3:4: unknown field 'objekt': did you mean object?"),
        (cases("{name: a}"), "table.yaml:3:3: a case needs an object"),
        (cases("{object: {}, expect: maybe}"), "expect must be valid or invalid"),
        (cases("{object: {}, expect: valid, errors: [a]}"), "a valid object cannot have expected errors"),
        (cases("{object: {}, errors: [{feld: a}]}"), "unknown field 'feld': did you mean field?"),
        (cases("{object: {}, errors: [3]}"), "must be a part of the error's text, or field, message and reason"),
        (cases("{object: 3}"), "must be an object, or the path of a file"),
        (cases("{object: crd.yaml, old: no.yaml}"), "no.yaml: no such file or folder"),
        (cases("{object: {}, object: {}}"), "duplicate field cases[0].object"),
        (cases("{object: {"), "table.yaml:"),
    ],
)
def test_bad_tables(test: Test, table: str, said: str) -> None:
    code, output = test(table)
    assert code == 2
    assert said in output


def test_cases_that_cannot_be_run(test: Test) -> None:
    code, output = test(cases("object: {kind: Gadget}", "{old: {metadata: 3}, object: {}}"))
    assert code == 1
    assert "there is no CRD of kind Gadget, only of Widget" in output
    assert "the old object cannot be stored: " in output


@pytest.mark.parametrize("asked", ["a", "101", "-1"])
def test_wrong_shares(test: Test, asked: str) -> None:
    code, output = test(ALL, "--coverage", asked)
    assert code == 2
    assert "is not a percentage such as 80 or 92.5%" in output


def test_an_older_version_judges_definitions(test: Test, tmp_path: Path) -> None:
    definition = (tmp_path / "crd.yaml").read_text()
    table = cases("object: {spec: {size: 1}}")
    assert test(table, "--kubernetes-version", "1.30")[0] == test(table)[0]
    (tmp_path / "crd.yaml").write_text(definition.replace("rule: ", "rule: isSemver('1.2.3') && ", 1))
    assert "refuse" not in test(table)[1]
    code, output = test(table, "--kubernetes-version", "1.33")
    assert code == 1
    assert "undeclared reference to 'isSemver'" in output
    assert "isSemver() is there for rules from Kubernetes 1.34 on" in output
