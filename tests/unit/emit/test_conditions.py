"""Tests that printing, negating and evaluating conditions agree."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from kapivara.compiler.conditions import printed
from kapivara.emit.conditions import (
    ALWAYS,
    IS_NONE,
    IS_TRUE,
    NEVER,
    And,
    Compare,
    Condition,
    OneOf,
    Or,
    Passes,
    Scalar,
    Sign,
    all_of,
    any_of,
    negated,
    print_condition,
)
from kapivara.emit.source import SourceWriter


def is_short(value: Any) -> bool:
    return value is None or len(str(value)) < 3


class ByName:
    """Calls functions by their names and prints values as literals."""

    def call(self, function: Any, value: str) -> str:
        return f"{function.__name__}({value})"

    def scalar(self, value: Scalar) -> str:
        return repr(value)

    def collection(self, values: Collection[Any]) -> str:
        return repr(values)


A, B = Compare(Sign.AT_MOST, 3), Passes(is_short)
CASES: list[tuple[Condition, str, str | None]] = [
    (ALWAYS, "True", "False"),
    (IS_TRUE, "x", "not x"),
    (IS_NONE, "x is None", "x is not None"),
    (A, "x <= 3", "x > 3"),
    (Compare(Sign.ABOVE, 2), "x > 2", "x <= 2"),
    (Compare(Sign.AT_LEAST, 2, str), "str(x) >= 2", "str(x) < 2"),
    (Compare(Sign.UNEQUAL, "a"), "x != 'a'", "x == 'a'"),
    (OneOf((1, 4)), "x in (1, 4)", "x not in (1, 4)"),
    (B, "is_short(x)", "not is_short(x)"),
    (all_of(A, B), "x <= 3 and is_short(x)", "x > 3 or not is_short(x)"),
    (any_of(IS_NONE, all_of(A, B)), "x is None or (x <= 3 and is_short(x))", None),
    (all_of(any_of(A, B), IS_TRUE), "(x <= 3 or is_short(x)) and x", None),
]


@pytest.mark.parametrize(("condition", "text", "contrary"), CASES)
def test_conditions_are_printed_and_negated(condition: Condition, text: str, contrary: str | None) -> None:
    assert print_condition(condition, "x", ByName()) == text
    if contrary is not None:
        assert print_condition(negated(condition), "x", ByName()) == contrary
    assert negated(negated(condition)) == condition


@pytest.mark.parametrize("condition", [case[0] for case in CASES if "str(x)" not in case[1]])
def test_what_is_printed_is_what_holds(condition: Condition) -> None:
    writer, contrary = SourceWriter(), negated(condition)
    text, opposite = printed(writer, condition, "x"), printed(writer, contrary, "x")
    for value in (0, 1, 2, 3, 4, 1000):
        given = {**writer.globals, "x": value}
        assert bool(eval(text, given)) is condition.holds(value) is not contrary.holds(value)
        assert bool(eval(opposite, given)) is contrary.holds(value)


def test_lengths_are_asked_by_their_own_name() -> None:
    writer = SourceWriter()
    assert printed(writer, Compare(Sign.BELOW, 2, len)) == "len(v) < 2"
    assert printed(writer, OneOf(frozenset("ab"))) == "v in g0"
    assert writer.globals["g0"] == frozenset("ab")


def test_what_is_certain_is_left_out() -> None:
    assert all_of() == all_of(ALWAYS) == any_of(A, ALWAYS) == ALWAYS
    assert any_of() == any_of(NEVER) == all_of(A, NEVER) == NEVER
    assert all_of(ALWAYS, A) is A
    assert any_of(NEVER, A) is A
    assert isinstance(all_of(A, B), And)
    assert isinstance(any_of(A, B), Or)
