"""A definition's schema as it is published: without what only the server needs, with what every object has.

Upstream: apiextensions-apiserver/pkg/apiserver/schema/{kubeopenapi,unfold}.go,
pkg/controller/openapi/builder/builder.go buildKubeNative, addEmbeddedProperties (1.37).
"""

from __future__ import annotations

from kapivara.registry.openapi.fragments import metadata_property
from kapivara.registry.openapi.shared_models import type_meta
from kapivara.values import JsonObject

_JUNCTORS = ("allOf", "anyOf", "oneOf")
_BELOW = frozenset((*_JUNCTORS, "not", "items", "properties", "additionalProperties"))
_INTEGER_OR_STRING = [{"type": "integer"}, {"type": "string"}]
_EMBEDDED_TYPE = {
    "apiVersion": "The group and version of the object that stands here.",
    "kind": "The kind of the object that stands here.",
}


def publish_schema(raw: JsonObject | None) -> JsonObject:
    """Returns the schema of a kind as clients see it; without a schema, that of any object.

    Kept: what a definition says of `metadata` is not published.
    """
    if raw is None:
        return {"type": "object"}
    schema = _publish(raw)
    schema["properties"] = {**schema.get("properties", {}), "metadata": metadata_property(), **type_meta()}
    if raw.get("x-kubernetes-embedded-resource"):
        _embed(schema)  # once more: its texts win
    return schema


def _publish(raw: JsonObject) -> JsonObject:
    """Publishes a node and all below it."""
    schema = _publish_validations(raw)
    if "items" in raw:
        schema["items"] = _publish(raw["items"])
    if "properties" in raw:
        schema["properties"] = {name: _publish(each) for name, each in raw["properties"].items()}
    if "additionalProperties" in raw:
        others = raw["additionalProperties"]
        schema["additionalProperties"] = others if isinstance(others, bool) else _publish(others)
    if raw.get("x-kubernetes-int-or-string"):
        _unfold(schema)
    if raw.get("x-kubernetes-embedded-resource"):
        _embed(schema)
    return schema


def _publish_validations(raw: JsonObject) -> JsonObject:
    """Publishes a node but for its children, which differ inside and outside of junctors."""
    schema = {key: value for key, value in raw.items() if key not in _BELOW}
    for junctor in _JUNCTORS:
        if junctor in raw:
            schema[junctor] = [_publish_branch(each) for each in raw[junctor]]
    if "not" in raw:
        schema["not"] = _publish_branch(raw["not"])
    return schema


def _publish_branch(raw: JsonObject) -> JsonObject:
    """Publishes what a junctor holds. Kept: the additionalProperties of a branch are lost on the way."""
    schema = _publish_validations(raw)
    if "items" in raw:
        schema["items"] = _publish_branch(raw["items"])
    if "properties" in raw:
        schema["properties"] = {name: _publish_branch(each) for name, each in raw["properties"].items()}
    return schema


def _unfold(schema: JsonObject) -> None:
    """Says in plain OpenAPI that a value is an integer or a string, unless the schema says it already."""
    said = schema.get("anyOf"), (schema.get("allOf") or [{}])[0].get("anyOf")
    if _INTEGER_OR_STRING in said:
        return
    if "anyOf" not in schema:
        schema["anyOf"] = _INTEGER_OR_STRING
    else:
        schema["allOf"] = [{"anyOf": _INTEGER_OR_STRING}, *schema.get("allOf", ())]


def _embed(schema: JsonObject) -> None:
    """Adds what every object has to a node that holds one."""
    types = {name: {**each, "description": _EMBEDDED_TYPE[name]} for name, each in type_meta().items()}
    schema["properties"] = {**schema.get("properties", {}), **types, "metadata": metadata_property()}
    required = schema.get("required", [])
    schema["required"] = [*required, *(name for name in ("kind", "apiVersion") if name not in required)]
