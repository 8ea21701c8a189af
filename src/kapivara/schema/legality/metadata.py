"""Limits the declarations of `apiVersion`, `kind` and `metadata`, which every object has implicitly.

Upstream: apiextensions-apiserver/pkg/apiserver/schema/validation.go validateStructuralMetadataInvariants (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.field import ErrorList, FieldPath, forbidden, invalid
from kapivara.schema.legality.survey import leaves_a_trace
from kapivara.values import JsonObject

_RESTRICTABLE: Final = frozenset(("name", "generateName"))
_TOO_MUCH: Final = "must not specify anything other than name and generateName, but metadata is implicitly specified"


def metadata_errors(raw: JsonObject, path: FieldPath, *, is_root: bool) -> ErrorList:
    """Validates the declared `apiVersion`, `kind` and `metadata` of the root or an embedded resource."""
    errors: ErrorList = []
    properties = raw.get("properties") or {}
    for name, wanted in (("kind", "string"), ("apiVersion", "string"), ("metadata", "object")):
        declared = properties[name].get("type", "") if name in properties else wanted
        if declared != wanted:
            errors.append(invalid(path.child("properties").key(name).child("type"), declared, f"must be {wanted}"))
    if is_root and "metadata" in properties and _restricts_more(properties["metadata"]):
        errors.append(forbidden(path.child("properties").key("metadata"), _TOO_MUCH))
    return errors


def _restricts_more(metadata: JsonObject) -> bool:
    for keyword, value in metadata.items():
        if keyword == "properties":
            if not _RESTRICTABLE.issuperset(value):
                return True
        elif keyword not in ("type", "default") and leaves_a_trace(keyword, value):
            return True
    return False
