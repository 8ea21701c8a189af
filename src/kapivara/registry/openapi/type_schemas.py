"""The schemas of built-in types, from their `types.go`: fields, types, merge strategies and texts.

Every struct has its own schema, named after its package, so types may be recursive. Upstream:
kube-openapi/pkg/generators (1.37).
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from kapivara.codec.shapes import INT32, Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.described import described
from kapivara.registry.openapi.form import Form, described_text
from kapivara.registry.openapi.model import GROUP_VERSION_KIND, identity, kind_of, model_name, type_name
from kapivara.registry.openapi.parameters import JSON_TYPES
from kapivara.values import JsonObject

_MERGING = (
    ("list", "x-kubernetes-list-type"),
    ("map", "x-kubernetes-map-type"),
    ("patch", "x-kubernetes-patch-strategy"),
    ("mergekey", "x-kubernetes-patch-merge-key"),
)


def describe_types(form: Form, *types: Struct, ruled: bool = False) -> JsonObject:
    """Returns the schemas of structs and of all types inside, by name; with `ruled`, including declared rules."""
    schemas: JsonObject = {}
    structs: dict[str, Struct] = {}
    waiting: list[Struct | Custom] = list(types)
    while waiting:
        shape = waiting.pop()
        model = model_name(shape)
        if model in schemas:
            continue
        if isinstance(shape, Custom):
            schemas[model] = _describe_own(form, shape)
        else:
            schemas[model] = describe_struct(form, shape)
            structs[model] = shape
            waiting.extend(found for each in shape.tables.fields for found in _model_in(each.shape))
    if ruled:
        from kapivara.registry.openapi.declared_rules import add_rules  # behind a gate that is off by default

        add_rules(form, schemas, structs)
    return schemas


def _model_in(shape: Shape) -> Iterator[Struct | Custom]:
    """Yields the type with its own schema that a shape or its items refer to."""
    while isinstance(shape, ListOf | MapOf):
        shape = shape.item
    if isinstance(shape, Struct | Custom) and shape.folder:
        yield shape


def describe_struct(form: Form, struct: Struct) -> JsonObject:
    """Returns the schema of a struct, with references to the types inside."""
    schema: JsonObject = {"type": "object", **described_text(described(struct.folder).texts(struct.name).get("", ""))}
    if properties := describe_fields(form, struct):
        schema["properties"] = properties
    if required := [each.name for each in struct.tables.fields if each.required]:
        schema["required"] = required
    if struct.tables.atomic:
        schema["x-kubernetes-map-type"] = "atomic"
    if "union" in struct.tables.words:
        schema["x-kubernetes-unions"] = [_describe_union(struct)]
    if (kind := kind_of(struct)) is not None:
        schema[GROUP_VERSION_KIND] = [identity(kind)]
    return schema


def _describe_union(struct: Struct) -> JsonObject:
    """Returns the fields of a union, and its discriminator if it has one."""
    fields = struct.tables.fields
    discriminator = next(({"discriminator": each.name} for each in fields if "discriminator" in each.words), {})
    members = {each.name: each.go_name for each in fields if "member" in each.words}
    return {**discriminator, "fields-to-discriminateBy": members}


def describe_fields(form: Form, struct: Struct) -> JsonObject:
    """Returns the schemas of a struct's fields, sorted by name."""
    return {each.name: _describe_field(form, each, _text_of(each, struct)) for each in _by_name(struct)}


def _by_name(struct: Struct) -> list[Field]:
    return sorted(struct.tables.fields, key=lambda each: each.name)


def _text_of(field: Field, struct: Struct) -> str:
    """Returns the description of a field from the struct that declares it."""
    home = field.home or struct
    return described(home.folder).texts(home.name).get(field.name, "")


def _describe_own(form: Form, shape: Custom) -> JsonObject:
    """Returns the schema of a type with its own JSON decoding."""
    text = described_text(described(shape.folder).texts(type_name(shape)).get("", ""))
    return {**form.own_type(shape.schema), **text}


def _describe_field(form: Form, field: Field, text: str) -> JsonObject:
    shape, keys = field.shape, field.said("keys")
    more = {**described_text(text), **_default_of(form, field)}
    more |= {word: said for each, word in _MERGING if (said := field.said(each))}
    more |= {"x-kubernetes-list-map-keys": keys.split(",")} if keys else {}
    if isinstance(shape, Struct | Custom) and shape.folder:
        model = model_name(shape)
        return form.reference(model) if "undescribed" in field.words else form.reference_with(model, more)
    return {**_describe_value(form, shape), **more}


def _describe_value(form: Form, shape: Shape) -> JsonObject:
    """Returns the schema of a value, or a reference to a type with its own schema."""
    match shape:
        case Scalar():
            return _describe_scalar(shape)
        case Bytes():
            return {"type": "string", "format": "byte"}
        case ListOf():
            return {"type": "array", "items": _describe_value(form, shape.item)}
        case MapOf():
            return {"type": "object", "additionalProperties": _describe_value(form, shape.item)}
        case Custom() if not shape.folder:
            return form.own_type(shape.schema)
        case Custom() | Struct():
            return form.reference(model_name(shape))


def _describe_scalar(shape: Scalar) -> JsonObject:
    schema: JsonObject = {"type": JSON_TYPES[shape.kind]}
    if shape.kind == "int":
        schema["format"] = "int32" if shape.high == INT32.high else "int64"
    elif shape.kind == "float":
        schema["format"] = "double"
    return schema | ({"enum": list(shape.enum)} if shape.enum else {})


def _default_of(form: Form, field: Field) -> JsonObject:
    """Returns a field's default: the declared one, an empty struct, or the zero of a scalar that is always printed."""
    if said := field.said("default"):
        return form.default(json.loads(said))
    if isinstance(field.shape, Struct) and not field.pointer:
        return form.default({})
    if isinstance(field.shape, Scalar) and not field.pointer and not field.omit_empty:
        return form.default(field.shape.empty())
    return {}
