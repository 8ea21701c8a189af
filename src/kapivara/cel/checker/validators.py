"""Validates the literals of type-checked CEL expressions: rejects calls that would fail in every evaluation.

A validator takes a checked expression and its nodes, collected once for all validators, and returns issues.
Upstream: cel-go cel/validator.go (0.29).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kapivara.cel.checker.complaints import type_mismatch
from kapivara.cel.checker.inference import is_optional, same
from kapivara.cel.errors import CelError, Issue
from kapivara.cel.tree.ast import Call, Const, Expr, ListExpr, MapExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.walk import children, descendants
from kapivara.cel.types import CelKind, Type
from kapivara.cel.values.conversions import to_duration, to_timestamp
from kapivara.values.record import record

_LITERALS = frozenset((CelKind.LIST, CelKind.MAP))


@record(eq=False)
class Nodes:
    """The nodes of an expression for validators: calls by function, lists and maps."""

    calls: dict[str, list[Call]]
    lists: list[ListExpr]
    maps: list[MapExpr]


@record(eq=False)
class Validator:
    """One validator: its check, the functions whose calls it examines, and whether it examines lists and maps."""

    check: Callable[[CheckedAst, Nodes], Iterable[Issue]]
    functions: frozenset[str]
    of_literals: bool = False


def validate(checked: CheckedAst, validators: Iterable[Validator]) -> list[Issue]:
    """Returns the issues of validators for a checked expression, one validator after the other."""
    called = {found.name for found in checked.references.values()}
    with_literals = not _LITERALS.isdisjoint([found.kind for found in checked.types.values()])
    asked = [one for one in validators if (with_literals and one.of_literals) or not one.functions.isdisjoint(called)]
    if not asked:
        return []
    nodes = Nodes({}, [], [])
    for node in descendants(checked.ast.expr):
        if isinstance(node, Call):
            nodes.calls.setdefault(node.function, []).append(node)
        elif isinstance(node, ListExpr):
            nodes.lists.append(node)
        elif isinstance(node, MapExpr):
            nodes.maps.append(node)
    return [issue for validator in asked for issue in validator.check(checked, nodes)]


def issue_at(checked: CheckedAst, node: Expr, message: str) -> Issue:
    """Returns an issue at the source position of a node."""
    return Issue(message, checked.ast.offsets.get(node.id, -1))


def _is_no_duration(value: Any) -> bool:
    return _fails(to_duration, value)


def _is_no_timestamp(value: Any) -> bool:
    return _fails(to_timestamp, value)


def _is_no_pattern(value: Any) -> bool:
    from kapivara.languages.re2.syntax import regexp_error

    return regexp_error(value) is not None


def _fails(convert: Callable[[Any], Any], value: Any) -> bool:
    try:
        convert(value)
    except CelError:
        return True
    return False


def _literal_arguments(function: str, bad: Callable[[Any], bool]) -> Validator:
    """Returns a validator that rejects calls whose first argument is a literal for which `bad` returns True."""

    def check(checked: CheckedAst, nodes: Nodes) -> Iterator[Issue]:
        for call in nodes.calls.get(function, ()):
            if call.args and isinstance(literal := call.args[0], Const) and bad(literal.value):
                yield issue_at(checked, literal, f"invalid {function} argument")

    return Validator(check, frozenset((function,)))


duration_literals = _literal_arguments("duration", _is_no_duration)
"""Rejects `duration('x')`."""
timestamp_literals = _literal_arguments("timestamp", _is_no_timestamp)
"""Rejects `timestamp('x')`."""
regex_literals = _literal_arguments("matches", _is_no_pattern)
"""Rejects `s.matches('[')`; kept: in `matches(s, '[')` the first argument is checked instead."""


def homogeneous_literals(*exempt: str) -> Validator:
    """Returns a validator that rejects list and map literals of mixed types, except inside calls of `exempt`."""

    def check(checked: CheckedAst, nodes: Nodes) -> Iterator[Issue]:
        free: set[int] = set()
        waiting = [child for function in exempt for call in nodes.calls.get(function, ()) for child in children(call)]
        while waiting:
            node = waiting.pop()
            if node.id not in free:
                free.add(node.id)
                waiting.extend(children(node))
        for each in nodes.lists:
            if each.id not in free:
                yield from _list_mismatch(checked, each)
        for every in nodes.maps:
            if every.id not in free:
                yield from _map_mismatches(checked, every)

    return Validator(check, frozenset(), of_literals=True)


def _list_mismatch(checked: CheckedAst, expr: ListExpr) -> Iterator[Issue]:
    """Reports only the first element whose type differs from that of the first element."""
    wanted: Type | None = None
    for index, element in enumerate(expr.elements):
        found = _element_type(checked, element, optional=index in expr.optional)
        if wanted is None:
            wanted = found
        elif not same(wanted, found):
            yield issue_at(checked, element, type_mismatch(wanted, found))
            return


def _map_mismatches(checked: CheckedAst, expr: MapExpr) -> Iterator[Issue]:
    key_type: Type | None = None
    value_type: Type | None = None
    for entry in expr.entries:
        key = checked.types[entry.key.id]
        value = _element_type(checked, entry.value, optional=entry.optional)
        if key_type is None or value_type is None:
            key_type, value_type = key, value
            continue
        if not same(key_type, key):
            yield issue_at(checked, entry.key, type_mismatch(key_type, key))
        if not same(value_type, value):
            yield issue_at(checked, entry.value, type_mismatch(value_type, value))


def _element_type(checked: CheckedAst, element: Expr, *, optional: bool) -> Type:
    found = checked.types[element.id]
    return found.params[0] if optional and is_optional(found) else found
