"""Validation rules of one version of a CRD, and of schemas.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation validateCustomResourceDefinitionVersion,
validateDeprecationWarning (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.groups.apiextensions.definition_types import schema_of
from kapivara.apis.groups.apiextensions.validation.hub import HubSpec
from kapivara.apis.groups.apiextensions.validation.presentation import validate_columns, validate_subresources
from kapivara.apis.groups.apiextensions.validation.ratcheting import Demands
from kapivara.apis.groups.apiextensions.validation.selectable_fields import validate_selectable_fields
from kapivara.content.messages import byte_length
from kapivara.content.names import is_dns1035_label
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.schema.legality import LegalityOptions, validate_schema
from kapivara.values.printable import is_print
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

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
