"""Validation rules of the selectable fields of custom resources.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation ValidateCustomResourceSelectableFields (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.field import ErrorList, FieldPath, duplicate, invalid, required, too_many
from kapivara.schema.legality.survey import survey
from kapivara.schema.structural.field_path import FieldPathError, resolve_field_path
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

MAX_SELECTABLE_FIELDS = 8

_TYPES = ("string", "boolean", "integer")
_WRONG_TYPE = (
    "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed."
)


def validate_selectable_fields(
    fields: list[v1.SelectableField], schema: JsonObject, owner: FieldPath, *, limited: bool
) -> ErrorList:
    """Requires unique paths to scalar fields of the schema; with `limited`, at most eight.

    `owner` is the path of the version, or of the spec if all versions share the fields.
    """
    errors: ErrorList = []
    if (problem := survey(schema).conversion_problem) is not None:
        errors.append(invalid(owner.child("schema.openAPIV3Schema"), "", problem))
    path = owner.child("selectableFields")
    seen: set[str] = set()
    for position, field in enumerate(fields):
        errors += _validate_field(field["jsonPath"], schema, path.index(position).child("jsonPath"), seen)
    if limited and len(seen) > MAX_SELECTABLE_FIELDS:
        errors.append(too_many(path, len(seen), MAX_SELECTABLE_FIELDS))
    return errors


def _validate_field(json_path: str, schema: JsonObject, path: FieldPath, seen: set[str]) -> ErrorList:
    if not json_path:
        return [required(path)]
    try:
        target = resolve_field_path(json_path, schema, allow_brackets=False)
    except FieldPathError as error:
        return [invalid(path, json_path, f"is an invalid path: {error}")]
    errors: ErrorList = []
    place = str(target.path)
    if place.partition(".")[0].partition("[")[0] == "metadata":
        errors.append(invalid(path, json_path, "must not point to fields in metadata"))
    if (target.schema or {}).get("type") not in _TYPES:
        errors.append(invalid(path, json_path, _WRONG_TYPE))
    if place in seen:
        errors.append(duplicate(path, json_path))
    seen.add(place)
    return errors


def drop_selectable_fields(crd: JsonObject) -> None:
    """Removes the selectable fields of a CRD, in place.

    Upstream: apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go dropDisabledFields (1.37).
    """
    for version in crd["spec"]["versions"] or ():
        version.pop("selectableFields", None)
