"""The report of table tests, for people and for programs."""

from __future__ import annotations

import json
from typing import Any

from kapivara.cli.commands.test_types.report import TypesReport
from kapivara.cli.commands.test_types.report_json import render_json
from kapivara.cli.commands.test_types.report_text import render_text
from kapivara.cli.findings import Location, Unreadable
from kapivara.codec.shapes import INT32, Field, Shape, Struct
from kapivara.field import FieldError, FieldPath, Operation, invalid, required
from kapivara.generator.cases.case_file import read_cases
from kapivara.generator.cases.case_run import run_case
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Position as SourcePlace

A, B = FieldPath.of("a"), FieldPath.of("b")


class Given:
    """Validators that give the errors they were told to give."""

    def __init__(self, *errors: FieldError):
        self._errors = list(errors)

    def validate(self, type_name: str, op: Operation, new: Any, old: Any = None) -> list[FieldError]:
        if type_name == "Bad":
            raise ValueError("cannot")
        return self._errors

    def shape(self, type_name: str) -> Shape | None:
        return None if type_name == "Nothing" else Struct(f"v1.{type_name}", (Field("a", INT32),))


def report(given: Given, *cases: dict[str, Any]) -> TypesReport:
    read, bad = read_cases("\n".join(map(json.dumps, cases)).encode())
    assert not bad
    return TypesReport("cases.jsonl", tuple(run_case(given, each) for each in read))


def case(*errors: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "Widget", "op": "create", "obj": {}, "errors": list(errors), **more}


INVALID = {"type": "FieldValueInvalid", "field": "a", "detail": "no"}
REQUIRED = {"type": "FieldValueRequired", "field": "b"}


def test_all_agree() -> None:
    found = report(Given(invalid(A, 1, "no"), required(B)), case(INVALID, REQUIRED), case(INVALID, REQUIRED))
    assert render_text(found, colour=False) == "2 cases: 2 identical, 0 differ\n"
    assert found.exit_code == 0


def test_differences_stand_one_above_the_other() -> None:
    given = Given(invalid(A, 1, "nope").with_origin("neq").marked(level="alpha", short_circuit=True), required(B))
    update = case(INVALID, name="it shrinks", op="update", old={}, options={"X": True, "Y": False}, subresources=["s"])
    found = report(given, update)
    assert render_text(found, colour=False) == (
        "differs     cases.jsonl:1: update Widget/s with X=on, Y=off (it shrinks)\n"
        "            expected  a: Invalid value: no\n"
        "            got       a: Invalid value: 1: nope  (origin neq, alpha, short circuit)\n"
        "            expected  nothing\n"
        "            got       b: Required value\n"
        "1 case: 0 identical, 1 differ\n"
    )
    assert found.exit_code == 1


def test_what_the_text_does_not_show_is_shown_beside_it() -> None:
    wanted = {"type": "FieldValueRequired", "field": "b", "badValue": 3, "origin": "", "error": "b: Required value"}
    text = render_text(report(Given(required(B).with_origin("x")), case(wanted)), colour=False)
    assert "expected  b: Required value  (no origin, badValue 3)\n" in text
    assert 'got       b: Required value  (origin x, badValue "")\n' in text


def test_another_order() -> None:
    found = report(Given(required(B), invalid(A, 1, "no")), case(INVALID, REQUIRED))
    assert "the same errors in another order\n" in render_text(found, colour=False)
    assert report(Given(required(B), invalid(A, 1, "no")), case(INVALID, REQUIRED, unordered=True)).exit_code == 0


def test_cases_that_cannot_be_run() -> None:
    found = report(Given(), case(type="Nothing"), case(type="Bad"), case(obj={"a": "x"}))
    assert render_text(found, colour=False) == (
        "differs     cases.jsonl:1: create Nothing\n"
        "            there is no type Nothing in this package\n"
        "differs     cases.jsonl:2: create Bad\n"
        "            validation failed: ValueError: cannot\n"
        "differs     cases.jsonl:3: create Widget\n"
        "            obj: json: cannot unmarshal string into Go struct field Widget.a of type int32\n"
        "3 cases: 0 identical, 3 differ\n"
    )


def test_notes_and_unreadable_lines() -> None:
    found = report(Given(), case(zzz=1))
    more = TypesReport(found.source, found.results, (Unreadable(Location("cases.jsonl", 7, 2), "no\x1b"),))
    assert render_text(more, colour=False) == (
        "unreadable  cases.jsonl:7:2: no\\x1b\n"
        'note        cases.jsonl:1: unknown key "zzz"\n'
        "1 case: 1 identical, 0 differ, 1 unreadable\n"
    )
    assert more.exit_code == 2


def test_types_that_are_not_right() -> None:
    found = TypesReport("cases.jsonl", errors=(AuthorError("no", SourcePlace("a.go", 1, 2)),))
    assert render_text(found, colour=False) == "error       a.go:1:2: no\n1 error; no case was run\n"
    assert found.exit_code == 1


def test_colours() -> None:
    text = render_text(report(Given(), case(INVALID)), colour=True)
    assert "\x1b[31mdiffers     \x1b[0m" in text
    assert "\x1b[32m0 identical\x1b[0m, \x1b[31m1 differ\x1b[0m" in text


def test_json() -> None:
    found = report(Given(invalid(A, 1, "yes").with_origin("neq")), case({**INVALID, "badValue": 1}, zzz=1), case())
    document = json.loads(render_json(found))
    assert document["summary"] == {"cases": 2, "identical": 0, "differ": 2, "unreadable": 0, "errors": 0}
    got = {
        "type": "FieldValueInvalid",
        "field": "a",
        "badValue": 1,
        "detail": "yes",
        "origin": "neq",
        "level": "",
        "shortCircuit": False,
        "declarativeNative": False,
        "error": "a: Invalid value: 1: yes",
    }
    wanted = {**INVALID, "badValue": 1, "level": "", "shortCircuit": False}
    assert document["cases"][0] == {
        "source": "cases.jsonl",
        "line": 1,
        "name": "",
        "type": "Widget",
        "op": "create",
        "verdict": "differs",
        "problem": "",
        "onlyOrder": False,
        "differences": [{"expected": wanted, "got": got, "differs": ["detail"]}],
        "notes": ['unknown key "zzz"'],
    }
    assert document["cases"][1]["differences"] == [{"expected": None, "got": got, "differs": []}]
    assert (document["unreadable"], document["errors"]) == ([], [])
