"""JSON values kept small until they are asked for: as bytes, a tenth of what their lists, objects and texts take.

For whoever has thousands of values at hand, and looks at one at a time. Only memory: what is packed never leaves the
process.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable

from kapivara.codec.light_json import dumps_sorted, loads_light
from kapivara.values.copying import copy_json
from kapivara.values.json_value import JsonValue
from kapivara.values.stack import deep_stack


class Packed:
    """A value of a document that is made anew each time it is unpacked, so that whoever has it may change it.

    Keys are sorted on the way, unless they are to keep their order. Numbers are those of documents: integers of 64 bits
    and finite floats.
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
        """Returns the value in the order of its text, once, for the first who asks; None, as here nobody is."""
        return None

    @property
    def size(self) -> int:
        """How many bytes it takes; 0 where it is nested so deeply that it is kept as it is."""
        return len(self._bytes)

    def unpack(self) -> JsonValue:
        """Returns the value, which shares nothing with what was packed."""
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
    """A value that is looked at at once, by one who takes it as it was read: it is packed where others ask for it.

    `again` reads it once more, with sorted keys.
    """

    __slots__ = ("_again", "_packed", "_value")

    def __init__(self, value: JsonValue, again: Callable[[], JsonValue]) -> None:
        self._value = value
        self._again = again
        self._packed: Packed | None = None

    def take(self) -> JsonValue:
        """Returns the value in the order of its text, once, for the first who asks; None for others."""
        value, self._value = self._value, None
        return value

    @property
    def size(self) -> int:
        """How many bytes it takes where it is packed."""
        return self._pack().size

    def unpack(self) -> JsonValue:
        """Returns the value with sorted keys, made anew."""
        return self._pack().unpack()

    def _pack(self) -> Packed:
        if self._packed is None:
            self._packed = Packed(self._again())
        return self._packed


def _without_room(data: bytes) -> bytes:
    """Copies bytes: orjson leaves room behind what it writes, nearly three times as much in all."""
    return bytes(memoryview(data))


def _in_key_order(value: JsonValue) -> JsonValue:
    from kapivara.codec.typed import in_key_order  # only what is nested very deeply needs it

    with deep_stack():
        return in_key_order(value)
