"""Definitions by their generated types, so that mypy checks rules about them field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.apiextensions.v1 import zz_generated_types as v1


def as_definition(obj: JsonObject) -> v1.CustomResourceDefinition:
    """Takes an object that was decoded as a definition for one."""
    return cast("v1.CustomResourceDefinition", obj)


def schema_of(validation: v1.CustomResourceValidation | None) -> JsonObject | None:
    """Returns the schema of a version, None where there is none; as JSON, for what reads schemas goes by keywords."""
    return None if validation is None else cast("JsonObject | None", validation.get("openAPIV3Schema"))
