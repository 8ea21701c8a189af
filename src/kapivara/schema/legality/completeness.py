"""Requires that every field that a junctor constrains is also declared outside of the junctor.

The server checks only the junctors of the root, and those inside them.
Upstream: apiextensions-apiserver/pkg/apiserver/schema/complete.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kapivara.field import ErrorList, FieldPath, required
from kapivara.schema.structural.subschemas import JUNCTORS, items_schema, properties_of
from kapivara.values import JsonObject

_Clause: TypeAlias = tuple[JsonObject, FieldPath]
_Declared: TypeAlias = tuple[JsonObject | None, FieldPath]
"""A schema and its path; None for the schema of an undeclared field."""


def completeness_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Returns errors about fields that the root's junctors constrain without a declaration."""
    errors: ErrorList = []
    for clause in _clauses(raw, path):
        _compare(clause, (raw, path), errors)
    return errors


def _compare(clause: _Clause, declared: _Declared, errors: ErrorList) -> None:
    """Compares one branch, and all schemas below it, with the declaration that it constrains."""
    if declared[0] is None:
        errors.append(required(declared[1], f"because it is defined in {clause[1]}"))
        return
    for inner in _clauses(*clause):
        _compare(inner, declared, errors)
    for inner, counterpart in _pairs(clause, declared[0], declared[1]):
        _compare(inner, counterpart, errors)


def _clauses(raw: JsonObject, path: FieldPath) -> Iterator[_Clause]:
    if "not" in raw:
        yield raw["not"], path.child("not")
    for keyword in JUNCTORS:
        for position, clause in enumerate(raw.get(keyword) or ()):
            yield clause, path.child(keyword).index(position)


def _pairs(clause: _Clause, declared: JsonObject, at: FieldPath) -> Iterator[tuple[_Clause, _Declared]]:
    """Yields the items and fields of a branch, each with its declaration."""
    raw, path = clause
    if (items := items_schema(raw)) is not None:
        yield (items, path.child("items")), (items_schema(declared), at.child("items"))
    fields = declared.get("properties") or {}
    for name, each in properties_of(raw):
        yield (each, path.child("properties").key(name)), (fields.get(name), at.child("properties").key(name))
