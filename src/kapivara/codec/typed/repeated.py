"""Decodes documents again to keep duplicate fields and the spelling of numbers, which values do not keep.

Both are rare, so this decodes the text a second time instead of slowing down every document.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kapivara.codec.json.plain.literals import read_number, unquote
from kapivara.codec.json.plain.scanner import WORDS
from kapivara.codec.json.plain.tokens import spelled_tokens
from kapivara.codec.shapes import ANYTHING, Custom, ListOf, MapOf, Shape, Struct
from kapivara.codec.typed.reader import Reader
from kapivara.values import JsonObject, JsonValue, deep_equal


class Repeated(dict[str, JsonValue]):
    """An object with duplicate fields: `pairs` holds all of them, in order."""

    def __init__(self, pairs: list[tuple[str, JsonValue]]):
        super().__init__(pairs)
        self.pairs = pairs

    def items(self) -> list[tuple[str, JsonValue]]:  # type: ignore[override]  # no set, for keys come twice
        """Returns all pairs, so that callers unaware of duplicates see each of them."""
        return self.pairs


class _Literal(str):
    """A number as written."""


def read_repeated(source: bytes) -> JsonValue:
    """Decodes a well-formed JSON text, keeping duplicate fields."""
    return _read(source, _number)


def _read(source: bytes, number: Callable[[bytes], JsonValue]) -> JsonValue:
    """Decodes a text token by token, so that its depth does not matter."""
    parts: list[Any] = []  # the items or pairs of the open list or object
    above: list[tuple[list[Any], str | None]] = []  # the enclosing parts, with the current key
    key: str | None = None
    for kind, begin, end in spelled_tokens(source):
        if kind == "key":
            key = unquote(source[begin:end])
            continue
        if kind == "{" or kind == "[":
            above.append((parts, key))
            parts, key = [], None
            continue
        if kind == "}" or kind == "]":
            value: JsonValue = _object(parts) if kind == "}" else parts
            parts, key = above.pop()
        else:
            literal = source[begin:end]
            value = number(literal) if kind == "number" else unquote(literal) if kind == "string" else WORDS[literal]
        parts.append(value if key is None else (key, value))
        key = None
    return parts[0]


def _object(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    plain = dict(pairs)
    return plain if len(plain) == len(pairs) else Repeated(pairs)


def _number(literal: bytes) -> int | float:
    try:
        return read_number(literal)
    except OverflowError:
        return float(literal)


def merge_repeated(value: JsonValue, shape: Shape, known: JsonValue = None) -> JsonValue:
    """Merges the duplicates of a document like the server's decoder, which writes over existing values.

    So structs keep the fields, and lists the parts of items, that the later value omits; types with their own decoding
    and the values of maps start afresh. `known` is the value so far. Upstream:
    sigs.k8s.io/json/internal/golang/encoding/json/decode.go object, array.
    """
    if isinstance(shape, Custom):
        inner = None if shape.holds is None else shape.holds(value)
        return _last_given(value) if inner is None else merge_repeated(value, inner)
    if isinstance(shape, Struct) and isinstance(value, dict):
        merged = dict(known) if isinstance(known, dict) else {}
        for key, item in value.items():
            field = shape.tables.by_name.get(key)
            if field is not None:
                merged[key] = _joined(merged.get(key), item, field.shape, empties=field.pointer)
        return merged
    if isinstance(shape, MapOf) and isinstance(value, dict):
        merged = dict(known) if isinstance(known, dict) else {}
        return merged | {key: merge_repeated(item, shape.item) for key, item in value.items()}
    if isinstance(shape, ListOf) and isinstance(value, list):
        before = known if isinstance(known, list) else []
        return [
            _joined(before[at] if at < len(before) else None, item, shape.item, empties=shape.pointers)
            for at, item in enumerate(value)
        ]
    return value


def _joined(known: JsonValue, given: JsonValue, shape: Shape, *, empties: bool) -> JsonValue:
    """Returns the merged value of a place; null clears pointers, lists and maps, and leaves others unchanged."""
    if given is None and not empties and not isinstance(shape, Custom | ListOf | MapOf):
        return known
    return merge_repeated(given, shape, known)


def _last_given(value: JsonValue) -> JsonValue:
    """Returns JSON with the last of each duplicate and no merging."""
    if isinstance(value, dict):
        return {key: _last_given(item) for key, item in value.items()}
    return [_last_given(item) for item in value] if isinstance(value, list) else value


class RepeatedReader(Reader):
    """A reader that records the places of duplicates; ignore its values."""

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
        for key, item in value.items() if isinstance(value, dict) else ():
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


class Spelling:
    """The numbers of a JSON text as written."""

    def __init__(self, source: bytes):
        self._document = _read(source, lambda literal: _Literal(literal.decode()))

    def at(self, path: Sequence[str | int], number: float) -> str | None:
        """Returns a number at a path as written; None if it is not there."""
        found = [self._document]
        for step in path:
            found = [item for value in found for item in _items_at(value, step)]
        literals = [str(each) for each in found if isinstance(each, _Literal)]
        return next((each for each in literals if deep_equal(_number(each.encode()), number)), None)


def _items_at(value: JsonValue, step: str | int) -> list[JsonValue]:
    if isinstance(value, Repeated):
        return [item for key, item in value.items() if key == step]
    if isinstance(value, dict):
        return [value[step]] if step in value else []
    return [value[step]] if isinstance(value, list) and isinstance(step, int) and step < len(value) else []
