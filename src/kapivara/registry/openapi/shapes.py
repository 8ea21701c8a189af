"""The types of built-in kinds as schemas: what their shapes say of fields and types, without a word of description.

Every struct gets a schema of its own, named after the package that its kind lives in, so that types may hold
themselves. Upstream: kube-openapi/pkg/generators (1.37).
"""

from __future__ import annotations

from kapivara.codec.meta_shapes import OBJECT_META, TIME
from kapivara.codec.shapes import INT32, Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.registry.openapi.references import META, reference
from kapivara.values import JsonObject

_ANY_VALUE = {"x-kubernetes-preserve-unknown-fields": True}
"""What may be anything; kubectl explains no schema that is altogether empty."""
_TYPES = {"string": "string", "bool": "boolean", "int": "integer", "float": "number"}


def model_of(shape: Struct, package: str) -> str:
    """Returns the name of a struct's schema."""
    return f"{META}.{shape.name}" if shape is OBJECT_META else f"{package}.{shape.name}"


def describe_struct(shape: Struct, package: str) -> JsonObject:
    """Returns the schemas of a struct and of all that it holds, by name; those that all kinds share are left out."""
    schemas: JsonObject = {}
    waiting = [shape]
    while waiting:
        struct = waiting.pop()
        model = model_of(struct, package)
        if model in schemas or struct is OBJECT_META:
            continue
        fields = struct.tables.by_name.values()
        schema: JsonObject = {"type": "object"}
        if fields:
            schema["properties"] = {each.name: _describe(each.shape, package) for each in fields}
        required = sorted(each.name for each in fields if _is_required(each))
        if required:
            schema["required"] = required
        schemas[model] = schema
        waiting.extend(found for each in fields if (found := _struct_in(each.shape)) is not None)
    return schemas


def _is_required(field: Field) -> bool:
    """Tells whether a field has to be given: of scalars those do that are printed even when empty."""
    return isinstance(field.shape, Scalar) and not field.omit_empty and not field.pointer


def _struct_in(shape: Shape) -> Struct | None:
    """Returns the struct that a shape is, or that its items are."""
    while isinstance(shape, ListOf | MapOf):
        shape = shape.item
    return shape if isinstance(shape, Struct) else None


def _describe(shape: Shape, package: str) -> JsonObject:
    """Describes a value in place; a struct by reference, a type with a reader of its own as any value."""
    match shape:
        case Scalar():
            return _describe_scalar(shape)
        case Bytes():
            return {"type": "string", "format": "byte"}
        case ListOf():
            return {"type": "array", "items": _describe(shape.item, package)}
        case MapOf():
            return {"type": "object", "additionalProperties": _describe(shape.item, package)}
        case Custom():
            return reference(f"{META}.Time") if shape is TIME else _ANY_VALUE
        case Struct():
            return reference(model_of(shape, package))


def _describe_scalar(shape: Scalar) -> JsonObject:
    schema: JsonObject = {"type": _TYPES[shape.kind]}
    if shape.kind == "int":
        schema["format"] = "int32" if shape.high == INT32.high else "int64"
    elif shape.kind == "float":
        schema["format"] = "double"
    return schema
