"""Keeps the spelling of raw values in protobuf responses: the server stores them as bytes, with every space.

Objects here hold raw values as JSON values, and their text is gone after the request. So only the response to a write
has it: a raw value takes the text at the same place of the request's JSON. Upstream:
apimachinery/pkg/runtime/extension.go RawExtension UnmarshalJSON (1.37).
"""

from __future__ import annotations

from kapivara.codec.json.plain.source import JsonSource, read_source
from kapivara.codec.known_shapes import RAW_EXTENSION
from kapivara.codec.protobuf.own_messages import RawText
from kapivara.codec.shapes import ListOf, Shape, Struct
from kapivara.codec.typed.raw_json import same_document
from kapivara.values import JsonObject, JsonValue


def with_sent_texts(obj: JsonObject, shape: Struct, sent: bytes) -> JsonObject:
    """Returns an object to encode, with a `RawText` for each raw value that the JSON text has at the same place.

    Shares everything else with the original. The text must be well formed.
    """
    if not _leading_fields(shape):
        return obj
    found: JsonObject = _spelled(obj, shape, read_source(sent))
    return found


def _spelled(value: JsonValue, shape: Shape, sent: JsonValue | JsonSource) -> JsonValue:
    if not isinstance(sent, JsonSource):
        return value
    if shape is RAW_EXTENSION:
        return RawText(sent.spelled) if same_document(sent.value(), value) else value
    if isinstance(shape, Struct):
        return _spelled_struct(value, shape, sent.inside)
    if isinstance(shape, ListOf) and isinstance(value, list) and isinstance(sent.inside, list):
        given = [*sent.inside, *value[len(sent.inside) :]]
        return [_spelled(item, shape.item, each) for item, each in zip(value, given, strict=False)]
    return value


def _spelled_struct(value: JsonValue, shape: Struct, sent: JsonValue) -> JsonValue:
    if not isinstance(value, dict) or not isinstance(sent, dict):
        return value
    made = dict(value)
    for name, each in _leading_fields(shape).items():
        if name in value and name in sent:
            made[name] = _spelled(value[name], each, sent[name])
    return made


def _leading_fields(struct: Struct) -> dict[str, Shape]:
    """Returns the fields of a struct that are raw values or contain some."""
    found = _leading.get(struct)
    if found is None:
        found = _leading[struct] = {}  # breaks the recursion of recursive structs
        for field in struct.tables.fields:
            if _leads(field.shape):
                found[field.name] = field.shape
    return found


_leading: dict[Struct, dict[str, Shape]] = {}  # bounded by the number of types


def _leads(shape: Shape) -> bool:
    if isinstance(shape, ListOf):
        shape = shape.item
    return shape is RAW_EXTENSION or (isinstance(shape, Struct) and bool(_leading_fields(shape)))
