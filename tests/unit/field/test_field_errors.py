"""Tests that field errors have the server's texts."""

import pytest

from kapivara.field import (
    ErrorType,
    FieldError,
    FieldPath,
    duplicate,
    errors,
    forbidden,
    internal_error,
    invalid,
    not_found,
    not_supported,
    required,
    too_few,
    too_long,
    too_long_characters,
    too_many,
    too_short,
    type_invalid,
)
from kapivara.values.rendering import GoStruct, NamedString

F = FieldPath.of("f")

TEXTS = {
    "invalid": (invalid(F, "x", "must be y"), 'f: Invalid value: "x": must be y'),
    "invalid without detail": (invalid(F, "x", ""), 'f: Invalid value: "x"'),
    "invalid, no path": (invalid(None, 1, "bad"), "<nil>: Invalid value: 1: bad"),
    "integer": (invalid(F, 12345678, "bad"), "f: Invalid value: 12345678: bad"),
    "float": (invalid(F, 1e6, "bad"), "f: Invalid value: 1e+06: bad"),
    "boolean": (invalid(F, True, "bad"), "f: Invalid value: true: bad"),
    "null": (invalid(F, None, "bad"), "f: Invalid value: null: bad"),
    "text with quotes": (invalid(F, 'a"\n', "bad"), r'f: Invalid value: "a\"\n": bad'),
    "text with brackets": (invalid(F, "<a>", "bad"), 'f: Invalid value: "<a>": bad'),
    "text of a named type": (invalid(F, NamedString("<a>"), "bad"), r'f: Invalid value: "\u003ca\u003e": bad'),
    "object": (invalid(F, {"b": 1e6, "a": [None]}, "bad"), 'f: Invalid value: {"a":[null],"b":1000000}: bad'),
    "struct": (invalid(F, GoStruct(Rule="x", A=1), "bad"), 'f: Invalid value: {"Rule":"x","A":1}: bad'),
    "type": (type_invalid(F, "x", "must be of type integer"), 'f: Invalid value: "x": must be of type integer'),
    "required": (required(F), "f: Required value"),
    "required because": (required(F, "name it"), "f: Required value: name it"),
    "duplicate": (duplicate(F, "x"), 'f: Duplicate value: "x"'),
    "not found": (not_found(F, "x"), 'f: Not found: "x"'),
    "forbidden": (forbidden(F, "no"), "f: Forbidden: no"),
    "not supported": (not_supported(F, "c", ["b", "a"]), 'f: Unsupported value: "c": supported values: "b", "a"'),
    "not supported, bare": (not_supported(F, "c"), 'f: Unsupported value: "c"'),
    "too long": (too_long(F, 3), "f: Too long: may not be more than 3 bytes"),
    "too long by a byte": (too_long(F, 1), "f: Too long: may not be more than 1 byte"),
    "too long, unbounded": (too_long(F, -1), "f: Too long: value is too long"),
    "too many characters": (too_long_characters(F, 2), "f: Too long: may not be more than 2 characters"),
    "too many characters for one": (too_long_characters(F, 1), "f: Too long: may not be more than 1 character"),
    "too short": (too_short(F, "a", 2), "f: Too short: must be at least 2 characters"),
    "too short for one": (too_short(F, "", 1), "f: Too short: must be at least 1 character"),
    "too short, unbounded": (too_short(F, "", -1), "f: Too short: value is too short"),
    "too many": (too_many(F, 3, 2), "f: Too many: 3: must have at most 2 items"),
    "too many for one": (too_many(F, 3, 1), "f: Too many: 3: must have at most 1 item"),
    "too many, uncounted": (too_many(F, -1, 2), "f: Too many: must have at most 2 items"),
    "too many, unbounded": (too_many(F, 3, -1), "f: Too many: 3: has too many items"),
    "too few": (too_few(F, 1, 2), "f: Too few: 1: must have at least 2 items"),
    "too few for one": (too_few(F, 0, 1), "f: Too few: 0: must have at least 1 item"),
    "too few, unbounded": (too_few(F, 0, -1), "f: Too few: 0: has too few items"),
    "internal": (internal_error(F, "broken"), "f: Internal error: broken"),
}


@pytest.mark.parametrize(("error", "text"), TEXTS.values(), ids=TEXTS.keys())
def test_text(error, text):
    assert str(error) == text
    assert f"{error.field}: {error.body()}" == text


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (invalid(F, "", ""), "FieldValueInvalid"),
        (type_invalid(F, "", ""), "FieldValueTypeInvalid"),
        (required(F), "FieldValueRequired"),
        (duplicate(F, ""), "FieldValueDuplicate"),
        (not_found(F, ""), "FieldValueNotFound"),
        (forbidden(F, ""), "FieldValueForbidden"),
        (not_supported(F, ""), "FieldValueNotSupported"),
        (too_long(F, 1), "FieldValueTooLong"),
        (too_short(F, "", 1), "FieldValueTooShort"),
        (too_many(F, 1, 1), "FieldValueTooMany"),
        (too_few(F, 1, 1), "FieldValueTooFew"),
        (internal_error(F, ""), "InternalError"),
    ],
    ids=str,
)
def test_reason(error, reason):
    assert error.type.value == reason


def test_errors_are_values():
    assert invalid(F, "x", "d") == FieldError(ErrorType.INVALID, "f", "x", "d")
    assert invalid(F, "x", "d") != invalid(F, "y", "d")


def test_origin_is_no_part_of_the_text():
    error = required(F)
    attributed = error.with_origin("required")
    assert (error.origin, attributed.origin) == ("", "required")
    assert str(attributed) == str(error)


def test_errors_are_taken_until_nobody_is_told_of_more(monkeypatch):
    monkeypatch.setattr(errors, "MOST_ERROR_TEXT", 500)
    made = (required(F.index(number)) for number in range(1_000))
    taken = errors.until_full(made)
    assert len(taken) == 11
    assert errors.first_reported([*taken, required(F)]) == taken[:-1]
    assert str(next(made)) == "f[11]: Required value"


def test_marks_add_up():
    marked = invalid(F, 1, "bad").marked(level="beta").marked(short_circuit=True, level="alpha")
    assert (marked.marks.level, marked.marks.short_circuit, marked.marks.from_imperative) == ("alpha", True, False)
    with pytest.raises(TypeError):
        marked.marked(unknown=True)
