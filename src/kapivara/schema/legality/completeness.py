"""Is every field that a junctor speaks of also declared outside of it?

The server looks only at the junctors of the root, and at those inside them.
Upstream: apiextensions-apiserver/pkg/apiserver/schema/complete.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kapivara.field import ErrorList, FieldPath, required
from kapivara.schema.legality.subschemas import JUNCTORS, items_schema, properties_of
from kapivara.values import JsonObject


@dataclass(frozen=True, slots=True)
class _Place:
    """A schema and where it stands; no schema where nothing is declared there."""

    schema: JsonObject | None
    path: FieldPath


def completeness_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Finds what the root's junctors constrain without a declaration."""
    errors: ErrorList = []
    root = _Place(raw, path)
    for clause in _clauses(raw, path):
        _compare(clause, root, errors)
    return errors


def _compare(clause: _Place, declared: _Place, errors: ErrorList) -> None:
    """Checks one clause, and all below it, against the declaration it constrains."""
    if declared.schema is None:
        errors.append(required(declared.path, f"because it is defined in {clause.path}"))
    elif clause.schema is not None:
        for inner in _clauses(clause.schema, clause.path):
            _compare(inner, declared, errors)
        for inner, counterpart in _pairs(clause.schema, clause.path, declared.schema, declared.path):
            _compare(inner, counterpart, errors)


def _clauses(raw: JsonObject, path: FieldPath) -> Iterator[_Place]:
    if "not" in raw:
        yield _Place(raw["not"], path.child("not"))
    for keyword in JUNCTORS:
        for position, clause in enumerate(raw.get(keyword) or ()):
            yield _Place(clause, path.child(keyword).index(position))


def _pairs(
    clause: JsonObject, clause_path: FieldPath, declared: JsonObject, declared_path: FieldPath
) -> Iterator[tuple[_Place, _Place]]:
    """Yields the items and fields that a clause speaks of, each beside its declaration."""
    if (items := items_schema(clause)) is not None:
        yield _Place(items, clause_path.child("items")), _Place(items_schema(declared), declared_path.child("items"))
    fields = declared.get("properties") or {}
    for name, each in properties_of(clause):
        yield (
            _Place(each, clause_path.child("properties").key(name)),
            _Place(fields.get(name), declared_path.child("properties").key(name)),
        )
