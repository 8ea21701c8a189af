"""Anchors and aliases of collections in a plain YAML document.

The exact decoder reads all other uses: anchors of scalars and items, merge keys, and documents with too many
repetitions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kapivara.codec.yaml.plain.lines import UnsureError
from kapivara.values.json_value import JsonValue

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
