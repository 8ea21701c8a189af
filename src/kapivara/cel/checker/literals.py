"""Checks literals: of values, lists, maps and messages."""

from __future__ import annotations

from kapivara.cel.ast import Const, Entry, Expr, ListExpr, MapExpr, StructExpr
from kapivara.cel.checked import Reference
from kapivara.cel.checker import complaints
from kapivara.cel.checker.check_run import CheckRun
from kapivara.cel.checker.inference import bounded, is_optional, most_general
from kapivara.cel.types import DYN, ERROR, CelKind, Type, list_of, map_of, optional_of
from kapivara.cel.values.typing import type_of_value
from kapivara.cel.well_known import message_name


class _Joined:
    """The type of a literal's elements so far."""

    __slots__ = ("type",)

    def __init__(self) -> None:
        self.type: Type | None = None


def visit_const(run: CheckRun, expr: Const) -> None:
    """A value has its own type."""
    run.types[expr.id] = type_of_value(expr.value)


def visit_list(run: CheckRun, expr: ListExpr) -> None:
    """A list's elements have one type, or they are `dyn`."""
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
    """A map's keys have one type, or they are `dyn`, and so are its values."""
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
    """Makes the type of a literal's elements general enough for one more."""
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
    """A message's type has to be known, and its fields to be of their types."""
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
