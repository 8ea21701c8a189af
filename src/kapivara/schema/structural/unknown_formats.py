"""Removes formats that a server version does not support, and so ignores for objects.

Upstream: apiextensions-apiserver/pkg/apiserver/validation/formats.go StripUnsupportedFormatsPostProcessorForVersion
(1.37).
"""

from __future__ import annotations

from kapivara.schema.server_version import ServerVersion
from kapivara.schema.structural.subschemas import every_schema
from kapivara.values import JsonObject, copy_json


def known_to(server: ServerVersion, schema: JsonObject | None) -> JsonObject | None:
    """Returns a schema as a server version reads it: the same object, or a copy without newer formats."""
    if schema is None or all(_is_known(each, server) for each in every_schema(schema)):
        return schema
    copy: JsonObject = copy_json(schema)
    for each in every_schema(copy):
        if not _is_known(each, server):
            del each["format"]
    return copy


def _is_known(schema: JsonObject, server: ServerVersion) -> bool:
    return server.knows_format(schema.get("format") or "")
