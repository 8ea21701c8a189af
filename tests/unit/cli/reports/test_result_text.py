"""The two ways to print a report, and the exit code that goes with it."""

from __future__ import annotations

import json

import pytest

from kapivara.cli.findings import Finding, Location, Report, Result, Unreadable, Verdict
from kapivara.cli.reports.result_json import render_json
from kapivara.cli.reports.result_text import render_text
from kapivara.meta.identity import Identity
from kapivara.values.record import replace

WIDGET = Identity("example.com/v1", "Widget", "default", "blue")
GOOD = Result(Location("a.yaml", 1, 1), WIDGET, Verdict.VALID)
BAD = Result(
    Location("a.yaml", 5, 1),
    WIDGET,
    Verdict.INVALID,
    errors=(
        Finding(Location("a.yaml", 9, 3), "spec.size", "FieldValueInvalid", 'Invalid value: "\x1b": no'),
        Finding(Location("a.yaml", 10, 13), "spec.x", "BadRequest", 'unknown field "spec.x"'),
    ),
    warnings=(Finding(Location("a.yaml", 5, 1), "", "", "old"),),
)
SKIPPED = Result(
    Location("b.yaml", 1, 1), Identity("apps/v1", "Deployment", "", "web"), Verdict.SKIPPED, note="not known"
)
BROKEN = Unreadable(Location("c.yaml", 3, 5), "no colon")


@pytest.mark.parametrize(
    ("report", "code"),
    [
        pytest.param(Report((GOOD,), ()), 0, id="good"),
        pytest.param(Report((GOOD, SKIPPED, BAD), ()), 2, id="not judged"),
        pytest.param(Report((GOOD, BAD), ()), 1, id="invalid"),
        pytest.param(Report((GOOD, BAD), (BROKEN,)), 2, id="unreadable"),
        pytest.param(Report((), (BROKEN,)), 2, id="only unreadable"),
    ],
)
def test_exit_code(report: Report, code: int) -> None:
    assert report.exit_code == code


def test_text() -> None:
    assert render_text(Report((GOOD, BAD, SKIPPED), (BROKEN,)), colour=False) == (
        "invalid     Widget default/blue\n"
        '            a.yaml:9:3  spec.size: Invalid value: "\\x1b": no\n'
        '            a.yaml:10:13  unknown field "spec.x"\n'
        "warning     Widget default/blue: old (a.yaml:5:1)\n"
        "skipped     Deployment web: not known (b.yaml:1:1)\n"
        "unreadable  c.yaml:3:5: no colon\n"
        "3 objects: 1 valid, 1 invalid (2 errors), 1 skipped, 1 unreadable, 1 warning\n"
    )


def test_notes_may_have_several_lines() -> None:
    noted = Result(BAD.place, WIDGET, Verdict.INVALID, errors=(replace(BAD.errors[0], note="one\ntwo"),))
    assert "\n              one\n              two\n" in render_text(Report((noted,), ()), colour=False)


def test_text_in_colour_says_the_same() -> None:
    coloured = render_text(Report((GOOD, BAD), ()), colour=True)
    assert "\x1b[31minvalid     \x1b[0mWidget default/blue\n" in coloured
    assert "\x1b[32m1 valid\x1b[0m" in coloured


NOT_COMPARED = {"whyNotForgiven": "", "compared": "", "note": "", "rule": None}


def test_json() -> None:
    document = json.loads(render_json(Report((BAD, SKIPPED), (BROKEN,))))
    assert document["summary"] == {
        "objects": 2,
        "valid": 0,
        "invalid": 1,
        "skipped": 1,
        "unknown": 0,
        "leftOut": 0,
        "unreadable": 1,
        "creates": 1,
        "updates": 0,
        "gone": 0,
        "duplicates": 0,
    }
    assert document["unreadable"] == [{"source": "c.yaml", "line": 3, "column": 5, "message": "no colon"}]
    assert document["objects"][0] == {
        "source": "a.yaml",
        "line": 5,
        "column": 1,
        "apiVersion": "example.com/v1",
        "kind": "Widget",
        "namespace": "default",
        "name": "blue",
        "write": "create",
        "verdict": "invalid",
        "errors": [
            {
                "source": "a.yaml",
                "line": 9,
                "column": 3,
                "field": "spec.size",
                "reason": "FieldValueInvalid",
                "message": 'Invalid value: "\x1b": no',
                **NOT_COMPARED,
            },
            {
                "source": "a.yaml",
                "line": 10,
                "column": 13,
                "field": "spec.x",
                "reason": "BadRequest",
                "message": 'unknown field "spec.x"',
                **NOT_COMPARED,
            },
        ],
        "next": [],
        "forgiven": [],
        "warnings": ["old"],
        "note": "",
        "duplicateOf": None,
    }


@pytest.mark.parametrize(
    ("place", "text"),
    [
        pytest.param(Location("a.yaml"), "a.yaml", id="file"),
        pytest.param(Location("a.yaml", 3), "a.yaml:3", id="line"),
        pytest.param(Location("a.yaml", 3, 7), "a.yaml:3:7", id="column"),
    ],
)
def test_places(place: Location, text: str) -> None:
    assert str(place) == text
