"""Requires a structural schema: types everywhere, no structure inside junctors, and no restriction of metadata.

Upstream: apiextensions-apiserver/pkg/apiserver/schema/validation.go ValidateStructural (1.37).
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required
from kapivara.schema.legality.completeness import completeness_errors
from kapivara.schema.legality.junctors import value_errors
from kapivara.schema.legality.metadata import metadata_errors
from kapivara.schema.structural.subschemas import additional_schema, is_leaf, items_schema, properties_of
from kapivara.values import JsonObject

_INT_OR_STRING: Final = "x-kubernetes-int-or-string"
_PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED: Final = "x-kubernetes-embedded-resource"


class Level(Enum):
    """The position of a schema; the value completes "must not be empty …"."""

    ROOT = "at the root"
    ITEM = "for specified array items"
    FIELD = "for specified object fields"


def structural_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Returns errors if a schema is not structural; sorted by their text, as the server sorts them."""
    errors: ErrorList = []
    _check(raw, Level.ROOT, path, errors)
    errors += completeness_errors(raw, path)
    return sorted(errors, key=str)


def _check(raw: JsonObject, level: Level, path: FieldPath, errors: ErrorList) -> None:
    """Validates a schema outside of junctors, and all schemas below it."""
    if not is_leaf(raw):
        _check_children(raw, level, path, errors)
    elif raw.get("type") == "array":
        errors.append(required(path.child("items"), "must be specified"))
    errors += value_errors(raw, path)
    _check_type(raw, level, path, errors)
    if raw.get(_INT_OR_STRING):
        _check_int_or_string(raw, path, errors)
    if raw.get(_EMBEDDED):
        _check_embedded(raw, path, errors)
    if level is Level.ROOT or raw.get(_EMBEDDED):
        errors += metadata_errors(raw, path, is_root=level is Level.ROOT)


def _check_children(raw: JsonObject, level: Level, path: FieldPath, errors: ErrorList) -> None:
    if (items := items_schema(raw)) is not None:
        _check(items, Level.ITEM, path.child("items"), errors)
    elif raw.get("type") == "array":
        errors.append(required(path.child("items"), "must be specified"))
    for name, each in properties_of(raw):
        _check(each, Level.FIELD, path.child("properties").key(name), errors)
    if "additionalProperties" in raw:
        if level is Level.ROOT:
            errors.append(forbidden(path.child("additionalProperties"), "must not be used at the root"))
        if (additional := additional_schema(raw)) is not None:
            _check(additional, Level.FIELD, path.child("additionalProperties"), errors)


def _check_type(raw: JsonObject, level: Level, path: FieldPath, errors: ErrorList) -> None:
    declared = raw.get("type") or ""
    if raw.get(_EMBEDDED):
        if declared != "object":
            detail = f"must be object if {_EMBEDDED} is true"
            at = path.child("type")
            errors.append(invalid(at, declared, detail) if declared else required(at, detail))
    elif not declared and not raw.get(_INT_OR_STRING) and not raw.get(_PRESERVE):
        errors.append(required(path.child("type"), f"must not be empty {level.value}"))
    if level is Level.ROOT and declared not in ("", "object"):
        errors.append(invalid(path.child("type"), declared, "must be object at the root"))


def _check_int_or_string(raw: JsonObject, path: FieldPath, errors: ErrorList) -> None:
    for keyword in (_PRESERVE, _EMBEDDED):
        if raw.get(keyword):
            errors.append(invalid(path.child(keyword), True, f"must be false if {_INT_OR_STRING} is true"))


def _check_embedded(raw: JsonObject, path: FieldPath, errors: ErrorList) -> None:
    if "additionalProperties" in raw:
        errors.append(forbidden(path.child("additionalProperties"), f"must not be used if {_EMBEDDED} is set"))
    if not raw.get(_PRESERVE) and not raw.get("properties"):
        detail = f"must not be empty if {_EMBEDDED} is true without {_PRESERVE}"
        errors.append(required(path.child("properties"), detail))
