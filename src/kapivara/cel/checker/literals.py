"""Checks literals: of values, lists, maps and messages."""

from __future__ import annotations

from kapivara.cel.ast import Const, Entry, Expr, ListExpr, MapExpr, StructExpr
from kapivara.cel.checked import Reference
from kapivara.cel.checker import complaints
from kapivara.cel.checker.inference import bounded, is_optional, most_general
from kapivara.cel.checker.state import Checking
from kapivara.cel.types import DYN, ERROR, Kind, Type, list_of, map_of, optional_of
from kapivara.cel.values.typing import type_of_value
from kapivara.cel.well_known import message_name


class _Joined:
    """The type of a literal's elements so far."""

    __slots__ = ("type",)

    def __init__(self) -> None:
        self.type: Type | None = None


class Literals:
    """The visits of literals."""

    def __init__(self, checking: Checking):
        self._checking = checking

    def visit_const(self, expr: Const) -> None:
        """A value has its own type."""
        self._checking.types[expr.id] = type_of_value(expr.value)

    def visit_list(self, expr: ListExpr) -> None:
        """A list's elements have one type, or they are `dyn`."""
        checking = self._checking
        joined = _Joined()

        def join(index: int) -> None:
            self._join(joined, expr.elements[index], optional=index in expr.optional)

        def finish(_: None) -> None:
            checking.types[expr.id] = bounded(list_of(joined.type or checking.inference.fresh()))

        checking.later(finish, None)
        for index in reversed(range(len(expr.elements))):
            checking.later(join, index)
            checking.visit(expr.elements[index])

    def visit_map(self, expr: MapExpr) -> None:
        """A map's keys have one type, or they are `dyn`, and so are its values."""
        checking = self._checking
        keys = _Joined()
        values = _Joined()

        def finish(_: None) -> None:
            key = keys.type or checking.inference.fresh()
            value = values.type or checking.inference.fresh()
            checking.types[expr.id] = bounded(map_of(key, value))

        checking.later(finish, None)
        for entry in reversed(expr.entries):
            checking.later(lambda entry: self._join(values, entry.value, optional=entry.optional), entry)
            checking.visit(entry.value)
            checking.later(lambda entry: self._join(keys, entry.key, optional=False), entry)
            checking.visit(entry.key)

    def _join(self, joined: _Joined, element: Expr, *, optional: bool) -> None:
        """Makes the type of a literal's elements general enough for one more."""
        checking = self._checking
        found = checking.types[element.id]
        if optional:
            found = self._unwrap_optional(element, found)
        before = joined.type
        if before is None:
            joined.type = found
        elif checking.inference.assignable(before, found):
            gives_way = found.kind is Kind.NULL and checking.env.null_gives_way
            joined.type = before if gives_way else most_general(before, found)
        else:
            joined.type = DYN

    def _unwrap_optional(self, element: Expr, found: Type) -> Type:
        if is_optional(found):
            return found.params[0]
        if found.kind is not Kind.DYN:
            self._checking.report(element.id, complaints.type_mismatch(optional_of(found), found))
        return found

    def visit_struct(self, expr: StructExpr) -> None:
        """A message's type has to be known, and its fields to be of their types."""
        checking = self._checking
        found = checking.scopes.resolve_type(expr.type_name)
        if found is None:
            checking.types[expr.id] = ERROR
            checking.report(expr.id, complaints.undeclared_reference(expr.type_name, checking.env.container))
            return
        name, made = found
        if name != expr.type_name:
            checking.replacements[expr.id] = StructExpr(expr.id, name, expr.entries)
        checking.references[expr.id] = Reference(name)
        message = message_name(name, made)
        if message is None:
            checking.report(expr.id, complaints.not_a_message_type(made.name))
        checking.types[expr.id] = ERROR if message is None else made
        for entry in reversed(expr.entries):
            checking.later(self._finish_field, (message or name, entry))
            checking.visit(entry.value)

    def _finish_field(self, field: tuple[str, Entry]) -> None:
        checking = self._checking
        type_name, entry = field
        expected = checking.field_type(entry.id, type_name, entry.key)
        found = checking.types[entry.value.id]
        if entry.optional:
            found = self._unwrap_optional(entry.value, found)
        if not checking.inference.assignable(expected, found):
            checking.report(entry.id, complaints.field_type_mismatch(entry.key, expected, found))
