"""Validation rules of one version of a CRD, and of schemas.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation validateCustomResourceDefinitionVersion,
validateDeprecationWarning (1.37).
Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation ValidateCustomResourceColumnDefinition,
ValidateCustomResourceDefinitionSubresources (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.groups.apiextensions.definition_types import schema_of
from kapivara.apis.groups.apiextensions.validation.hub import HubSpec
from kapivara.apis.groups.apiextensions.validation.ratcheting import Demands
from kapivara.apis.groups.apiextensions.validation.selectable_fields import validate_selectable_fields
from kapivara.content.messages import byte_length
from kapivara.content.names import is_dns1035_label
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.schema.legality import LegalityOptions, validate_schema
from kapivara.values.printable import is_print
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1


_TYPES = ("boolean", "date", "integer", "number", "string")
_FORMATS = ("byte", "date", "date-time", "double", "float", "int32", "int64", "password")


def validate_columns(columns: list[v1.CustomResourceColumnDefinition], path: FieldPath) -> ErrorList:
    """Validates additionalPrinterColumns."""
    errors: ErrorList = []
    for position, column in enumerate(columns):
        errors += _validate_column(column, path.index(position))
    return errors


def _validate_column(column: v1.CustomResourceColumnDefinition, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    if not column["name"]:
        errors.append(required(path.child("name")))
    if not column["type"]:
        errors.append(required(path.child("type"), _one_of(_TYPES)))
    elif column["type"] not in _TYPES:
        errors.append(invalid(path.child("type"), column["type"], _one_of(_TYPES)))
    if column.get("format") and column["format"] not in _FORMATS:
        errors.append(invalid(path.child("format"), column["format"], _one_of(_FORMATS)))
    if not column["jsonPath"]:
        errors.append(required(path.child("JSONPath")))
    else:
        errors += _validate_simple_json_path(column["jsonPath"], path.child("JSONPath"))
    return errors


def _one_of(values: tuple[str, ...]) -> str:
    return f"must be one of {','.join(values)}"


def validate_subresources(subresources: v1.CustomResourceSubresources | None, path: FieldPath) -> ErrorList:
    """Validates the paths of the scale subresource; status has no fields."""
    scale = subresources.get("scale") if subresources else None
    if scale is None:
        return []
    errors = _validate_replicas_path(scale["specReplicasPath"], ".spec", path.child("scale", "specReplicasPath"))
    errors += _validate_replicas_path(scale["statusReplicasPath"], ".status", path.child("scale", "statusReplicasPath"))
    if selector := scale.get("labelSelectorPath"):
        place = path.child("scale", "labelSelectorPath")
        problems = _validate_simple_json_path(selector, place)
        if not problems and not selector.startswith((".spec.", ".status.")):
            problems = [invalid(place, selector, "should be a json path under either .spec or .status")]
        errors += problems
    return errors


def _validate_replicas_path(value: str, root: str, path: FieldPath) -> ErrorList:
    if not value:
        return [required(path)]
    errors = _validate_simple_json_path(value, path)
    if not errors and not value.startswith(f"{root}."):
        errors = [invalid(path, value, f"should be a json path under {root}")]
    return errors


def _validate_simple_json_path(value: str, path: FieldPath) -> ErrorList:
    # Kept: upstream's other checks cannot fail, so any text with a leading dot passes.
    return [] if value.startswith(".") else [invalid(path, value, "must be a simple json path starting with .")]


_MAX_WARNING_BYTES = 256


def validate_version(
    version: v1.CustomResourceDefinitionVersion, hub: HubSpec, path: FieldPath, demands: Demands
) -> ErrorList:
    """Validates the properties of one version; shared ones are validated separately."""
    errors: ErrorList = []
    name = version["name"]
    if problems := is_dns1035_label(name):
        errors.append(invalid(path.child("name"), name, ",".join(problems)))
    warning = version.get("deprecationWarning")
    if warning is not None:
        place = path.child("deprecationWarning")
        deprecated = version.get("deprecated", False)
        errors += [invalid(place, NamedString(warning), each) for each in _warning_problems(warning, deprecated)]
    has_status = "status" in (hub.subresources_of(version) or {})
    demanded = demands.of_schema(name, status=has_status)
    errors += validate_validation(version.get("schema"), path.child("schema"), demanded)
    errors += validate_subresources(version.get("subresources"), path.child("subresources"))
    errors += validate_columns(version.get("additionalPrinterColumns") or [], path.child("additionalPrinterColumns"))
    if fields := version.get("selectableFields"):
        schema = schema_of(version.get("schema"))
        if schema is None:
            detail = "may only be set when `version.schema.openAPIV3Schema` is not included"
            errors.append(invalid(path.child("selectableFields"), "", detail))
        else:
            limited = name not in demands.fields_kept
            errors += validate_selectable_fields(fields, schema, path, limited=limited)
    return errors


def validate_validation(
    validation: v1.CustomResourceValidation | None, path: FieldPath, options: LegalityOptions
) -> ErrorList:
    """Validates a schema, if there is one."""
    schema = schema_of(validation)
    return [] if schema is None else validate_schema(schema, path.child("openAPIV3Schema"), options)


def _warning_problems(warning: str, deprecated: bool) -> list[str]:
    if not deprecated:
        return ["can only be set for deprecated versions"]
    problems = []
    if byte_length(warning) > _MAX_WARNING_BYTES:
        problems.append(f"must be <= {_MAX_WARNING_BYTES} characters long")
    if not warning:
        problems.append("must not be an empty string")
    for position, character in enumerate(warning):
        if not is_print(character):
            index = byte_length(warning[:position])
            detail = f"must only contain printable UTF-8 characters; non-printable character found at index {index}"
            problems.append(detail)
            break
    return problems
