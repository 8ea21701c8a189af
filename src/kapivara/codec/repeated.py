"""Documents with duplicate fields, and the spelling of numbers: what the value model does not keep, read again.

Both are rare, so the text is read a second time here instead of making every document pay.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from kapivara.codec.shapes import ANYTHING, MapOf, Shape, Struct
from kapivara.codec.typed_reader import Reader
from kapivara.values import JsonObject, JsonValue
from kapivara.values.json_value import INT64_MAX, INT64_MIN

_INT64_DIGITS = len(str(INT64_MIN))


class Repeated(dict[str, JsonValue]):
    """An object that gives some field more than once: `pairs` holds all of them, in order."""

    def __init__(self, pairs: list[tuple[str, JsonValue]]):
        super().__init__(pairs)
        self.pairs = pairs


class _Literal(str):
    """A number as it is spelled."""


def read_repeated(source: bytes) -> JsonValue:
    """Reads a JSON text that is known to be well formed, keeping duplicate fields."""
    return json.loads(_text(source), object_pairs_hook=_object, parse_int=_integer)


def _object(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    plain = dict(pairs)
    return plain if len(plain) == len(pairs) else Repeated(pairs)


def _integer(text: str) -> int | float:
    if len(text) > _INT64_DIGITS or not text.lstrip("-").isdigit():
        return float(text)
    number = int(text)
    return number if INT64_MIN <= number <= INT64_MAX else float(text)


def merge_repeated(value: JsonValue) -> JsonValue:
    """Returns the value with duplicates joined as the server's reader does: objects merge, the rest is replaced."""
    if isinstance(value, Repeated):
        merged: JsonObject = {}
        for key, item in value.pairs:
            item = merge_repeated(item)
            merged[key] = _joined(merged[key], item) if key in merged else item
        return merged
    if isinstance(value, dict):
        return {key: merge_repeated(item) for key, item in value.items()}
    if isinstance(value, list):
        return [merge_repeated(item) for item in value]
    return value


def _joined(one: JsonValue, other: JsonValue) -> JsonValue:
    if other is None:  # null empties lists and maps, and leaves scalars as they are
        return None if isinstance(one, (dict, list)) else one
    if isinstance(one, dict) and isinstance(other, dict):
        return one | {key: _joined(one[key], item) if key in one else item for key, item in other.items()}
    return other


class RepeatedReader(Reader):
    """A reader that notes duplicates where they stand; its values are of no use."""

    def _struct(self, value: JsonObject, shape: Struct) -> JsonObject:
        if not isinstance(value, Repeated):
            return super()._struct(value, shape)
        seen: set[str] = set()
        for key, item in value.pairs:
            if key in shape.tables.by_name:
                self._note_duplicate(key, seen)
            super()._struct({key: item}, shape)
        return {}

    def _map(self, value: JsonObject, shape: MapOf) -> JsonObject:
        if not isinstance(value, Repeated):
            return super()._map(value, shape)
        seen: set[str] = set()
        for key, item in value.pairs:
            self._note_duplicate(key, seen)
            super()._map({key: item}, shape)
        return {}

    def _value(self, value: JsonValue, shape: Shape) -> JsonValue:
        if shape is ANYTHING:
            self._note_inside(value)
        return super()._value(value, shape)

    def _note_inside(self, value: JsonValue) -> None:
        seen: set[str] = set()
        pairs = value.pairs if isinstance(value, Repeated) else value.items() if isinstance(value, dict) else ()
        for key, item in pairs:
            self._note_duplicate(key, seen)
            self._stack.append(key)
            self._note_inside(item)
            self._stack.pop()
        for position, item in enumerate(value if isinstance(value, list) else ()):
            self._stack.append(position)
            self._note_inside(item)
            self._stack.pop()

    def _note_duplicate(self, key: str, seen: set[str]) -> None:
        if key in seen:
            self.note("duplicate field", key)
        seen.add(key)


def literal_at(source: bytes, path: Sequence[str | int], number: float) -> str | None:
    """Returns a number that stands at a path as the text spells it; None where it does not stand there."""
    found: list[JsonValue] = [
        json.loads(_text(source), object_pairs_hook=_object, parse_float=_Literal, parse_int=_Literal)
    ]
    for step in path:
        found = [item for value in found for item in _items_at(value, step)]
    return next((str(each) for each in found if isinstance(each, _Literal) and _integer(each) == number), None)


def _items_at(value: JsonValue, step: str | int) -> list[JsonValue]:
    if isinstance(value, Repeated):
        return [item for key, item in value.pairs if key == step]
    if isinstance(value, dict):
        return [value[step]] if step in value else []
    return [value[step]] if isinstance(value, list) and isinstance(step, int) and step < len(value) else []


def _text(source: bytes) -> str:
    return source.decode("utf-8", "replace")
