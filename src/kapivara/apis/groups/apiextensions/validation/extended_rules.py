"""Validation rules of CRD fields that no server supports: defaults and converters in CEL (KEP-2876)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from kapivara.apis.groups.apiextensions.definition_types import schema_of
from kapivara.apis.groups.apiextensions.validation.conversion_rules import validate_converters
from kapivara.apis.groups.apiextensions.validation.hub import HubSpec
from kapivara.field import ErrorList, FieldPath
from kapivara.schema.expressions.running.default_rules import validate_default_rules
from kapivara.schema.server_version import ServerVersion
from kapivara.schema.structural.structural import ExtendedStructural, Structural
from kapivara.values import JsonObject

SPEC = FieldPath.of("spec")


def validate_extended_rules(hub: HubSpec, server: ServerVersion) -> ErrorList:
    """Validates these rules of a CRD without other errors."""
    errors: ErrorList = []
    if server.has_default_rules:
        for path, schema in _schemas(hub):
            errors += validate_default_rules(schema, path.child("openAPIV3Schema"), server)
    if server.has_conversion_rules:
        errors += _converter_errors(hub, server)
    return errors


def _schemas(hub: HubSpec) -> Iterator[tuple[FieldPath, JsonObject]]:
    shared = schema_of(hub.validation)
    if shared is not None:
        yield SPEC.child("validation"), shared
    for position, version in enumerate(hub.versions or ()):
        own = schema_of(version.get("schema"))
        if own is not None:
            yield SPEC.child("versions").index(position).child("schema"), own


def _converter_errors(hub: HubSpec, server: ServerVersion) -> ErrorList:
    conversion = cast("dict[str, Any]", hub.spec["conversion"])
    versions = {each["name"]: schema_of(each.get("schema")) for each in hub.versions or ()}

    def find(name: str) -> Structural | None:
        raw = versions.get(name) or schema_of(hub.validation)
        return None if raw is None else ExtendedStructural(raw, server)

    path = SPEC.child("conversion").child("converters")
    return validate_converters(conversion.get("converters") or (), path, find, list(versions))
