"""Validation rules of the root schema: no `nullable`, and few keywords with a status subresource.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
validateCustomResourceDefinitionValidation (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.field import ErrorList, FieldPath, forbidden, invalid
from kapivara.schema.legality.go_schema import FIELDS, go_schema
from kapivara.values import JsonObject

_WITH_STATUS: Final = (
    "Description", "Type", "Format", "Title", "Maximum", "ExclusiveMaximum", "Minimum", "ExclusiveMinimum", "MaxLength",
    "MinLength", "Pattern", "MaxItems", "MinItems", "UniqueItems", "MultipleOf", "Required", "Items", "Properties",
    "ExternalDocs", "Example", "XPreserveUnknownFields", "XValidations",
)  # fmt: skip
_NOT_ALLOWED: Final = (
    f"only [{' '.join(_WITH_STATUS)}] fields are allowed at the root of the schema if the status subresource is enabled"
)


def root_errors(raw: JsonObject, path: FieldPath, *, status_enabled: bool) -> ErrorList:
    """Validates the rules that apply only to the root of a schema."""
    errors = _status_errors(raw, path) if status_enabled else []
    if raw.get("nullable"):
        errors.append(forbidden(path.child("nullable"), "nullable cannot be true at the root"))
    return errors


def _status_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Returns an error about the first keyword that a status-only schema would lose."""
    for keyword, name, zero in FIELDS:
        if keyword not in raw or (zero is not None and raw[keyword] == zero):
            continue
        if keyword == "type" and raw["type"] != "object":
            detail = (
                'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
            )
            return [invalid(path.child("type"), raw["type"], detail)]
        if name not in _WITH_STATUS:
            return [invalid(path, go_schema(raw), _NOT_ALLOWED)]
    return []
