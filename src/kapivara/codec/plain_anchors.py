"""Collections of a plain document that are given names, and are repeated where an alias names them.

What is less plain is read exactly: names of scalars and items, merge keys, and documents that repeat so much that it
counts as too much.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kapivara.codec.plain_lines import UnsureError
from kapivara.values.json_value import JsonValue

_MOST_REPEATED = 100
"""How many keys and values may be repeated in all, whatever the document: what more of them are is asked exactly."""


class Anchors:
    """The names that were given so far in one document."""

    def __init__(self) -> None:
        self._fields: dict[str, tuple[Any, str | None]] = {}
        self._left = _MOST_REPEATED

    def name(self, anchor: str, holder: Any, key: str | None, *, is_first: bool) -> None:
        """Gives a name to what a field of an object is to hold; raises UnsureError for the first field of an item."""
        if is_first:
            raise UnsureError
        self._fields[anchor] = holder, key

    def copy(self, anchor: str, unfinished: Iterable[Any]) -> JsonValue:
        """Returns what has a name once more; raises UnsureError where that is no collection, or still being read."""
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
