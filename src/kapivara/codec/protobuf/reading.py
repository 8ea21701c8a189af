"""Decodes a protobuf message as its struct: the normal form that JSON of the same object would give.

Skips unknown fields without recording them: strictness applies to JSON and YAML only. Merges repeated fields like the
server's generated code: lists continue, structs keep the fields that the later one omits, other values are replaced.
This decoder accepts every encoding and words every error; `quick_reading` decodes most messages. Upstream:
generated.pb.go Unmarshal of each type (1.37), KEP-2885.
"""

from __future__ import annotations

import struct
from base64 import b64encode

from kapivara.codec.errors import CannotError, DecodeError
from kapivara.codec.json.plain.literals import to_text
from kapivara.codec.protobuf import wire_format as wire
from kapivara.codec.protobuf.messages import Message, WireField, message_of
from kapivara.codec.protobuf.quick_reading import read_quickly
from kapivara.codec.protobuf.wire_format import UNEXPECTED_END, read_number, read_span, signed, skip_field
from kapivara.codec.shapes import Struct
from kapivara.codec.typed.reader import normal_float
from kapivara.values import JsonObject, JsonValue
from kapivara.values.stack import MAX_DEPTH, deep_stack

_KEY, _VALUE = 1, 2
"""The fields of a map entry."""
_TOO_MUCH = "read protocol buffers of so many parts; send JSON, or fewer of them"


def read_message(data: bytes, shape: Struct) -> JsonObject:
    """Decodes a message; raises DecodeError with the server's text, and CannotError for values that JSON lacks."""
    message = message_of(shape)
    with deep_stack():
        obj = read_quickly(data, message)
        return read_exactly(data, message) if obj is None else obj


MOST_FIELDS = 1_200_000
"""The maximum number of fields in one message with all nested ones; slow fields count several times."""
MOST_MESSAGES = 400_000
"""The maximum number of nested messages: each takes memory, however short it is."""
_PRICE_OF_OWN, _PRICE_OF_ENTRY = 8, 2


def read_exactly(data: bytes, message: Message) -> JsonObject:
    """Decodes a message of any encoding; raises like `read_message`."""
    reader = _Reader(data)
    obj = reader.read(0, len(data), message, {})
    if reader.late is not None:
        raise reader.late
    return obj


class _Reader:
    """Decodes one message; positions are offsets in its bytes. `late` is the error that counts only at the end.

    Counts fields and messages, because two bytes can become an object with a dozen fields.
    """

    __slots__ = ("_data", "_depth", "_fields_left", "_messages_left", "late")

    def __init__(self, data: bytes):
        self._data = data
        self._depth = 0
        self._fields_left = MOST_FIELDS
        self._messages_left = MOST_MESSAGES
        self.late: DecodeError | None = None

    def read(self, position: int, end: int, message: Message, obj: JsonObject) -> JsonObject:
        """Decodes a message into an object, which may have fields already, and adds its defaults."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise CannotError(f"read protocol buffers that nest deeper than {MAX_DEPTH:,} levels")
        self._messages_left -= 1
        if self._messages_left < 0:
            raise CannotError(_TOO_MUCH)
        self._read_fields(position, end, message, obj)
        self._depth -= 1
        for name, make_empty in message.always:
            if name not in obj:
                obj[name] = make_empty()
        return obj

    def _read_fields(self, position: int, end: int, message: Message, obj: JsonObject) -> None:
        data, fields = self._data, message.fields
        while position < end:
            begin = position
            self._fields_left -= 1
            if self._fields_left < 0:
                raise CannotError(_TOO_MUCH)
            tag, position = read_number(data, position, end)
            number, wire_type = signed(tag >> 3, 32), tag & 7
            if wire_type == wire.END_GROUP:
                raise DecodeError(f"proto: {message.name}: wiretype end group for non-group")
            if number <= 0:
                raise DecodeError(f"proto: {message.name}: illegal tag {number} (wire type {tag})")
            field = fields.get(number)
            if field is None:
                position = self._skip(begin, end)
            elif wire_type == field.wire_type:
                position = self._read_field(position, end, field, obj)
            elif wire_type == wire.BYTES and field.repeat == "many":
                position = self._read_packed(position, end, field, obj)
            else:
                raise DecodeError(f"proto: wrong wireType = {wire_type} for field {field.go_name}")

    def _skip(self, begin: int, end: int) -> int:
        """Returns the end of an unknown field that starts with its tag."""
        tag, position = read_number(self._data, begin, end)
        if tag & 7 == wire.VARINT:
            return read_number(self._data, position, end)[1]
        if tag & 7 == wire.BYTES:
            return read_span(self._data, position, end)[1]
        return _within(skip_field(self._data, begin, end), end)

    def _read_field(self, position: int, end: int, field: WireField, obj: JsonObject) -> int:
        if field.repeat == "map":
            return self._read_entry(position, end, field, obj)
        if field.repeat == "many":
            value, position = self._read_value(position, end, field)
            self._append(obj, field, value)
        elif not field.name:
            start, position = read_span(self._data, position, end)
            self._read_fields(start, position, field.message, obj)
        else:
            value, position = self._read_value(position, end, field, obj.get(field.name))
            if value or (field.keeps_null if value is None else field.keeps_empty):
                obj[field.name] = value
            else:
                obj.pop(field.name, None)
        return position

    def _read_packed(self, position: int, end: int, field: WireField, obj: JsonObject) -> int:
        """Decodes packed numbers. Kept: the last one may end beyond the given length."""
        position, stop = read_span(self._data, position, end)
        while position < stop:
            value, position = self._read_value(position, end, field)
            self._append(obj, field, value)
        return position

    @staticmethod
    def _append(obj: JsonObject, field: WireField, value: JsonValue) -> None:
        """Appends to a list, which is null if an earlier part of a split message had no items."""
        if obj.get(field.name) is None:
            obj[field.name] = []
        obj[field.name].append(value)

    def _read_entry(self, position: int, end: int, field: WireField, obj: JsonObject) -> int:
        """Decodes a map entry. Kept: ignores the wire types of its fields, and whether they end within it."""
        self._fields_left -= _PRICE_OF_ENTRY
        data = self._data
        position, stop = read_span(data, position, end)
        key, value, is_given = "", None, False
        while position < stop:
            begin = position
            tag, position = read_number(data, position, end)
            number = signed(tag >> 3, 32)
            if number == _KEY:
                start, position = read_span(data, position, end)
                key = to_text(data[start:position])
            elif number == _VALUE:
                value, position = self._read_value(position, end, field)
                is_given = True
            else:
                position = _within(self._skip(begin, end), stop)
        if obj.get(field.name) is None:  # see `_append`
            obj[field.name] = {}
        obj[field.name][key] = value if is_given else self._read_span(stop, stop, field, None)
        return stop

    def _read_value(self, position: int, end: int, field: WireField, before: JsonValue = None) -> tuple[JsonValue, int]:
        """Decodes a value, or merges it into the one `before`; returns it and its end."""
        match field.kind:
            case "bool":
                number, position = read_number(self._data, position, end)
                return number != 0, position
            case "int":
                number, position = read_number(self._data, position, end)
                return signed(number, field.bits), position
            case "double":
                return self._read_double(position, end)
            case _:
                start, stop = read_span(self._data, position, end)
                return self._read_span(start, stop, field, before), stop

    def _read_double(self, position: int, end: int) -> tuple[JsonValue, int]:
        stop = _within(position + 8, end)
        [number] = struct.unpack_from("<d", self._data, position)
        if number - number != 0:
            raise DecodeError(f"json: unsupported value: {'NaN' if number != number else f'{number:+}'.title()}")
        return normal_float(number), stop

    def _read_span(self, start: int, stop: int, field: WireField, before: JsonValue) -> JsonValue:
        match field.kind:
            case "text":
                return to_text(self._data[start:stop])
            case "message":
                return self.read(start, stop, field.message, {} if before is None else before)
            case "own":
                return self._read_own(start, stop, field, before)
            case "bytes":
                return b64encode(self._data[start:stop]).decode()
            case _:
                return self._data[start:stop]

    def _read_own(self, start: int, stop: int, field: WireField, before: JsonValue) -> JsonValue:
        self._fields_left -= _PRICE_OF_OWN
        own = field.own
        given = {} if before is None or own.replaced else own.pack(before) or {}
        if start < stop:
            self.read(start, stop, field.message, given)
        try:
            return own.unpack(given)
        except DecodeError as error:
            if not own.is_late:
                raise
            self.late = self.late or error
            return None


def _within(position: int, end: int) -> int:
    if position > end:
        raise DecodeError(UNEXPECTED_END)
    return position
