"""Conditions on a value, as data: what a rule demands of it, and the contrary.

A tag's rule says by one when a value is fine; the quick check joins and negates them, and `emission.condition_text`
prints the outcome, once. None of them looks at an old value.
"""

from __future__ import annotations

from typing import TypeAlias

from kapivara.values.record import record, replace

_CONTRARY = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "!=", "!=": "=="}


@record
class Constant:
    """Holds for every value, or for none."""

    holds: bool


@record
class IsTrue:
    """The value is neither zero nor empty, as Python has it."""


@record
class IsNil:
    """The value is not there."""


@record
class Comparison:
    """The value, or its measure, compares with another: `len` of it, or what a function of `validate` counts."""

    operator: str
    other: str | int | bool
    measure: str = ""


@record
class OneOf:
    """The value is one of these."""

    values: tuple[str, ...]


@record
class Passes:
    """A function of `validate` says yes to the value."""

    function: str


@record
class Expression:
    """What an expression of generated code says, the value's name being part of it."""

    text: str


@record
class Not:
    """The contrary of a condition that has no shorter one."""

    inner: IsTrue | IsNil | OneOf | Passes | Expression


@record
class AllOf:
    """Every one of some conditions."""

    parts: tuple[Condition, ...]


@record
class AnyOf:
    """At least one of some conditions."""

    parts: tuple[Condition, ...]


Condition: TypeAlias = "Constant | IsTrue | IsNil | Comparison | OneOf | Passes | Expression | Not | AllOf | AnyOf"

ALWAYS = Constant(True)
NEVER = Constant(False)
IS_TRUE = IsTrue()
IS_NIL = IsNil()


def negated(condition: Condition) -> Condition:
    """Returns the contrary of a condition."""
    match condition:
        case Constant():
            return Constant(not condition.holds)
        case Comparison():
            return replace(condition, operator=_CONTRARY[condition.operator])
        case Not():
            return condition.inner
        case AllOf():
            return any_of(*map(negated, condition.parts))
        case AnyOf():
            return all_of(*map(negated, condition.parts))
        case _:
            return Not(condition)


def all_of(*conditions: Condition) -> Condition:
    """Returns the condition that all of some hold; what always holds is left out."""
    parts = tuple(each for each in conditions if not _is_constant(each, True))
    if any(_is_constant(each, False) for each in parts):
        return NEVER
    return AllOf(parts) if len(parts) > 1 else parts[0] if parts else ALWAYS


def any_of(*conditions: Condition) -> Condition:
    """Returns the condition that one of some holds; what never holds is left out."""
    parts = tuple(each for each in conditions if not _is_constant(each, False))
    if any(_is_constant(each, True) for each in parts):
        return ALWAYS
    return AnyOf(parts) if len(parts) > 1 else parts[0] if parts else NEVER


def _is_constant(condition: Condition, holds: bool) -> bool:
    return isinstance(condition, Constant) and condition.holds is holds
