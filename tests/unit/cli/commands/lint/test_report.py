"""The reports of `kapivara lint`: for people, for programs, for code scanners, for workflows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kapivara.cli.commands.lint.report import LintReport
from kapivara.cli.commands.lint.report_json import diagnose, render_json, render_rules_json
from kapivara.cli.commands.lint.report_text import render_rules, render_text
from kapivara.cli.findings import Location as InputPlace
from kapivara.cli.findings import Unreadable
from kapivara.cli.reports.github import render_github
from kapivara.cli.reports.sarif import render_sarif
from kapivara.generator.lint import RULES, Finding, Severity
from kapivara.generator.model.types import Position
from kapivara.values.record import replace

PLACE = Position("my types/a,b:c%.go", 3, 7)
ERROR = Finding(
    *("two\nlines, 100%", PLACE, "example.com/v1.Root", "Name", "k8s:enum", "do this"),
    rule="refused",
    severity=Severity.ERROR,
)
WARNING = Finding("hm", None, rule="unknown-tag", severity=Severity.WARNING)
UNREADABLE = Unreadable(InputPlace("no/such"), "no such file or folder")


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (LintReport(), 0),
        (LintReport((WARNING,)), 0),
        (LintReport((WARNING,), strict=True), 1),
        (LintReport((ERROR,)), 1),
        (LintReport((ERROR,), (UNREADABLE,)), 2),
    ],
    ids=["nothing", "warning", "strict", "error", "unreadable"],
)
def test_exit_codes(report: LintReport, code: int) -> None:
    assert report.exit_code == code


def test_text() -> None:
    assert render_text(LintReport((ERROR, WARNING)), colour=False) == (
        "error       my types/a,b:c%.go:3:7: two [refused]\n"
        "            lines, 100%\n"
        "            type example.com/v1.Root, field Name, tag k8s:enum\n"
        "            hint: do this\n"
        "warning     hm [unknown-tag]\n"
        "1 error, 1 warning\n"
    )


def test_text_without_findings() -> None:
    assert render_text(LintReport(), colour=False) == "no findings\n"
    assert render_text(LintReport(unreadable=(UNREADABLE,)), colour=False).endswith("nothing was linted\n")


def test_text_cannot_steer_the_terminal() -> None:
    hostile = Finding("a\x1b[31mb", Position("\x07.go", 1, 1), "T\x1b", rule="refused", severity=Severity.ERROR)
    assert "\x1b" not in render_text(LintReport((hostile,)), colour=False)
    assert "\x07" not in render_github(diagnose(LintReport((hostile,))))


def test_json() -> None:
    document = json.loads(render_json(LintReport((ERROR, WARNING), (UNREADABLE,))))
    assert document["summary"] == {"errors": 1, "warnings": 1, "unreadable": 1}
    assert document["findings"][0] == {
        "source": "my types/a,b:c%.go",
        "line": 3,
        "column": 7,
        "severity": "error",
        "rule": "refused",
        "type": "example.com/v1.Root",
        "field": "Name",
        "tag": "k8s:enum",
        "message": "two\nlines, 100%",
        "hint": "do this",
    }


def test_github_escapes_what_would_end_a_part() -> None:
    lines = render_github(diagnose(LintReport((ERROR, WARNING), (UNREADABLE,)))).splitlines()
    assert lines == [
        "::error file=no/such,title=kapivara lint%3A no/such::no such file or folder [unreadable]",
        "::error file=my types/a%2Cb%3Ac%25.go,line=3,col=7,title=kapivara lint%3A example.com/v1.Root.Name::"
        "two%0Alines, 100%25%0Ado this [refused]",
        "::warning title=kapivara lint::hm [unknown-tag]",
    ]


def sarif(report: LintReport) -> dict[str, Any]:
    document = json.loads(render_sarif(diagnose(replace(report, rules=RULES))))
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    return dict(run)


def test_sarif_results() -> None:
    run = sarif(LintReport((ERROR, WARNING)))
    first, second = run["results"]
    rules = run["tool"]["driver"]["rules"]
    assert rules[first["ruleIndex"]]["id"] == first["ruleId"] == "refused"
    assert (first["level"], second["level"]) == ("error", "warning")
    assert first["message"] == {"text": "two\nlines, 100%\ndo this"}
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "my%20types/a%2Cb%3Ac%25.go"},
                "region": {"startLine": 3, "startColumn": 7},
            },
            "logicalLocations": [{"fullyQualifiedName": "example.com/v1.Root.Name", "kind": "object"}],
        }
    ]
    assert "locations" not in second


def test_sarif_rules_explain_themselves() -> None:
    rules = sarif(LintReport())["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.name for rule in RULES]
    assert all(rule["defaultConfiguration"]["level"] in ("error", "warning") for rule in rules)
    assert all(rule["shortDescription"]["text"] and rule["help"]["markdown"] for rule in rules)


def test_sarif_tells_what_could_not_be_read() -> None:
    (invocation,) = sarif(LintReport(unreadable=(UNREADABLE,)))["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "no such file or folder"


def test_sarif_takes_absolute_paths() -> None:
    run = sarif(LintReport((Finding("m", Position("/a b/c.go", 1, 1), rule="refused", severity=Severity.ERROR),)))
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///a%20b/c.go"


def test_rules_are_listed() -> None:
    lines = render_rules(RULES).splitlines()
    assert [line.split()[0] for line in lines if line[0] != " "] == [rule.name for rule in RULES]
    assert max(map(len, lines)) <= 100
    assert [rule["name"] for rule in json.loads(render_rules_json(RULES))["rules"]] == [rule.name for rule in RULES]
