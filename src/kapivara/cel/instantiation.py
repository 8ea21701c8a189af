"""What fails before anything runs although the types are right: constants that do not convert, bad patterns.

The reference implementation folds constants when it makes a program of a checked expression, and refuses those
whose folding fails. Folding here serves only to find these failures, in the same order.

Upstream: cel-go interpreter/planner.go, interpreter/decorators.go decOptimize, decRegexOptimizer (0.29).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.cel.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select
from kapivara.cel.checked import CheckedAst
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.types import Kind, Type
from kapivara.cel.walk import children
from kapivara.values.absent import ABSENT

if TYPE_CHECKING:
    from kapivara.cel.env import Env

_CONVERSIONS = frozenset({"bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"})
_PATTERN_FUNCTIONS = frozenset({"matches", "find", "findAll"})
_GO_TYPES = {
    Kind.NULL: "types.Null",
    Kind.BYTES: "types.Bytes",
    Kind.TIMESTAMP: "types.Timestamp",
    Kind.DURATION: "types.Duration",
    Kind.TYPE: "*types.Type",
    Kind.LIST: "*types.baseList",
    Kind.MAP: "*types.baseMap",
}


def instantiation_failure(checked: CheckedAst, env: Env) -> str | None:
    """The reason why no program can be made of a checked expression, or None.

    The server prints it behind `program instantiation failed: `.
    """
    folding = _Folding(checked, env)
    try:
        for node in _planning_order(checked.ast.expr):
            folding.fold(node)
    except CelError as failure:
        return str(failure)
    return None


def _planning_order(root: Expr) -> list[Expr]:
    """All nodes, each behind what is below it."""
    order: list[Expr] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(children(node))
        if isinstance(node, Comprehension):  # the accumulator's start is planned before the range
            waiting[-5], waiting[-4] = waiting[-4], waiting[-5]
    order.reverse()
    return order


class _Folding:
    """The constants of an expression, by id."""

    def __init__(self, checked: CheckedAst, env: Env):
        self._checked = checked
        self._env = env
        self._constants: dict[int, Any] = {}

    def fold(self, expr: Expr) -> None:
        """Takes note of a node's constant value, everything below it being known; raises `CelError`."""
        found = ABSENT
        match expr:
            case Const():
                found = expr.value
            case Ident() | Select():
                found = self._named(expr)
            case ListExpr():
                found = self._list(expr)
            case MapExpr():
                found = self._map(expr)
            case Call():
                found = self._call(expr)
        if found is not ABSENT:
            self._constants[expr.id] = found

    def _named(self, expr: Ident | Select) -> Any:
        reference = self._checked.references.get(expr.id)
        if reference is None or reference.value is ABSENT:
            return ABSENT
        name = reference.name.removeprefix(".")
        if isinstance(reference.value, Type) and name not in self._env.types:
            raise CelError(f"reference to undefined type: {name}")
        return reference.value

    def _list(self, expr: ListExpr) -> Any:
        values = [self._constants.get(element.id, ABSENT) for element in expr.elements]
        return ABSENT if any(value is ABSENT for value in values) else values

    def _map(self, expr: MapExpr) -> Any:
        """Only that it is a constant is of interest."""
        known = self._constants
        return {} if all(entry.key.id in known and entry.value.id in known for entry in expr.entries) else ABSENT

    def _call(self, expr: Call) -> Any:
        operands = expr.args if expr.target is None else (expr.target, *expr.args)
        values = [self._constants.get(operand.id, ABSENT) for operand in operands]
        overloads = self._checked.overloads_of(expr)
        if expr.function in ("_[_]", "_[?_]"):
            _check_qualifier(values[1])
        elif expr.function in _PATTERN_FUNCTIONS and len(values) > 1:
            _check_pattern(values[1])
        elif expr.function in _CONVERSIONS and len(values) == 1 and values[0] is not ABSENT:
            return _convert(expr.function, overloads, values[0])
        elif [overload.id for overload in overloads] == ["in_list"] and values[1] == []:
            return False
        return ABSENT


def _check_qualifier(value: Any) -> None:
    """Only a few kinds of constant can be an index or a key."""
    if value is ABSENT or isinstance(value, bool | int | float | str):
        return
    from kapivara.cel.values.typing import type_of_value

    raise CelError(f"invalid qualifier type: {_GO_TYPES.get(type_of_value(value).kind, 'types.Unknown')}")


def _check_pattern(value: Any) -> None:
    if not isinstance(value, str):
        return
    from kapivara.content.regexp_syntax import regexp_error

    if problem := regexp_error(value):
        raise CelError(problem)


def _convert(function: str, overloads: tuple[Overload, ...], value: Any) -> Any:
    from kapivara.cel.values.typing import runtime_name, type_of_value

    given = type_of_value(value)
    for overload in overloads:
        wanted = overload.args[0]
        if wanted.kind in (Kind.DYN, Kind.TYPE_PARAM) or wanted.kind is given.kind:
            return overload.implementation(value)
    raise CelError(f"no such overload: {function}({runtime_name(given)})")
