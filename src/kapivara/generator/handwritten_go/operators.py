"""Operators on strings, numbers and booleans, and comparisons with nil."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.generator.handwritten_go.go_types import NIL, VERB, is_basic, is_number, same_type, wrapped
from kapivara.generator.handwritten_go.machine import Frame, GoPanicError, Run
from kapivara.generator.handwritten_go.scope import Code
from kapivara.generator.model.natives import is_nilable, native_type
from kapivara.generator.model.types import BOOL, STRING, Type

Operation = Callable[[Any, Any], Any]
_MOST_CONSTANT = 10_000
_COMPARISONS: dict[str, Operation] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _quotient(a: Any, b: Any) -> Any:
    if b == 0 and type(a) is int:
        raise GoPanicError("runtime error: integer divide by zero")
    if type(a) is int and type(b) is int:
        return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return a / b if b else float("nan")


def _remainder(a: Any, b: Any) -> Any:
    return a - b * _quotient(a, b)


_ARITHMETIC: dict[str, Operation] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _quotient,
    "%": _remainder,
}


def binary(operator: str, left: Code, right: Code) -> Code | None:
    """Returns the code of a binary operator; None where it does not support these operands."""
    if operator in ("&&", "||"):
        return Code(BOOL, _logic(operator, left.run, right.run))
    if NIL in (left.type, right.type):
        return _nil_comparison(operator, right if left.type is NIL else left)
    if not (is_basic(left.type) and is_basic(right.type)):
        return None
    kind = right.type if left.untyped else left.type
    if operator in _COMPARISONS:
        return Code(BOOL, _applied(_COMPARISONS[operator], left, right))
    apply = arithmetic(operator, kind)
    if apply is None or same_type(kind, VERB):
        return None
    code = Code(kind, _applied(apply, left, right, builds=True), left.untyped and right.untyped)
    if left.constant is None or right.constant is None or _is_long(left.constant, right.constant):
        return code
    try:
        value = apply(left.constant, right.constant)
    except GoPanicError:
        return None
    return Code(kind, lambda _frame: value, code.untyped, value)


def arithmetic(operator: str, kind: Type) -> Operation | None:
    """Returns the operation of an operator on two values of a type; None where it does not support the type."""
    if native_type(kind) is STRING:
        return (lambda a, b: a + b) if operator == "+" else None
    apply = _ARITHMETIC.get(operator)
    if apply is None or not is_number(kind):
        return None
    return lambda a, b: wrapped(kind, apply(a, b))


def unary(operator: str, operand: Code) -> Code | None:
    """Returns the code of `!`, `+` or `-`; None where it does not support the operand."""
    run = operand.run
    if operator == "!" and native_type(operand.type) is BOOL:
        return Code(operand.type, lambda frame: not run(frame))
    if operator not in "+-" or not is_number(operand.type):
        return None
    kind, sign = operand.type, -1 if operator == "-" else 1
    constant = None if operand.constant is None else sign * operand.constant
    return Code(kind, lambda frame: wrapped(kind, sign * run(frame)), operand.untyped, constant)


def _nil_comparison(operator: str, other: Code) -> Code | None:
    run = other.run
    if operator not in ("==", "!=") or not is_nilable(other.type):
        return None
    if operator == "==":
        return Code(BOOL, lambda frame: run(frame) is None)
    return Code(BOOL, lambda frame: run(frame) is not None)


def _logic(operator: str, left: Run, right: Run) -> Run:
    if operator == "&&":
        return lambda frame: left(frame) and right(frame)
    return lambda frame: left(frame) or right(frame)


def _is_long(one: Any, other: Any) -> bool:
    """Returns whether two strings are too long to be concatenated before the function runs."""
    return isinstance(one, str) and isinstance(other, str) and len(one) + len(other) > _MOST_CONSTANT


def _applied(apply: Operation, left: Code, right: Code, *, builds: bool = False) -> Run:
    first, second = left.run, right.run
    if native_type(left.type) is not STRING:
        return lambda frame: apply(first(frame), second(frame))

    def run(frame: Frame) -> Any:
        one, other = first(frame), second(frame)
        charge_texts(frame, one, other, builds=builds)
        return apply(one, other)

    return run


def charge_texts(frame: Frame, one: str, other: str, *, builds: bool) -> None:
    """Takes the steps for comparing or concatenating two strings; raises GoPanicError."""
    size = len(one) + len(other)
    if builds:
        frame[0].build(size)
    else:
        frame[0].work(size)
