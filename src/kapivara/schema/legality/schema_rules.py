"""Carries the keyword, topology and rule checks through every schema inside a schema, in the server's order.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
ValidateCustomResourceDefinitionOpenAPISchema (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from kapivara.field import ErrorList, FieldPath
from kapivara.schema.legality.keywords import Place, keyword_errors
from kapivara.schema.legality.options import LegalityOptions
from kapivara.schema.legality.rules import rule_errors
from kapivara.schema.legality.subschemas import additional_schema, is_leaf, items_schema, properties_of
from kapivara.schema.legality.topology import topology_errors
from kapivara.values import JsonObject
from kapivara.values.record import replace

_META_FIELDS: Final = frozenset(("metadata", "kind", "apiVersion"))
_IN_METADATA_MAP: Final = "inside additionalProperties applying to object metadata"
_EVERYWHERE: Final = Place()

_Child: TypeAlias = tuple[JsonObject, FieldPath, Place]


def schema_errors(raw: JsonObject, path: FieldPath, options: LegalityOptions) -> ErrorList:
    """Checks a root schema and every schema inside it."""
    errors: ErrorList = []
    _check((raw, path, _EVERYWHERE), options, errors, is_root=True)
    return errors


def _check(node: _Child, options: LegalityOptions, errors: ErrorList, *, is_root: bool = False) -> None:
    raw, path, place = node
    errors += keyword_errors(raw, path, place, options)
    if not is_leaf(raw):
        for child in _children(raw, path, place, is_root=is_root):
            _check(child, options, errors)
    errors += topology_errors(raw, path, options)
    if raw.get("x-kubernetes-validations"):
        errors += rule_errors(raw, path)


def _children(raw: JsonObject, path: FieldPath, place: Place, *, is_root: bool) -> Iterator[_Child]:
    """Yields the schemas that the server looks into, with what it holds of each."""
    if (additional := additional_schema(raw)) is not None:
        inside = replace(place, no_defaults=_IN_METADATA_MAP) if place.inside_metadata else place
        yield additional, path.child("additionalProperties"), inside
    is_resource = is_root or raw.get("x-kubernetes-embedded-resource")
    for name, each in properties_of(raw):
        here = place
        if is_resource and name in _META_FIELDS:
            here = Place(True, f"in top-level {name}" if is_root else place.no_defaults)
        yield each, path.child("properties").key(name), here
    if "not" in raw:
        yield raw["not"], path.child("not"), place
    for keyword in ("allOf", "oneOf", "anyOf"):
        for position, each in enumerate(raw.get(keyword) or ()):
            yield each, path.child(keyword).index(position), place
    for name, each in sorted((raw.get("definitions") or {}).items()):
        yield each, path.child("definitions").key(name), place
    if (items := items_schema(raw)) is not None:
        yield items, path.child("items"), place
    elif isinstance(raw.get("items"), list):
        for position, each in enumerate(raw["items"]):
            yield each, path.child("items").index(position), place
    for name, each in sorted((raw.get("dependencies") or {}).items()):
        if isinstance(each, dict):
            yield each, path.child("dependencies").key(name), place
