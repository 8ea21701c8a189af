"""Converts data to CEL values by its schema.

Untrusted data is checked wherever it is read, as in the server: an invalid element or field fails where it is used.
Trusted data has been validated by the schema: plain data is used unchanged, and the few remaining failures occur at
once.
Upstream: apiserver/pkg/cel/common/valuesunstructured.go UnstructuredToVal (1.37).

A value that the schema accepts can still fail here, since the schema accepts more texts.
Upstream: apiserver/pkg/cel/common/valuesunstructured.go UnstructuredToVal, kube-openapi/pkg/validation/strfmt (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any, Final

from kapivara.cel.errors import CelError
from kapivara.cel.types import CelKind
from kapivara.cel.values.duration import SECOND, Duration
from kapivara.cel.values.timestamp import Timestamp
from kapivara.languages.go.times import DATE, LOCAL_TIME, RFC3339, GoTime, GoTimeError, parse_time
from kapivara.schema.expressions.data.declared import DeclaredType, declare, with_metadata
from kapivara.schema.expressions.data.escaping import escape
from kapivara.schema.expressions.data.list_views import KeyedView, ListView, SetView
from kapivara.schema.expressions.data.object_views import (
    MapView,
    ObjectFields,
    ObjectView,
    PreservedView,
    Reader,
    attempt,
)
from kapivara.schema.rules.types import effective_format
from kapivara.schema.structural.structural import Structural
from kapivara.values.caches import cache_short_texts
from kapivara.values.rendering import go_type_name


def read_date(text: str) -> Timestamp:
    """Converts the format `date` to midnight in UTC."""
    try:
        return _moment(parse_time(DATE, text))
    except GoTimeError as problem:
        raise CelError(f"Invalid date formatted string {text}: {problem}") from None


def read_date_time(text: str) -> Timestamp:
    """Converts the format `date-time`; without an offset it is in UTC. Unlike CEL, it supports the year 0.

    Kept: an empty text is the first moment of 1970.
    """
    if not text:
        return Timestamp(0)
    try:
        return _moment(parse_time(RFC3339, text))
    except GoTimeError:
        pass
    try:
        return _moment(parse_time(LOCAL_TIME, text))
    except GoTimeError as problem:
        raise CelError(f"Invalid date-time formatted string {text}: {problem}") from None


def _moment(time: GoTime) -> Timestamp:
    return Timestamp(time.seconds * SECOND + time.nanosecond, time.offset * 60)


def read_duration(text: str) -> Duration:
    """Converts the format `duration`: Go's (`1h30m`) or one in words (`2 days`)."""
    nanoseconds = _nanoseconds(text)
    if nanoseconds is None:
        raise CelError(f"Invalid duration {text}: unable to parse {text} as duration")
    return Duration(nanoseconds)


@cache_short_texts(256)  # the same durations recur
def _nanoseconds(text: str) -> int | None:
    from kapivara.content.times import parse_duration

    return parse_duration(text)


def read_bytes(text: str) -> bytes:
    """Converts the format `byte`: base64 in the URL-safe alphabet, which differs from the schema's."""
    from kapivara.languages.go.base64 import Base64Error, decode_base64

    try:
        return decode_base64(text, url_safe=True)
    except Base64Error as problem:
        raise CelError(f"Invalid byte formatted string {text}: {problem}") from None


FORMATS: Final[dict[str, Reader]] = {
    "date": read_date,
    "date-time": read_date_time,
    "duration": read_duration,
    "byte": read_bytes,
}
_EXACT: Final = {"string": str, "integer": int, "number": float, "boolean": bool}
_VALUES: Final = frozenset((Timestamp, Duration, bytes, ObjectView, MapView, ListView, SetView, KeyedView))
"""Classes of values that are already converted."""
_NULL: Final = "invalid data, got null for schema with nullable=false"
_NO_MAP: Final = "invalid data, expected a map for the provided schema with type=object"
_NO_LIST: Final = "invalid data, expected an array for the provided schema with type=array"
_NO_TYPE: Final = (
    "invalid type, expected object, array, number, integer, boolean or string, or no type with "
    "x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got "
)


def is_plain(declared: DeclaredType) -> bool:
    """Returns True if a node's trusted data can be used unchanged in all operations."""
    known = declared.schema.known
    if known.is_plain is None:
        known.is_plain = _is_plain(declared)
    return known.is_plain


def _is_plain(declared: DeclaredType) -> bool:
    schema = declared.schema
    match declared.kind:
        case CelKind.LIST:
            return schema.list_type not in ("set", "map") and _has_plain_element(declared)
        case CelKind.MAP:
            return _has_plain_element(declared)
        case CelKind.OBJECT:
            return not schema.is_shared and _is_plain_object(declared)  # shared nodes may be recursive
        case CelKind.STRING:
            return not effective_format(schema)  # with a format, the schema accepts lists
    return declared.kind is CelKind.BOOL  # an integer may be written as 1.0, which expressions reject


def _has_plain_element(declared: DeclaredType) -> bool:
    element = declared.element
    return element is not None and is_plain(element) and not element.schema.nullable


def _is_plain_object(declared: DeclaredType) -> bool:
    schema = declared.schema
    if schema.preserve_unknown_fields or schema.embedded_resource or len(declared.fields) != len(schema.properties):
        return False
    return all(
        name == field.key and not field.nullable and is_plain(field.type) for name, field in declared.fields.items()
    )


def has_plain_leaves(declared: DeclaredType) -> bool:
    """Returns True if trusted data can be traversed unchanged, because the innermost values are plain.

    Fields of objects are converted when they are selected.
    """
    while declared.element is not None:
        declared = declared.element
    return declared.kind is CelKind.OBJECT or is_plain(declared)


def holds_null(declared: DeclaredType) -> bool:
    """Returns True if a list or map at or below a node may contain null; a null field counts as absent."""
    known = declared.schema.known
    if known.holds_null is None:
        if not declared.schema.holds_nullable:  # the common case, without creating types
            known.holds_null = False
            return False
        if declared.schema.is_shared:
            known.holds_null = True  # a conservative answer, to avoid endless recursion
            return True
        element = declared.element
        below = [field.type for field in declared.fields.values()] if element is None else [element]
        known.holds_null = (element is not None and element.schema.nullable) or any(map(holds_null, below))
    return known.holds_null


def reader_of(schema: Structural, *, trusted: bool) -> Reader:
    """Returns the function that converts a node's data."""
    known = schema.known
    reader = known.trusting_reader if trusted else known.reader
    if reader is None:
        read = partial(_read_late, schema, trusted) if schema.is_shared else _reader(schema, trusted)
        reader = partial(_read, read, schema.nullable)
        if trusted:
            known.trusting_reader = reader
        else:
            known.reader = reader
    return reader


def _read_late(schema: Structural, trusted: bool, data: Any) -> Any:
    """Creates the reader of a recursive node when the first data arrives."""
    read = _reader(schema, trusted)
    reader = partial(_read, read, schema.nullable)
    if trusted:
        schema.known.trusting_reader = reader
    else:
        schema.known.reader = reader
    return read(data)


def _read(read: Reader, nullable: bool, data: Any) -> Any:
    """Converts data that may be null; returns converted values unchanged."""
    if data is not None:
        return data if type(data) in _VALUES else read(data)
    if not nullable:
        raise CelError(_NULL)
    return None


def _reader(schema: Structural, trusted: bool) -> Reader:
    if schema.int_or_string:
        return read_int_or_string
    match schema.type:
        case "object":
            return _object_reader(schema, trusted)
        case "array":
            return _list_reader(schema, trusted)
        case "string":
            return partial(_read_text, FORMATS.get(schema.format))
        case "number":
            return read_number
        case "integer":
            return read_integer
        case "boolean":
            return _read_boolean
    return PreservedView if schema.preserve_unknown_fields else partial(_read_nothing, schema.type)


def _object_reader(schema: Structural, trusted: bool) -> Reader:
    values = schema.additional_schema
    if schema.embedded_resource or schema.properties or values is None:
        shown = with_metadata(schema) if schema.embedded_resource else schema
        fields = ObjectFields(shown, lambda field: (reader_of(field, trusted=trusted), _exact_classes(field)))
        return partial(_read_object, fields)
    return partial(_read_map, _Elements(values, trusted))


def _read_object(fields: ObjectFields, data: Any) -> ObjectView:
    if type(data) is not dict:
        raise CelError(_NO_MAP)
    return ObjectView(data, fields)


class _Elements:
    """Converts the elements of a list or map; keyed elements are always converted, since they keep their data."""

    __slots__ = ("_are_plain", "_exact", "_read")

    def __init__(self, schema: Structural, trusted: bool, *, keyed: bool = False):
        read = reader_of(schema, trusted=trusted)
        self._read = read if trusted else partial(attempt, read)
        self._exact = _exact_classes(schema)
        declared = declare(schema) if trusted and not schema.nullable and not keyed else None
        self._are_plain = declared is not None and is_plain(declared)

    def read(self, data: Collection[Any]) -> Iterable[Any]:
        """Returns the values of elements; unchanged if all are plain."""
        if self._are_plain or self._exact.issuperset(map(type, data)):
            return data
        return map(self._read, data)


def _exact_classes(schema: Structural) -> frozenset[type]:
    """Returns the classes of data that need no conversion."""
    if schema.int_or_string:
        return frozenset((int, str))
    exact = _EXACT.get(schema.type)
    return frozenset() if exact is None or schema.format in FORMATS else frozenset((exact,))


def _read_map(values: _Elements, data: Any) -> MapView:
    if type(data) is not dict:
        raise CelError(_NO_MAP)
    return MapView(dict(zip(data, values.read(data.values()), strict=True)), data)


def _list_reader(schema: Structural, trusted: bool) -> Reader:
    if schema.items is None:
        return partial(_read_nothing, "array")
    make: Callable[[Iterable[Any], list[Any]], ListView] = ListView
    if schema.list_type == "set":
        make = SetView
    elif schema.list_type == "map":
        make = partial(KeyedView, keys=tuple(escape(key) or key for key in schema.list_map_keys))
    return partial(_read_list, make, _Elements(schema.items, trusted, keyed=schema.list_type == "map"))


def _read_list(make: Callable[[Iterable[Any], list[Any]], ListView], items: _Elements, data: Any) -> ListView:
    if type(data) is not list:
        raise CelError(_NO_LIST)
    return make(items.read(data), data)


def _read_nothing(type_name: str, _data: Any) -> Any:
    if type_name == "array":
        raise CelError("invalid array type, expected Items with a non-empty Schema")
    raise CelError(_NO_TYPE + type_name)


def _read_text(parse: Reader | None, data: Any) -> Any:
    if type(data) is not str:
        raise CelError(f"invalid data, expected string, got {go_type_name(data)}")
    return data if parse is None else parse(data)


def _read_boolean(data: Any) -> Any:
    if type(data) is not bool:
        raise CelError(f"invalid data, expected bool, got {go_type_name(data)}")
    return data


def read_number(data: Any) -> Any:
    """Converts a number, which JSON may write without a decimal point."""
    if type(data) is float:
        return data
    if type(data) is int:
        return float(data)
    raise CelError(f"invalid data, expected float, got {go_type_name(data)}")


def read_integer(data: Any) -> Any:
    """Converts an integer; rejects `1.0`, which the schema accepts."""
    if type(data) is int:
        return data
    raise CelError(f"invalid data, expected int, got {go_type_name(data)}")


def read_int_or_string(data: Any) -> Any:
    """Converts an integer or a string."""
    if type(data) is int or type(data) is str:
        return data
    raise CelError("invalid data, expected XIntOrString value to be either a string or integer")
