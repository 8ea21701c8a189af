"""Comparing expected with actual errors: differences, and pairs."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.field import ErrorType, FieldError, FieldPath, invalid, required, too_long
from kapivara.generator.cases.case_file import WantedError
from kapivara.generator.cases.case_matching import agree, bad_value_json, compare, unlike
from kapivara.values.rendering import GoStruct, NamedString

A, B, C = (FieldPath.of(name) for name in "abc")
GOT = invalid(A, "x", "no").with_origin("neq").marked(level="alpha", short_circuit=True)
WANTED = WantedError(ErrorType.INVALID, "a", "x", "no", "neq", "alpha", True, None, 'a: Invalid value: "x": no')


def wanted(field: str, detail: str | None = None) -> WantedError:
    return WantedError(ErrorType.INVALID, field, detail=detail)


def got(path: FieldPath, detail: str = "no") -> FieldError:
    return invalid(path, 1, detail)


def shown(pairs: Any) -> list[tuple[str | None, str | None, tuple[str, ...]]]:
    return [(each.wanted and each.wanted.field, each.got and each.got.field, each.differs) for each in pairs]


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        ({}, ()),
        ({"type": ErrorType.REQUIRED}, ("type",)),
        ({"field": "b"}, ("field",)),
        ({"bad_value": "y"}, ("badValue",)),
        ({"detail": ""}, ("detail",)),
        ({"origin": ""}, ("origin",)),
        ({"level": ""}, ("level",)),
        ({"short_circuit": False}, ("shortCircuit",)),
        ({"declarative_native": True}, ("declarativeNative",)),
        ({"declarative_native": False}, ()),
        ({"text": "a: Invalid value: x"}, ("error",)),
        ({"detail": "yes", "origin": "", "text": ""}, ("detail", "origin")),
    ],
    ids=str,
)
def test_what_differs(change: dict[str, Any], differs: tuple[str, ...]) -> None:
    values = {name: getattr(WANTED, name) for name in WantedError.__match_args__} | change
    assert unlike(WantedError(**values), GOT) == differs


def test_what_is_not_given_is_not_compared_but_level_and_mark_are() -> None:
    assert unlike(WantedError(ErrorType.INVALID, "a"), GOT) == ("level", "shortCircuit")
    assert unlike(WantedError(ErrorType.INVALID, "a", level="alpha", short_circuit=True), GOT) == ()


@pytest.mark.parametrize(
    ("value", "json"),
    [
        (NamedString("x"), "x"),
        (GoStruct(b=1, a=None), {"a": None, "b": 1}),
        (2.0, 2),
        ([1.5, True], [1.5, True]),
        (too_long(A, 1).bad_value, "<value omitted>"),
    ],
    ids=str,
)
def test_bad_values_as_json(value: Any, json: Any) -> None:
    assert bad_value_json(value) == json
    assert unlike(WantedError(ErrorType.INVALID, "a", json), invalid(A, value, "")) == ()


def test_true_is_not_one() -> None:
    assert unlike(WantedError(ErrorType.INVALID, "a", 1), invalid(A, True, "")) == ("badValue",)


def test_errors_in_order_agree() -> None:
    pairs = compare([wanted("a"), wanted("b")], [got(A), got(B)], unordered=False)
    assert agree(pairs)
    assert agree(compare([], [], unordered=False))


def test_another_order_differs_unless_it_may() -> None:
    given = [got(A), got(B)]
    assert not agree(compare([wanted("b"), wanted("a")], given, unordered=False))
    assert agree(compare([wanted("b"), wanted("a")], given, unordered=True))


def test_equals_stay_in_place_and_others_are_paired_by_field() -> None:
    pairs = compare(
        [wanted("a"), wanted("b", "yes"), wanted("c")], [got(B), required(FieldPath.of("d")), got(C)], unordered=False
    )
    assert shown(pairs) == [("a", None, ()), ("b", "b", ("detail",)), (None, "d", ()), ("c", "c", ())]


def test_a_multiset_counts() -> None:
    pairs = compare([wanted("a"), wanted("a")], [got(A)], unordered=True)
    assert shown(pairs) == [("a", "a", ()), ("a", None, ())]


def test_loose_expectations_do_not_take_what_exact_ones_need() -> None:
    assert agree(compare([wanted("a"), wanted("a", "exact")], [got(A, "exact"), got(A, "other")], unordered=True))


def test_long_lists_are_compared_in_time() -> None:
    given = [got(FieldPath.of(f"f{index}")) for index in range(3000)]
    pairs = compare([wanted(f"f{index}") for index in range(3001)], given, unordered=False)
    assert len(pairs) == 3001
    assert not agree(pairs)
