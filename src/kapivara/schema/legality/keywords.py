"""Validates keywords that are forbidden everywhere, types, and places without defaults.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go specStandardValidatorV3.validate,
ValidateCustomResourceDefinitionOpenAPISchema (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.field import ErrorList, FieldPath, forbidden, not_supported
from kapivara.schema.legality.options import LegalityOptions
from kapivara.values import JsonObject
from kapivara.values.record import record

TYPES: Final = ("array", "boolean", "integer", "number", "object", "string")

_UNSUPPORTED_IF_SET: Final = ("patternProperties", "definitions")
_UNSUPPORTED_IF_PRESENT: Final = ("dependencies", "$ref")
_EMBEDDED: Final = "x-kubernetes-embedded-resource"
_SUSPECT: Final = frozenset(
    (
        "default",
        "id",
        "additionalItems",
        "uniqueItems",
        "additionalProperties",
        "items",
        _EMBEDDED,
        *_UNSUPPORTED_IF_SET,
        *_UNSUPPORTED_IF_PRESENT,
    )
)


@record
class SchemaContext:
    """The context of a schema: True inside `metadata`, and the reason why it may have no default, if any."""

    inside_metadata: bool = False
    no_defaults: str = ""


def keyword_errors(raw: JsonObject, path: FieldPath, context: SchemaContext, options: LegalityOptions) -> ErrorList:
    """Validates the keywords of one schema, without nested schemas."""
    errors: ErrorList = []
    declared = raw.get("type")
    if declared and declared not in TYPES and options.require_valid_types:
        errors.append(not_supported(path.child("type"), declared, TYPES))
    if not _SUSPECT.isdisjoint(raw) or declared == "null":
        _check_suspects(raw, path, context, errors)
    return errors


def _check_suspects(raw: JsonObject, path: FieldPath, context: SchemaContext, errors: ErrorList) -> None:
    if "default" in raw and context.no_defaults:
        errors.append(forbidden(path.child("default"), f"must not be set {context.no_defaults}"))
    if raw.get("id"):
        errors.append(forbidden(path.child("id"), "id is not supported"))
    if "additionalItems" in raw:
        errors.append(forbidden(path.child("additionalItems"), "additionalItems is not supported"))
    errors += [forbidden(path.child(each), f"{each} is not supported") for each in _UNSUPPORTED_IF_SET if raw.get(each)]
    errors += [
        forbidden(path.child(each), f"{each} is not supported") for each in _UNSUPPORTED_IF_PRESENT if each in raw
    ]
    if raw.get("type") == "null":
        errors.append(forbidden(path.child("type"), "type cannot be set to null, use nullable as an alternative"))
    if raw.get("items") and isinstance(raw["items"], list):
        errors.append(forbidden(path.child("items"), "items must be a schema object and not an array"))
    if context.inside_metadata and raw.get(_EMBEDDED):
        errors.append(forbidden(path.child(_EMBEDDED), "must not be used inside of resource meta"))
    if raw.get("uniqueItems"):
        detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"
        errors.append(forbidden(path.child("uniqueItems"), detail))
    if raw.get("properties") and raw.get("additionalProperties", True) is not True:
        detail = "additionalProperties and properties are mutual exclusive"
        errors.append(forbidden(path.child("additionalProperties"), detail))
