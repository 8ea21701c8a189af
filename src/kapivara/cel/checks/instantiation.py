"""Errors of program instantiation, after type checking: constants that cannot be converted, invalid patterns.

The reference implementation folds constants when it makes a program from a checked expression, and rejects expressions
whose folding fails. Folding here only finds these errors, in the same order.
Upstream: cel-go interpreter/planner.go, interpreter/decorators.go decOptimize, decRegexOptimizer (0.29).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kapivara.cel.budget import Budget
from kapivara.cel.checks.folding import CONVERSIONS, REGEX_FUNCTIONS, looks_nowhere
from kapivara.cel.errors import CelError, CelPanicError
from kapivara.cel.functions import Overload
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.strictness import operands_of
from kapivara.cel.tree.walk import children
from kapivara.cel.types import CelKind
from kapivara.values.absent import ABSENT

if TYPE_CHECKING:
    from kapivara.cel.env import Env


_INDEXING = frozenset(("_[_]", "_[?_]"))
_FOLDED = CONVERSIONS | REGEX_FUNCTIONS | _INDEXING
_FOLDED_KINDS = frozenset((CelKind.MAP, CelKind.TYPE))


def instantiation_failure(checked: CheckedAst, env: Env) -> str | None:
    """Returns the reason why no program can be made from a checked expression, or None.

    The server prints it after `program instantiation failed: `.
    """
    if not _may_fail(checked):
        return None
    folding = _Folding(checked, env)
    try:
        for node in _planning_order(checked.ast.expr):
            folding.fold(node)
    except (CelError, CelPanicError) as failure:
        return str(failure)
    return None


def _may_fail(checked: CheckedAst) -> bool:
    """Returns whether an expression contains anything whose folding could fail, which is rare."""
    called = [found.name for found in checked.references.values()]
    kinds = [found.kind for found in checked.types.values()]
    return not (_FOLDED.isdisjoint(called) and _FOLDED_KINDS.isdisjoint(kinds))


def _planning_order(root: Expr) -> list[Expr]:
    """Returns all nodes, each after the nodes below it."""
    order: list[Expr] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(children(node))
        if isinstance(node, Comprehension):  # the initial accumulator is planned before the range
            waiting[-5], waiting[-4] = waiting[-4], waiting[-5]
    order.reverse()
    return order


class _Folding:
    """The constants of an expression, by node id."""

    def __init__(self, checked: CheckedAst, env: Env):
        self._checked = checked
        self._env = env
        self._constants: dict[int, Any] = {}

    def fold(self, expr: Expr) -> None:
        """Stores a node's value if it is constant, given the values below it; raises `CelError`."""
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
        """Returns the value of a name; kept: a variable whose values are types is treated as the name of one."""
        reference = self._checked.references.get(expr.id)
        if reference is None:
            return ABSENT
        name = reference.name.removeprefix(".")
        if self._checked.types[expr.id].kind is CelKind.TYPE and name not in self._env.types:
            raise CelError(f"reference to undefined type: {name}")
        return reference.value

    def _list(self, expr: ListExpr) -> Any:
        values = [self._constants.get(element.id, ABSENT) for element in expr.elements]
        return ABSENT if any(value is ABSENT for value in values) else values

    def _map(self, expr: MapExpr) -> Any:
        """Returns an empty map for a constant one, after checking its keys: its content does not matter."""
        known = self._constants
        if not all(entry.key.id in known and entry.value.id in known for entry in expr.entries):
            return ABSENT
        from kapivara.cel.values.maps import key_identity

        for entry in expr.entries:
            key_identity(known[entry.key.id])
        return {}

    def _call(self, expr: Call) -> Any:
        values = [self._constants.get(operand.id, ABSENT) for operand in operands_of(expr)]
        overloads = self._checked.overloads_of(expr)
        if expr.function in _INDEXING:
            _check_qualifier(values[1])
        elif expr.function in REGEX_FUNCTIONS and len(values) > 1:
            _check_pattern(values[1])
        elif expr.function in CONVERSIONS and len(values) == 1 and values[0] is not ABSENT:
            return _convert(expr.function, overloads, values[0])
        elif looks_nowhere(self._checked, expr):
            return False
        return ABSENT


def _check_qualifier(value: Any) -> None:
    """Raises CelError for constants that cannot be an index or a key."""
    if value is ABSENT or isinstance(value, bool | int | float | str):
        return
    from kapivara.cel.values.typing import go_class

    raise CelError(f"invalid qualifier type: {go_class(value)}")


def _check_pattern(value: Any) -> None:
    if not isinstance(value, str):
        return
    from kapivara.languages.re2.syntax import is_costly, regexp_error

    if problem := regexp_error(value):
        raise CelError(problem)
    if is_costly(value):
        from kapivara.languages.re2.patterns import pattern_limit

        if limit := pattern_limit(value):
            raise CelError(limit)


def _convert(function: str, overloads: tuple[Overload, ...], value: Any) -> Any:
    from kapivara.cel.values.typing import runtime_name, type_of_value

    given = type_of_value(value)
    for overload in overloads:
        wanted = overload.args[0]
        if wanted.kind in (CelKind.DYN, CelKind.TYPE_PARAM) or wanted.kind is given.kind:
            return overload.call(Budget(), value)
    raise CelError(f"no such overload: {function}({runtime_name(given)})")
