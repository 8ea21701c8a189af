"""How data becomes a value, by its schema: `reader_of` for any node, `plain` where the data is the value already.

Upstream: apiserver/pkg/cel/common/valuesunstructured.go UnstructuredToVal (1.37).
"""

from __future__ import annotations

from typing import Any, Final

from kapivara.cel.errors import CelError
from kapivara.cel.types import Kind
from kapivara.schema.expressions import formats
from kapivara.schema.expressions.declared import DeclaredType, declare
from kapivara.schema.expressions.escaping import escape
from kapivara.schema.expressions.views import MapList, ObjectFields, ObjectView, Reader, SetList
from kapivara.schema.structural import Structural

_GO_NAMES: Final = {bool: "bool", int: "int64", float: "float64", str: "string", list: "[]interface {}"}
_FORMATS: Final[dict[str, Reader]] = {
    "date": formats.read_date,
    "date-time": formats.read_date_time,
    "duration": formats.read_duration,
    "byte": formats.read_bytes,
}


def is_plain(declared: DeclaredType) -> bool:
    """Tells whether a node's data is its value, whatever is done with it."""
    notes = declared.schema.notes
    if "plain data" not in notes:
        notes["plain data"] = _is_plain(declared)
    return bool(notes["plain data"])


def _is_plain(declared: DeclaredType) -> bool:
    schema = declared.schema
    match declared.kind:
        case Kind.LIST:
            return schema.list_type not in ("set", "map") and _has_plain_element(declared, nullable=False)
        case Kind.MAP:
            return _has_plain_element(declared, nullable=False)
        case Kind.OBJECT:
            return _is_plain_object(declared)
    return declared.kind in (Kind.STRING, Kind.BOOL, Kind.INT)


def _has_plain_element(declared: DeclaredType, *, nullable: bool) -> bool:
    """Tells whether what a list or map holds is plain; null is so only where that is wanted."""
    element = declared.element
    return element is not None and is_plain(element) and (nullable or not element.schema.nullable)


def _is_plain_object(declared: DeclaredType) -> bool:
    schema = declared.schema
    if schema.preserve_unknown_fields or schema.embedded_resource or len(declared.fields) != len(schema.properties):
        return False
    return all(
        name == field.key and not field.nullable and is_plain(field.type) for name, field in declared.fields.items()
    )


def has_plain_leaves(declared: DeclaredType) -> bool:
    """Tells whether a node can be stepped into as it is: what its lists and maps hold in the end needs no reading.

    Fields of objects are read when they are selected.
    """
    while declared.element is not None:
        declared = declared.element
    return declared.kind is Kind.OBJECT or is_plain(declared)


def reader_of(schema: Structural) -> Reader:
    """Returns how a node's data is read."""
    reader: Reader | None = schema.notes.get("reader")
    if reader is None:
        reader = schema.notes["reader"] = _reader(schema)
    return reader


def _reader(schema: Structural) -> Reader:
    declared = declare(schema)
    if declared is None:
        return _as_it_is
    match declared.kind:
        case Kind.LIST:
            read = _list_reader(declared)
        case Kind.MAP:
            read = _map_reader(declared)
        case Kind.OBJECT:
            read = _as_it_is if is_plain(declared) else _object_reader(declared)
        case Kind.DYN:
            read = read_int_or_string
        case Kind.DOUBLE:
            read = read_number
        case Kind.INT:
            read = read_integer
        case _:
            read = _format_reader(schema)
    return _nullable(read) if schema.nullable and read is not _as_it_is else read


def _as_it_is(data: Any) -> Any:
    return data


def _format_reader(schema: Structural) -> Reader:
    parse = _FORMATS.get(schema.format) if schema.type == "string" else None
    if parse is None:
        return _as_it_is
    return lambda data: parse(data) if type(data) is str else data  # what has been read is taken as it is


def _object_reader(declared: DeclaredType) -> Reader:
    fields = ObjectFields(declared.schema)
    return lambda data: data if type(data) is ObjectView else ObjectView(data, fields)


def _nullable(read: Reader) -> Reader:
    return lambda data: None if data is None else read(data)


def _list_reader(declared: DeclaredType) -> Reader:
    schema, items = declared.schema, declared.schema.items
    if items is None or is_plain(declared):
        return _as_it_is
    item = reader_of(items) if not _has_plain_element(declared, nullable=True) else None
    if schema.list_type == "set":
        return lambda data: SetList(data if item is None else map(item, data))
    if schema.list_type == "map":
        keys = tuple(escape(key) or key for key in schema.list_map_keys)
        return lambda data: MapList(data if item is None else [*map(item, data)], keys)
    return lambda data: [*map(item, data)] if item is not None else data


def _map_reader(declared: DeclaredType) -> Reader:
    values = declared.schema.additional_schema
    if values is None or _has_plain_element(declared, nullable=True):
        return _as_it_is
    value = reader_of(values)
    return lambda data: {key: value(each) for key, each in data.items()}


def read_number(data: Any) -> Any:
    """Reads a number: JSON may have written it without a point."""
    if type(data) is float:
        return data
    if type(data) is int:
        return float(data)
    raise CelError(f"invalid data, expected float, got {_GO_NAMES.get(type(data), 'map[string]interface {}')}")


def read_integer(data: Any) -> Any:
    """Reads an integer; the schema lets `1.0` pass for one, expressions do not."""
    if type(data) is int:
        return data
    raise CelError(f"invalid data, expected int, got {_GO_NAMES.get(type(data), 'map[string]interface {}')}")


def read_int_or_string(data: Any) -> Any:
    """Reads an integer or a string."""
    if type(data) is int or type(data) is str:
        return data
    raise CelError("invalid data, expected XIntOrString value to be either a string or integer")
