"""Warnings about a CRD's schemas: unsupported formats, and sets that other parts of the server cannot handle.

Upstream: apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go WarningsOnCreate, WarningsOnUpdate,
apiextensions-apiserver/pkg/apiserver/validation/formats.go GetUnrecognizedFormats (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.schema.structural.subschemas import every_schema, items_schema
from kapivara.values import JsonObject
from kapivara.values.rendering import quote

_NUMBER_FORMATS: Final = {"integer": ("int32", "int64"), "number": ("float", "double")}


def schema_warnings(
    schemas: Sequence[JsonObject], stored: Sequence[JsonObject] = (), server: ServerVersion = NEWEST
) -> list[str]:
    """Returns the warnings about all schemas of a CRD, each once, without those of the stored CRD."""
    known = dict.fromkeys(_format_warnings(stored, server) + _set_warnings(stored))
    found = dict.fromkeys(_format_warnings(schemas, server) + _set_warnings(schemas))
    return [each for each in found if each not in known]


def is_recognized_format(name: str, declared_type: str, server: ServerVersion = NEWEST) -> bool:
    """Returns True if a format is supported for a type; ignores dashes in names of string formats."""
    if declared_type in ("", "string"):
        from kapivara.content.formats import SUPPORTED_FORMATS  # a schema without formats starts faster

        plain = name.replace("-", "")
        if plain in SUPPORTED_FORMATS:
            return server.knows_format(name)
        if not server.has_formats:
            return False
        from kapivara.content.added_formats import ADDED_FORMATS

        return plain in ADDED_FORMATS
    return name in _NUMBER_FORMATS.get(declared_type, ())


def _format_warnings(schemas: Sequence[JsonObject], server: ServerVersion) -> list[str]:
    return [
        f"unrecognized format {quote(name)}"
        for schema in schemas
        for each in every_schema(schema)
        if (name := each.get("format")) and not is_recognized_format(name, each.get("type") or "", server)
    ]


def _set_warnings(schemas: Sequence[JsonObject]) -> list[str]:
    item_types = {
        items["type"]
        for schema in schemas
        for each in every_schema(schema)
        if each.get("x-kubernetes-list-type") == "set"
        and (items := items_schema(each)) is not None
        and items.get("type") in ("object", "array")
    }
    unfit = "is not supported by server-side apply or CEL validation rules"
    return [f'x-kubernetes-list-type: set for items of type "{each}" {unfit}' for each in sorted(item_types)]
