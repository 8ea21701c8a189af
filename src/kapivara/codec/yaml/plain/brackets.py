"""Decodes YAML flow collections that end within their line; the exact decoder reads all others.

The exact decoder reads all other uses: anchors of scalars and items, merge keys, and documents with too many
repetitions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kapivara.codec.yaml.plain.lines import KEY, QUOTED, UnsureError, read_key, read_plain, unquote
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

_MOST_REPEATED = 100
"""The maximum number of repeated keys and values; the exact decoder reads documents with more."""


class Anchors:
    """The anchors of a document so far."""

    def __init__(self) -> None:
        self._fields: dict[str, tuple[Any, str | None]] = {}
        self._left = _MOST_REPEATED

    def name(self, anchor: str, holder: Any, key: str | None, *, is_first: bool) -> None:
        """Names the coming value of a field; raises UnsureError for the first field of an item."""
        if is_first:
            raise UnsureError
        self._fields[anchor] = holder, key

    def copy(self, anchor: str, unfinished: Iterable[Any]) -> JsonValue:
        """Returns a copy of the named collection; raises UnsureError if it is none or is unfinished."""
        holder, key = self._fields.get(anchor) or ({}, None)
        named = holder.get(key)
        if named is None or any(named is each for each in unfinished):
            raise UnsureError
        return self._copied(named)

    def _copied(self, value: JsonValue) -> JsonValue:
        self._left -= 1 + (len(value) if type(value) is dict else 0)
        if self._left < 0:
            raise UnsureError
        if type(value) is dict:
            return {key: self._copied(value[key]) for key in sorted(value)}
        return [*map(self._copied, value)] if type(value) is list else value


_PLAIN = "[A-Za-z0-9_./$][A-Za-z0-9_./$%+=@-]*"
_WORD = rf"(?:{QUOTED}|{_PLAIN}(?: {_PLAIN})*)"
"""A scalar of one or more words that means the same inside and outside of brackets."""
_SCALAR = lazy_pattern(_WORD)
_SCALARS = lazy_pattern(rf"\[ *{_WORD} *(?:, *{_WORD} *)*\] *\Z")
_DEEPEST = 20
_LONGEST = 20_000  # characters


def read_brackets(text: str) -> JsonValue:
    """Decodes a flow collection that must end within its line; raises UnsureError."""
    if len(text) > _LONGEST:
        raise UnsureError
    if text[0] == "[":  # the common case: lists of scalars, mostly of single words
        words = [word.strip(" ") for word in text[1:-1].split(",")]
        if text[-1] == "]" and text.isascii() and all(map(str.isalnum, words)):
            return [*map(read_plain, words)]
        if _SCALARS.match(text):
            return [_scalar(word) for word in _SCALAR.findall(text)]
    value, end = _collection(text, 0, _DEEPEST)
    rest = text[end:].rstrip(" ")
    if rest and (rest[0] != " " or rest.lstrip(" ")[0] != "#"):
        raise UnsureError
    return value


def read_flat_brackets(text: str) -> JsonValue:
    """Decodes a flow collection of scalars; returns any other as its text."""
    value = read_brackets(text)
    inside = value if type(value) is list else value.values()
    return text if list in (kinds := [*map(type, inside)]) or dict in kinds else value


def _collection(text: str, at: int, depth: int) -> tuple[JsonValue, int]:
    """Decodes the collection that starts at a position; returns it and the position after it."""
    closing = "]" if text[at] == "[" else "}"
    items: list[JsonValue] = []
    fields: dict[str, JsonValue] = {}
    at = _skip_spaces(text, at + 1)
    while text[at : at + 1] != closing:
        if items or fields:
            if text[at : at + 1] != ",":
                raise UnsureError
            at = _skip_spaces(text, at + 1)
        if closing == "]":
            item, at = _in_brackets(text, at, depth)
            items.append(item)
        else:
            key, at = _key_in_brackets(text, at, fields)
            fields[key], at = _in_brackets(text, at, depth)
        at = _skip_spaces(text, at)
    return (items if closing == "]" else {key: fields[key] for key in sorted(fields)}), at + 1


def _key_in_brackets(text: str, at: int, fields: dict[str, JsonValue]) -> tuple[str, int]:
    match = KEY.match(text, at)
    key = read_key(*match.groups()) if match else ""
    if match is None or key in fields:
        raise UnsureError
    return key, match.end()


def _in_brackets(text: str, at: int, depth: int) -> tuple[JsonValue, int]:
    if text[at : at + 1] in ("[", "{"):
        if not depth:
            raise UnsureError
        return _collection(text, at, depth - 1)
    match = _SCALAR.match(text, at)
    if match is None:
        raise UnsureError
    return _scalar(match[0]), match.end()


def _scalar(word: str) -> JsonValue:
    return unquote(word) if word[0] in "\"'" else read_plain(word)


def _skip_spaces(text: str, at: int) -> int:
    while text[at : at + 1] == " ":
        at += 1
    return at
