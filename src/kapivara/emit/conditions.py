"""Conditions on one value, as data: front ends make them, printers turn them into code, and `holds` evaluates them.

The negation of a condition is a condition, too (`negated`), so that printed code never has to be analyzed. A `Notation`
decides how functions and values are written: code that is loaded at once refers to objects (`compiler.conditions`), a
generated file calls functions by their names (`generator.emission.quick`). Only conditions that refer to objects can
be evaluated without printing (`holds`).

CEL expressions do not use these: they relate many values, and their checked tree is data already
(`cel.codegen.emitter`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection
from enum import StrEnum
from typing import Any, Final, Protocol, TypeAlias, assert_never

from kapivara.values.record import record

Scalar: TypeAlias = str | int | float | bool


class Sign(StrEnum):
    """A comparison operator."""

    BELOW = "<"
    AT_MOST = "<="
    AT_LEAST = ">="
    ABOVE = ">"
    EQUAL = "=="
    UNEQUAL = "!="


@record
class Compare:
    """The value, or a measure such as its `len`, compares with a constant."""

    sign: Sign
    other: Scalar
    measure: Any = None

    def holds(self, value: Any) -> bool:
        """Returns whether a value fulfils the condition."""
        measured = value if self.measure is None else self.measure(value)
        return _COMPARE[self.sign](measured, self.other)


@record
class Between:
    """The value, or a measure such as its `len`, lies between two constants, both included."""

    least: float
    most: float
    measure: Any = None

    def holds(self, value: Any) -> bool:
        """Returns whether a value fulfils the condition."""
        measured = value if self.measure is None else self.measure(value)
        return bool(self.least <= measured <= self.most)


@record
class OneOf:
    """The value is one of several constants."""

    values: Collection[Any]

    def holds(self, value: Any) -> bool:
        """Returns whether a value fulfils the condition."""
        return value in self.values


@record
class Passes:
    """A function returns true for the value; it is a callable, or a name that the notation can call."""

    function: Any

    def holds(self, value: Any) -> bool:
        """Returns whether a value fulfils the condition."""
        passes: bool = self.function(value)
        return passes


@record
class IsTrue:
    """The value is true in Python: neither zero nor empty."""

    def holds(self, value: Any) -> bool:
        """Returns whether a value fulfils the condition."""
        return bool(value)


@record
class IsNone:
    """The value is None."""

    def holds(self, value: Any) -> bool:
        """Returns whether a value fulfils the condition."""
        return value is None


@record
class And:
    """All parts hold; with no parts, the condition always holds."""

    parts: tuple[Condition, ...]

    def holds(self, value: Any) -> bool:
        """Returns whether a value fulfils the condition."""
        return all(part.holds(value) for part in self.parts)


@record
class Or:
    """At least one part holds; with no parts, the condition never holds."""

    parts: tuple[Condition, ...]

    def holds(self, value: Any) -> bool:
        """Returns whether a value fulfils the condition."""
        return any(part.holds(value) for part in self.parts)


@record
class Not:
    """The part does not hold; it is a condition without a shorter negation."""

    part: Between | OneOf | Passes | IsTrue | IsNone

    def holds(self, value: Any) -> bool:
        """Returns whether a value fulfils the condition."""
        return not self.part.holds(value)


Condition: TypeAlias = Compare | Between | OneOf | Passes | IsTrue | IsNone | And | Or | Not

ALWAYS: Final = And(())
NEVER: Final = Or(())
IS_TRUE: Final = IsTrue()
IS_NONE: Final = IsNone()

_COMPARE: dict[Sign, Callable[[Any, Any], bool]] = {
    Sign.BELOW: operator.lt,
    Sign.AT_MOST: operator.le,
    Sign.AT_LEAST: operator.ge,
    Sign.ABOVE: operator.gt,
    Sign.EQUAL: operator.eq,
    Sign.UNEQUAL: operator.ne,
}
_CONTRARY = {
    Sign.BELOW: Sign.AT_LEAST,
    Sign.AT_MOST: Sign.ABOVE,
    Sign.AT_LEAST: Sign.BELOW,
    Sign.ABOVE: Sign.AT_MOST,
    Sign.EQUAL: Sign.UNEQUAL,
    Sign.UNEQUAL: Sign.EQUAL,
}


def all_of(*conditions: Condition) -> Condition:
    """Returns the conjunction of conditions; conditions that always hold are left out."""
    parts = tuple(each for each in conditions if each != ALWAYS)
    if NEVER in parts:
        return NEVER
    return parts[0] if len(parts) == 1 else And(parts)


def any_of(*conditions: Condition) -> Condition:
    """Returns the disjunction of conditions; conditions that never hold are left out."""
    parts = tuple(each for each in conditions if each != NEVER)
    if ALWAYS in parts:
        return ALWAYS
    return parts[0] if len(parts) == 1 else Or(parts)


def with_ranges(*conditions: Condition) -> Condition:
    """Returns the conjunction of conditions; a lower and an upper bound of one measure become one range."""
    parts = [each for part in conditions for each in (part.parts if isinstance(part, And) else (part,))]
    bounds = [each for each in parts if isinstance(each, Compare) and each.sign in (Sign.AT_LEAST, Sign.AT_MOST)]
    for measure in dict.fromkeys(each.measure for each in bounds):
        own = [each for each in bounds if each.measure is measure]
        least = [each.other for each in own if each.sign is Sign.AT_LEAST and isinstance(each.other, (int, float))]
        most = [each.other for each in own if each.sign is Sign.AT_MOST and isinstance(each.other, (int, float))]
        if least and most:
            parts = [Between(max(least), min(most), measure), *(each for each in parts if each not in own)]
    return all_of(*parts)


def negated(condition: Condition) -> Condition:
    """Returns the condition that holds exactly where the given one does not (no value is NaN)."""
    match condition:
        case Compare(sign, other, measure):
            return Compare(_CONTRARY[sign], other, measure)
        case And(parts):
            return any_of(*map(negated, parts))
        case Or(parts):
            return all_of(*map(negated, parts))
        case Not(part):
            return part
        case Between() | OneOf() | Passes() | IsTrue() | IsNone():
            return Not(condition)
    assert_never(condition)


class Notation(Protocol):
    """Prints functions and values for one kind of generated code."""

    def call(self, function: Any, value: str) -> str:
        """Prints a call of a function with the variable `value`."""

    def scalar(self, value: Scalar) -> str:
        """Prints a single value."""

    def collection(self, values: Collection[Any]) -> str:
        """Prints several values as the right operand of `in`."""


def print_condition(condition: Condition, value: str, notation: Notation) -> str:
    """Prints a condition on the variable `value` as a Python expression."""
    match condition:
        case Compare(sign, other, measure):
            measured = value if measure is None else notation.call(measure, value)
            return f"{measured} {sign} {notation.scalar(other)}"
        case Between(least, most, measure):
            measured = value if measure is None else notation.call(measure, value)
            return f"{notation.scalar(least)} <= {measured} <= {notation.scalar(most)}"
        case OneOf(values):
            return f"{value} in {notation.collection(values)}"
        case Passes(function):
            return notation.call(function, value)
        case IsTrue():
            return value
        case IsNone():
            return f"{value} is None"
        case Not(part):
            return _print_contrary(part, value, notation)
        case And(()):
            return "True"
        case Or(()):
            return "False"
        case And(parts):
            return " and ".join(_print_part(part, value, notation) for part in parts)
        case Or(parts):
            return " or ".join(_print_part(part, value, notation) for part in parts)
    assert_never(condition)


def _print_contrary(condition: Between | OneOf | Passes | IsTrue | IsNone, value: str, notation: Notation) -> str:
    match condition:
        case OneOf(values):
            return f"{value} not in {notation.collection(values)}"
        case IsNone():
            return f"{value} is not None"
        case Between() | Passes() | IsTrue():
            return f"not {print_condition(condition, value, notation)}"
    assert_never(condition)


def _print_part(condition: Condition, value: str, notation: Notation) -> str:
    """Prints a part of a larger condition, in brackets where the part is itself a conjunction or disjunction."""
    text = print_condition(condition, value, notation)
    return f"({text})" if isinstance(condition, (And, Or)) and len(condition.parts) > 1 else text
