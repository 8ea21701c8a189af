"""The forms of other tools: what each says of the same diagnosis, and that no text of a user breaks any of them."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, Subject, unreadable_subject
from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.reports.github import render_github
from kapivara.cli.reports.junit import render_junit
from kapivara.cli.reports.sarif import render_gitlab, render_sarif
from kapivara.cli.reports.tap import render_tap

FILE = "apps/web.yaml"
ERROR = Diagnostic(
    Level.ERROR, "FieldValueInvalid", Location(FILE, 7, 3), "spec.replicas: no", hint="try 1", end_column=15
)
WARNING = Diagnostic(Level.WARNING, "server-warning", Location(FILE, 1, 1), "old")
NOTE = Diagnostic(Level.NOTE, "FieldValueInvalid", Location(FILE, 9, 3), "unchanged")
BAD = Subject("Deployment web", Location(FILE, 1, 1), (ERROR, WARNING, NOTE), group="apps/v1.Deployment")
GOOD = Subject("Service web", Location(FILE, 20, 1), group="v1.Service")
SKIPPED = Subject("Thing x", Location("b.yaml", 1, 1), skipped="kind # unknown")
BROKEN = unreadable_subject(Unreadable(Location("c.yaml", 3, 5), "no colon"))
ALL = Diagnosis("validate", (BAD, GOOD, SKIPPED, BROKEN))
HOSTILE_TEXT = "a\x1b]0;x\x07<&\"']]>\u202e%0A::error::\ud800\n# SKIP\n...\n1..0"
HOSTILE = Diagnosis(
    "validate",
    (
        Subject(
            HOSTILE_TEXT,
            Location(HOSTILE_TEXT, 1, 1),
            (Diagnostic(Level.ERROR, HOSTILE_TEXT, Location(HOSTILE_TEXT, 1, 1), HOSTILE_TEXT, hint=HOSTILE_TEXT),),
            group=HOSTILE_TEXT,
        ),
    ),
)


def sarif_run(diagnosis: Diagnosis) -> dict[str, Any]:
    (run,) = json.loads(render_sarif(diagnosis))["runs"]
    return dict(run)


def test_sarif_has_real_regions() -> None:
    first, second, third = sarif_run(ALL)["results"]
    assert [each["level"] for each in (first, second, third)] == ["error", "warning", "note"]
    (location,) = first["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": FILE},
        "region": {"startLine": 7, "startColumn": 3, "endColumn": 15},
    }
    assert location["logicalLocations"] == [{"fullyQualifiedName": "Deployment web", "kind": "object"}]


def test_sarif_describes_every_rule_that_was_met() -> None:
    run = sarif_run(ALL)
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["FieldValueInvalid", "server-warning"]
    assert [rules[each["ruleIndex"]] for each in run["results"]] == [each["ruleId"] for each in run["results"]]


def test_sarif_fails_the_run_where_something_could_not_be_read() -> None:
    (invocation,) = sarif_run(ALL)["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["locations"][0]["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 5}


def test_sarif_knows_a_result_again_when_lines_move() -> None:
    def prints(line: int) -> list[Any]:
        moved = Diagnostic(Level.ERROR, "r", Location(FILE, line, 1), "m")
        return [
            each["partialFingerprints"]
            for each in sarif_run(Diagnosis("c", (Subject("s", moved.place, (moved,)),)))["results"]
        ]

    assert prints(1) == prints(50)


def test_junit_counts_and_tells() -> None:
    suites = ElementTree.fromstring(render_junit(ALL))
    assert [(each.get("name"), each.get("tests"), each.get("failures"), each.get("skipped")) for each in suites] == [
        (FILE, "2", "1", "0"),
        ("b.yaml", "1", "0", "1"),
        ("c.yaml", "1", "1", "0"),
    ]
    (failure,) = suites[0].iter("failure")
    assert failure.get("type") == "FieldValueInvalid"
    assert failure.text == f"{FILE}:7:3: spec.replicas: no\ntry 1 [FieldValueInvalid]\n{FILE}:1:1: old [server-warning]"
    assert [case.get("classname") for case in suites[0].iter("testcase")] == [
        "kapivara.validate.apps/v1.Deployment",
        "kapivara.validate.v1.Service",
    ]


def test_junit_has_what_the_common_schemas_ask_for() -> None:
    (suite, *_) = ElementTree.fromstring(render_junit(ALL))
    assert [each.tag for each in suite] == ["properties", "testcase", "testcase", "system-out", "system-err"]
    wanted = {"name", "package", "id", "timestamp", "hostname", "tests", "failures", "errors", "skipped", "time"}
    assert set(suite.keys()) == wanted
    assert all(len(case) <= 1 and set(case.keys()) == {"name", "classname", "time"} for case in suite.iter("testcase"))


def test_github() -> None:
    assert render_github(ALL).splitlines() == [
        f"::error file={FILE},line=7,col=3,endColumn=15,title=kapivara validate%3A Deployment web::"
        "spec.replicas: no%0Atry 1 [FieldValueInvalid]",
        f"::warning file={FILE},line=1,col=1,title=kapivara validate%3A Deployment web::old [server-warning]",
        f"::notice file={FILE},line=9,col=3,title=kapivara validate%3A Deployment web::unchanged [FieldValueInvalid]",
        "::error file=c.yaml,line=3,col=5,title=kapivara validate%3A c.yaml::no colon [unreadable]",
    ]


def test_gitlab() -> None:
    issues = json.loads(render_gitlab(ALL))
    assert [each["severity"] for each in issues] == ["major", "minor", "info", "major"]
    assert issues[0]["location"] == {"path": FILE, "lines": {"begin": 7}}
    assert issues[0]["check_name"] == "FieldValueInvalid"
    assert set(issues[0]) == {"engine_name", "description", "check_name", "fingerprint", "severity", "location"}


def test_gitlab_tells_equal_issues_apart() -> None:
    twice = Diagnosis("validate", (BAD, BAD))
    prints = [each["fingerprint"] for each in json.loads(render_gitlab(twice))]
    assert len(set(prints)) == len(prints) == 6


def test_tap() -> None:
    lines = render_tap(ALL).splitlines()
    assert lines[:7] == [
        "TAP version 13",
        "1..4",
        f"not ok 1 - Deployment web ({FILE}:1:1)",
        "  ---",
        '  - severity: "error"',
        '    rule: "FieldValueInvalid"',
        f'    at: "{FILE}:7:3"',
    ]
    assert "ok 3 - Thing x (b.yaml:1:1) # SKIP kind # unknown" in lines


@pytest.mark.parametrize("render", [render_github, render_gitlab, render_junit, render_sarif, render_tap])
def test_hostile_texts_break_no_form(render: Any) -> None:
    text = render(HOSTILE)
    assert text.encode("utf-8", "backslashreplace")
    assert "\x1b" not in text
    assert "\u202e" not in text
    if render in (render_gitlab, render_sarif):
        json.loads(text)
    elif render is render_junit:
        ElementTree.fromstring(text)
    elif render is render_github:
        assert len(text.splitlines()) == 1
    else:
        assert [line for line in text.splitlines() if line.startswith(("1..", "ok", "not ok", "TAP"))] == [
            *("TAP version 13", "1..1"),
            next(line for line in text.splitlines() if line.startswith("not ok 1 - ")),
        ]
