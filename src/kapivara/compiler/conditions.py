"""Conditions on one value, as data: decided by a front end, then printed into code, or asked as they are.

A node that is worth compiling has its conditions printed (`printed`); one that is not asks them one by one (`holds`).
The contrary of a condition is a condition, too (`negated`), so that nobody has to look at printed code.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, TypeAlias, assert_never

from kapivara.emit.source import SourceWriter, literal
from kapivara.values.record import record


class Subject(StrEnum):
    """What of the value `v` is compared, as it is printed."""

    VALUE = "v"
    LENGTH = "len(v)"


class Sign(StrEnum):
    """How it is compared."""

    BELOW = "<"
    AT_MOST = "<="
    AT_LEAST = ">="
    ABOVE = ">"


@record
class Compare:
    """The value, or its length, lies on one side of a number."""

    subject: Subject
    sign: Sign
    bound: float

    def holds(self, value: Any) -> bool:
        """Tells whether it holds for a value."""
        of_value = value if self.subject is Subject.VALUE else len(value)
        return _COMPARE[self.sign](of_value, self.bound)


@record(eq=False)
class Member:
    """The value is one of several."""

    values: frozenset[Any]

    def holds(self, value: Any) -> bool:
        """Tells whether it holds for a value."""
        return value in self.values


@record(eq=False)
class Passes:
    """A function says yes to the value."""

    function: Callable[[Any], bool]

    def holds(self, value: Any) -> bool:
        """Tells whether it holds for a value."""
        return self.function(value)


@record(eq=False)
class And:
    """Several conditions hold; where there are none, it always does."""

    parts: tuple[Condition, ...]

    def holds(self, value: Any) -> bool:
        """Tells whether it holds for a value."""
        return all(part.holds(value) for part in self.parts)


@record(eq=False)
class Or:
    """One of several conditions holds; where there are none, it never does."""

    parts: tuple[Condition, ...]

    def holds(self, value: Any) -> bool:
        """Tells whether it holds for a value."""
        return any(part.holds(value) for part in self.parts)


@record(eq=False)
class Not:
    """A condition does not hold."""

    part: Member | Passes

    def holds(self, value: Any) -> bool:
        """Tells whether it holds for a value."""
        return not self.part.holds(value)


Condition: TypeAlias = Compare | Member | Passes | And | Or | Not

NEVER: Final = Or(())
"""Holds for no value."""

_COMPARE: dict[Sign, Callable[[Any, Any], bool]] = {
    Sign.BELOW: operator.lt,
    Sign.AT_MOST: operator.le,
    Sign.AT_LEAST: operator.ge,
    Sign.ABOVE: operator.gt,
}
_CONTRARY = {
    Sign.BELOW: Sign.AT_LEAST,
    Sign.AT_MOST: Sign.ABOVE,
    Sign.AT_LEAST: Sign.BELOW,
    Sign.ABOVE: Sign.AT_MOST,
}


def length_is(sign: Sign, bound: int) -> Compare:
    """The length of a text, list or object, beside a number."""
    return Compare(Subject.LENGTH, sign, bound)


def value_is(sign: Sign, bound: float) -> Compare:
    """A number beside another one."""
    return Compare(Subject.VALUE, sign, bound)


def both(parts: list[Condition]) -> Condition:
    """All of several conditions; of a single one, that one itself."""
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def negated(condition: Condition) -> Condition:
    """Returns the condition that holds exactly where another one does not (no value is NaN)."""
    match condition:
        case Compare(subject, sign, bound):
            return Compare(subject, _CONTRARY[sign], bound)
        case And(parts):
            return Or(tuple(map(negated, parts)))
        case Or(parts):
            return And(tuple(map(negated, parts)))
        case Not(part):
            return part
        case Member() | Passes():
            return Not(condition)
    assert_never(condition)


def printed(writer: SourceWriter, condition: Condition) -> str:
    """Prints a condition on the variable `v`; what is no number is bound, never written."""
    match condition:
        case Compare(subject, sign, bound):
            return f"{subject} {sign} {literal(bound)}"
        case Member(values):
            return f"v in {writer.bind(values)}"
        case Not(Member(values)):
            return f"v not in {writer.bind(values)}"
        case Passes(function):
            return f"{writer.bind(function)}(v)"
        case Not(part):
            return f"not {printed(writer, part)}"
        case And(()):
            return "True"
        case Or(()):
            return "False"
        case And(parts):
            return " and ".join(_printed_part(writer, part) for part in parts)
        case Or(parts):
            return " or ".join(_printed_part(writer, part) for part in parts)
    assert_never(condition)


def _printed_part(writer: SourceWriter, condition: Condition) -> str:
    text = printed(writer, condition)
    return f"({text})" if isinstance(condition, (And, Or)) and len(condition.parts) > 1 else text
