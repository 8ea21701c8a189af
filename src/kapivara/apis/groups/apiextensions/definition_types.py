"""Casts CRDs to their generated types, so that mypy checks the fields that rules read."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1


def as_definition(obj: JsonObject) -> v1.CustomResourceDefinition:
    """Casts a decoded object to a CRD."""
    return cast("v1.CustomResourceDefinition", obj)


def schema_of(validation: v1.CustomResourceValidation | None) -> JsonObject | None:
    """Returns the schema of a version as plain JSON, since schema code looks up keywords; None if there is none."""
    return None if validation is None else cast("JsonObject | None", validation.get("openAPIV3Schema"))
