"""Prints conditions as Python expressions on a value that goes by some name."""

from __future__ import annotations

from kapivara.generator.conditions import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Constant,
    Expression,
    IsNil,
    IsTrue,
    Not,
    OneOf,
    Passes,
)
from kapivara.generator.printing import printed, tuple_of


def print_condition(condition: Condition, value: str) -> str:
    """Prints a condition; parts that are joined otherwise than what they stand in are put in brackets."""
    match condition:
        case Constant():
            return str(condition.holds)
        case IsTrue():
            return value
        case IsNil():
            return f"{value} is None"
        case Comparison():
            measured = f"{condition.measure}({value})" if condition.measure else value
            return f"{measured} {condition.operator} {printed(condition.other)}"
        case OneOf():
            return f"{value} in {_values(condition)}"
        case Passes():
            return f"rules.{condition.function}({value})"
        case Expression():
            return condition.text
        case Not():
            return _print_contrary(condition.inner, value)
        case AllOf():
            return " and ".join(_bracketed(each, value) for each in condition.parts)
        case AnyOf():
            return " or ".join(_bracketed(each, value) for each in condition.parts)


def _print_contrary(condition: IsTrue | IsNil | OneOf | Passes | Expression, value: str) -> str:
    match condition:
        case IsNil():
            return f"{value} is not None"
        case OneOf():
            return f"{value} not in {_values(condition)}"
        case _:
            return f"not {print_condition(condition, value)}"


def _bracketed(condition: Condition, value: str) -> str:
    text = print_condition(condition, value)
    return f"({text})" if isinstance(condition, AllOf | AnyOf) else text


def _values(condition: OneOf) -> str:
    return tuple_of(map(printed, condition.values))
