"""Lines of cases.jsonl: their content, and the errors of invalid lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kapivara.field import ErrorType, Operation, Verb
from kapivara.generator.cases.case_file import BadLine, WantedError, read_cases
from kapivara.values import ABSENT

GOOD: dict[str, Any] = {"type": "Widget", "op": "create", "obj": {}, "errors": []}


def lines(*cases: Any) -> bytes:
    return "\n".join(each if isinstance(each, str) else json.dumps(each) for each in cases).encode()


def test_a_case_in_full() -> None:
    error = {
        "type": "FieldValueInvalid",
        "field": "a",
        "badValue": None,
        "detail": "d",
        "origin": "o",
        "level": "beta",
        "shortCircuit": True,
        "declarativeNative": True,
        "error": "a: x",
    }
    case = {
        "type": "Widget",
        "op": "update",
        "obj": {"a": 1},
        "old": None,
        "options": {"X": False},
        "subresources": ["a", "b"],
        "unordered": True,
        "name": "shrinks",
        "errors": [error],
    }
    (read,), bad = read_cases(lines(case))
    assert bad == []
    assert (read.line, read.name, read.type, read.unordered, read.notes) == (1, "shrinks", "Widget", True, ())
    assert read.operation == Operation(Verb.UPDATE, "a/b", {"X": False})
    assert (read.obj, read.old) == ({"a": 1}, None)
    assert read.errors == (WantedError(ErrorType.INVALID, "a", None, "d", "o", "beta", True, True, "a: x"),)


def test_what_is_not_said_of_an_error_is_open() -> None:
    (read,), _ = read_cases(lines({**GOOD, "errors": [{"type": "FieldValueRequired", "field": "a"}]}))
    assert read.errors == (WantedError(ErrorType.REQUIRED, "a", ABSENT, None, None, "", False, None, None),)
    assert read.old is ABSENT


def test_empty_lines_count_but_say_nothing() -> None:
    cases, bad = read_cases(lines("", GOOD, "  ", "{", GOOD))
    assert [case.line for case in cases] == [2, 5]
    assert [each.line for each in bad] == [4]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("[]", "a case is a JSON object", id="no object"),
        pytest.param({**GOOD, "type": 1}, '"type" is a string', id="type of another kind"),
        pytest.param({"op": "create", "obj": 1, "errors": []}, '"type" is missing', id="no type"),
        pytest.param({**GOOD, "op": "updte"}, '"op": "updte" is unknown (did you mean update?)', id="operation"),
        pytest.param({"type": "A", "op": "create", "errors": []}, '"obj" is missing: the value to validate', id="obj"),
        pytest.param({**GOOD, "old": {}}, '"old" is for updates only', id="old of a create"),
        pytest.param({**GOOD, "options": {"A": 1}}, '"options" is an object of names with true or false', id="options"),
        pytest.param({**GOOD, "subresources": "status"}, '"subresources" is a list of strings', id="subresources"),
        pytest.param({**GOOD, "errors": None}, '"errors" is missing: an empty list stands for valid', id="no errors"),
        pytest.param({**GOOD, "errors": ["x"]}, '"errors" is a list of objects', id="errors of another kind"),
        pytest.param({**GOOD, "unordered": 1}, '"unordered" is true or false', id="unordered"),
        pytest.param(
            {**GOOD, "errors": [{"type": "Invalid", "field": "a"}]},
            '"errors[0].type": "Invalid" is unknown (did you mean FieldValueInvalid?)',
            id="type of an error",
        ),
        pytest.param(
            {**GOOD, "errors": [{"type": "InternalError", "field": "a"}, {"type": "InternalError"}]},
            '"errors[1].field" is missing',
            id="field of an error",
        ),
        pytest.param(
            {**GOOD, "errors": [{"type": "InternalError", "field": "a", "level": "zzz"}]},
            '"errors[0].level": "zzz" is unknown (one of alpha, beta)',
            id="level",
        ),
    ],
)
def test_a_line_that_is_no_case(line: Any, message: str) -> None:
    assert read_cases(lines(GOOD, line))[1] == [BadLine(2, 0, message)]


def test_a_line_that_is_no_json() -> None:
    (bad,) = read_cases(b'{"type": }')[1]
    assert (bad.line, bad.column > 0) == (1, True)


def test_deep_nesting_is_refused() -> None:
    (bad,) = read_cases(b'{"type":"A","op":"create","errors":[],"obj":' + b"[" * 90_000 + b"]" * 90_000 + b"}")[1]
    assert "depth" in bad.message


def test_unknown_keys_are_noted() -> None:
    error = {"type": "InternalError", "field": "a", "details": "x"}
    (read,), _ = read_cases(lines({**GOOD, "option": {}, "zzz": 1, "errors": [error]}))
    assert read.notes == (
        'unknown key "option", did you mean options?',
        'unknown key "zzz"',
        'unknown key "errors[0].details", did you mean detail?',
    )


def test_large_integers_stay_whole() -> None:
    line = b'{"type": "A", "op": "create", "obj": {"a": 18446744073709551615, "b": 1e2}, "errors": []}'
    cases, bad = read_cases(line)
    assert (cases[0].obj, bad) == ({"a": 2**64 - 1, "b": 100.0}, [])
