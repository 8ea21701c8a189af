"""The types of built-in kinds as schemas, from what their `types.go` says of fields, types, merging and texts.

Every struct has a schema of its own, named after the package that declares it, so that types may hold themselves.
Upstream: kube-openapi/pkg/generators (1.37).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache

from kapivara.apis.catalog import CATALOG
from kapivara.codec.described import described, folder_of_types
from kapivara.codec.shapes import INT32, Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.meta import GroupVersion
from kapivara.registry.openapi.references import GROUP_VERSION_KIND, described_reference, identity, reference
from kapivara.values import JsonObject

_TYPES = {"string": "string", "bool": "boolean", "int": "integer", "float": "number"}
_TYPE_META = "v1.TypeMeta"
_MERGING = (
    ("list", "x-kubernetes-list-type"),
    ("map", "x-kubernetes-map-type"),
    ("patch", "x-kubernetes-patch-strategy"),
    ("mergekey", "x-kubernetes-patch-merge-key"),
)


def model_name(folder: str, name: str) -> str:
    """Returns the name of a type's schema: `io.k8s.api.core.v1.Namespace` for that of `k8s.io/api/core/v1`."""
    domain, _, path = described(folder).path.partition("/")
    return ".".join((*reversed(domain.split(".")), *path.split("/"), name))


def describe(*types: Struct) -> JsonObject:
    """Returns the schemas of structs and of all types that they hold, by name."""
    schemas: JsonObject = {}
    waiting: list[Struct | Custom] = list(types)
    while waiting:
        shape = waiting.pop()
        model = _model_of(shape)
        if model in schemas:
            continue
        schemas[model] = _describe_struct(shape) if isinstance(shape, Struct) else _describe_own(shape)
        if isinstance(shape, Struct):
            waiting.extend(found for each in shape.tables.fields for found in _model_in(each.shape))
    return schemas


def _model_of(shape: Struct | Custom) -> str:
    return model_name(shape.folder, _name_of(shape))


def _name_of(shape: Struct | Custom) -> str:
    return shape.go_name.rpartition(".")[2]


def _model_in(shape: Shape) -> Iterator[Struct | Custom]:
    """Finds the type with a schema of its own that a shape is, or that its items are."""
    while isinstance(shape, ListOf | MapOf):
        shape = shape.item
    if isinstance(shape, Struct | Custom) and shape.folder:
        yield shape


def _describe_struct(struct: Struct) -> JsonObject:
    text = described(struct.folder).texts(struct.name).get("", "")
    schema: JsonObject = {"type": "object", **_description(text)}
    if properties := describe_fields(struct):
        schema["properties"] = properties
    if required := [each.name for each in struct.tables.fields if _is_required(each)]:
        schema["required"] = required
    if struct.tables.atomic:
        schema["x-kubernetes-map-type"] = "atomic"
    if "union" in struct.tables.words:
        schema["x-kubernetes-unions"] = [_describe_union(struct)]
    if (home := _kinds_of(struct.folder)) is not None and _is_kind(struct):
        schema[GROUP_VERSION_KIND] = [identity(home.with_kind(struct.name))]
    return schema


def _is_kind(struct: Struct) -> bool:
    """Tells whether objects of a struct say what they are."""
    return any(each.home is not None and each.home.go_name == _TYPE_META for each in struct.tables.fields)


def _kinds_of(folder: str) -> GroupVersion | None:
    """Returns the group and version whose kinds a folder declares; None for types that all kinds share."""
    return _homes().get(folder)


@cache
def _homes() -> Mapping[str, GroupVersion]:
    return {
        folder_of_types(row.group, version): GroupVersion(row.group, version)
        for row in CATALOG
        for version in row.versions
    }


def _describe_union(struct: Struct) -> JsonObject:
    """Says which fields a union is made of, and which one tells them apart, where one does."""
    fields = struct.tables.fields
    discriminator = next(({"discriminator": each.name} for each in fields if "discriminator" in each.words), {})
    members = {each.name: name for each in fields if (name := each.said("member"))}
    return {**discriminator, "fields-to-discriminateBy": members}


def describe_fields(struct: Struct) -> JsonObject:
    """Returns the schemas of a struct's fields, sorted by name."""
    return {each.name: _describe_field(each, _text_of(each, struct)) for each in _by_name(struct)}


def _by_name(struct: Struct) -> list[Field]:
    return sorted(struct.tables.fields, key=lambda each: each.name)


def _text_of(field: Field, struct: Struct) -> str:
    """Returns what a field is for, as the struct says that declares it."""
    home = field.home or struct
    return described(home.folder).texts(home.name).get(field.name, "")


def _describe_own(shape: Custom) -> JsonObject:
    """Describes a type that reads its JSON itself."""
    text = _description(described(shape.folder).texts(_name_of(shape)).get("", ""))
    kind = {"type": shape.schema["type"]} if "type" in shape.schema else {}
    return {**kind, **text, **shape.schema}


def _describe_field(field: Field, text: str) -> JsonObject:
    shape, keys = field.shape, field.said("keys")
    more: JsonObject = _default_of(field)
    more |= {word: said for each, word in _MERGING if (said := field.said(each))}
    more |= {"x-kubernetes-list-map-keys": keys.split(",")} if keys else {}
    if isinstance(shape, Struct | Custom) and shape.folder:
        model = _model_of(shape)
        return described_reference(model, text) | more if text or more else reference(model)
    return {**_describe_value(shape), **_description(text), **more}


def _describe_value(shape: Shape) -> JsonObject:
    """Describes a value in place; one that has a schema of its own by reference."""
    match shape:
        case Scalar():
            return _describe_scalar(shape)
        case Bytes():
            return {"type": "string", "format": "byte"}
        case ListOf():
            return {"type": "array", "items": _describe_value(shape.item)}
        case MapOf():
            return {"type": "object", "additionalProperties": _describe_value(shape.item)}
        case Custom() if not shape.folder:
            return dict(shape.schema)
        case Custom() | Struct():
            return reference(_model_of(shape))


def _describe_scalar(shape: Scalar) -> JsonObject:
    schema: JsonObject = {"type": _TYPES[shape.kind]}
    if shape.kind == "int":
        schema["format"] = "int32" if shape.high == INT32.high else "int64"
    elif shape.kind == "float":
        schema["format"] = "double"
    return schema | ({"enum": list(shape.enum)} if shape.enum else {})


def _description(text: str) -> JsonObject:
    return {"description": text} if text else {}


def _is_required(field: Field) -> bool:
    """Tells whether a field has to be given: it says so, or is neither left out when empty nor said to be optional."""
    return "required" in field.words or ("omitempty" not in field.words and "optional" not in field.words)


def _default_of(field: Field) -> JsonObject:
    """Returns a field's default: the one that it says, an empty struct, or the zero of a scalar that is printed."""
    if said := field.said("default"):
        return {"default": json.loads(said)}
    if isinstance(field.shape, Struct) and not field.pointer:
        return {"default": {}}
    if isinstance(field.shape, Scalar) and not field.pointer and not field.omit_empty:
        return {"default": field.shape.empty()}
    return {}
