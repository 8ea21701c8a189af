"""Stores JSON values as bytes, in a tenth of their memory, until they are needed.

For callers with thousands of values that look at one at a time. In memory only: packed bytes never leave the process.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable

from kapivara.codec.json.plain.light_encoding import dumps_sorted, loads_light
from kapivara.values.copying import copy_json
from kapivara.values.json_value import JsonValue
from kapivara.values.stack import deep_stack


class Packed:
    """A packed value; each `unpack` returns a new one, which the caller may change.

    Sorts keys, unless `keep_order`. Numbers are those of documents: 64-bit integers and finite floats.
    """

    __slots__ = ("_bytes", "_keeps_order", "_value")

    def __init__(self, value: JsonValue, *, keep_order: bool = False):
        self._keeps_order = keep_order
        self._value: JsonValue = None
        try:
            self._bytes = marshal.dumps(value) if keep_order else _without_room(dumps_sorted(value))
        except (TypeError, ValueError):  # nested very deeply
            self._bytes = b""
            self._value = value if keep_order else _in_key_order(value)

    def take(self) -> JsonValue:
        """Returns None; `Unpacked` returns its value in text order here, once."""
        return None

    @property
    def size(self) -> int:
        """The size in bytes; 0 for a value that nests so deeply that it stays unpacked."""
        return len(self._bytes)

    def unpack(self) -> JsonValue:
        """Returns a new copy of the value."""
        if not self._bytes:
            return copy_json(self._value)
        if self._keeps_order:
            return marshal.loads(self._bytes)  # noqa: S302  our own bytes
        found = loads_light(self._bytes)
        if found is not None:
            return found
        import orjson

        return orjson.loads(self._bytes)


class Unpacked:
    """A value for immediate use by one reader, in text order; packed only when other readers need it.

    `again` decodes it once more, with sorted keys.
    """

    __slots__ = ("_again", "_packed", "_value")

    def __init__(self, value: JsonValue, again: Callable[[], JsonValue]) -> None:
        self._value = value
        self._again = again
        self._packed: Packed | None = None

    def take(self) -> JsonValue:
        """Returns the value in text order to the first caller; None to all others."""
        value, self._value = self._value, None
        return value

    @property
    def size(self) -> int:
        """The size of the packed value in bytes."""
        return self._pack().size

    def unpack(self) -> JsonValue:
        """Returns a new copy of the value with sorted keys."""
        return self._pack().unpack()

    def _pack(self) -> Packed:
        if self._packed is None:
            self._packed = Packed(self._again())
        return self._packed


def _without_room(data: bytes) -> bytes:
    """Copies bytes: orjson leaves unused memory after its output, nearly twice its size."""
    return bytes(memoryview(data))


def _in_key_order(value: JsonValue) -> JsonValue:
    from kapivara.codec.typed.decoding import in_key_order  # only deeply nested values need it

    with deep_stack():
        return in_key_order(value)
