"""Checks literals of values, lists, maps and messages."""

from __future__ import annotations

from kapivara.cel.checker import complaints
from kapivara.cel.checker.check_run import CheckRun
from kapivara.cel.checker.inference import bounded, is_optional, most_general
from kapivara.cel.messages.well_known import message_name
from kapivara.cel.tree.ast import Const, Entry, Expr, ListExpr, MapExpr, StructExpr
from kapivara.cel.tree.checked import Reference
from kapivara.cel.types import DYN, ERROR, CelKind, Type, list_of, map_of, optional_of
from kapivara.cel.values.typing import type_of_value


class _Joined:
    """The common type of a literal's elements so far."""

    __slots__ = ("type",)

    def __init__(self) -> None:
        self.type: Type | None = None


def visit_const(run: CheckRun, expr: Const) -> None:
    """Assigns a constant the type of its value."""
    run.types[expr.id] = type_of_value(expr.value)


def visit_list(run: CheckRun, expr: ListExpr) -> None:
    """Assigns a list the common type of its elements, or `dyn`."""
    joined = _Joined()

    def join(run: CheckRun, index: int) -> None:
        _join(run, joined, expr.elements[index], optional=index in expr.optional)

    def finish(run: CheckRun, _: None) -> None:
        run.types[expr.id] = bounded(list_of(joined.type or run.inference.fresh()))

    run.later(finish, None)
    for index in reversed(range(len(expr.elements))):
        run.later(join, index)
        run.visit(expr.elements[index])


def visit_map(run: CheckRun, expr: MapExpr) -> None:
    """Assigns a map the common types of its keys and of its values, or `dyn`."""
    keys = _Joined()
    values = _Joined()

    def finish(run: CheckRun, _: None) -> None:
        key = keys.type or run.inference.fresh()
        value = values.type or run.inference.fresh()
        run.types[expr.id] = bounded(map_of(key, value))

    run.later(finish, None)
    for entry in reversed(expr.entries):
        run.later(lambda run, entry: _join(run, values, entry.value, optional=entry.optional), entry)
        run.visit(entry.value)
        run.later(lambda run, entry: _join(run, keys, entry.key, optional=False), entry)
        run.visit(entry.key)


def _join(run: CheckRun, joined: _Joined, element: Expr, *, optional: bool) -> None:
    """Extends the common type of a literal's elements to one more element."""
    found = run.types[element.id]
    if optional:
        found = _unwrap_optional(run, element, found)
    before = joined.type
    if before is None:
        joined.type = found
    elif run.inference.assignable(before, found):
        gives_way = found.kind is CelKind.NULL and run.env.null_gives_way
        joined.type = before if gives_way else most_general(before, found)
    else:
        joined.type = DYN


def _unwrap_optional(run: CheckRun, element: Expr, found: Type) -> Type:
    if is_optional(found):
        return found.params[0]
    if found.kind is not CelKind.DYN:
        run.report(element.id, complaints.type_mismatch(optional_of(found), found))
    return found


def visit_struct(run: CheckRun, expr: StructExpr) -> None:
    """Checks that a message type is declared, and that its fields have the declared types."""
    found = run.scopes.resolve_type(expr.type_name)
    if found is None:
        run.types[expr.id] = ERROR
        run.report(expr.id, complaints.undeclared_reference(expr.type_name, run.env.container))
        return
    name, made = found
    if name != expr.type_name:
        run.replacements[expr.id] = StructExpr(expr.id, name, expr.entries)
    run.references[expr.id] = Reference(name)
    message = message_name(name, made)
    if message is None:
        run.report(expr.id, complaints.not_a_message_type(made.name))
    run.types[expr.id] = ERROR if message is None else made
    for entry in reversed(expr.entries):
        run.later(_finish_field, (message or name, entry))
        run.visit(entry.value)


def _finish_field(run: CheckRun, field: tuple[str, Entry]) -> None:
    type_name, entry = field
    expected = run.field_type(entry.id, type_name, entry.key)
    found = run.types[entry.value.id]
    if entry.optional:
        found = _unwrap_optional(run, entry.value, found)
    if not run.inference.assignable(expected, found):
        run.report(entry.id, complaints.field_type_mismatch(entry.key, expected, found))
