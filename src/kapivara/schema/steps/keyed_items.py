"""Finds the items of an old list of type map by the keys of a new item.

Upstream: apiserver/pkg/cel/common/maplist.go MakeMapList (1.37).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, Absent, JsonValue

_SCALARS = frozenset((bool, int, float, str))


class KeyedItems:
    """The items of one list by their keys; the first of several equal ones counts. Built on first use."""

    __slots__ = ("_found", "_items", "_keys")

    def __init__(self, keys: Sequence[str], items: Sequence[JsonValue]):
        self._keys = keys
        self._items = items
        self._found: dict[Hashable, JsonValue] | None = None

    def find(self, item: JsonValue) -> JsonValue | Absent:
        """Returns the item with the same keys, or ABSENT; an item without all scalar keys matches nothing."""
        identity = self.identity(item)
        if identity is None:
            return ABSENT
        if self._found is None:
            self._found = {}
            for each in self._items:
                if (known := self.identity(each)) is not None:
                    self._found.setdefault(known, each)
        return self._found.get(identity, ABSENT)

    def identity(self, item: JsonValue) -> Hashable | None:
        """Returns the identity of an item, None if it has none; a single text key is its own identity."""
        if type(item) is not dict:
            return None
        if len(self._keys) == 1:
            value = item.get(self._keys[0])
            if type(value) is str:
                return value
            return (type(value), value) if type(value) in _SCALARS else None
        values = [item.get(key) for key in self._keys]
        if not _SCALARS.issuperset(map(type, values)):
            return None
        return tuple((type(value), value) for value in values)


def keyed_items(schema: Structural, items: JsonValue | Absent) -> KeyedItems | None:
    """Returns the items of an old list by their keys; None if its schema has no keys."""
    if schema.type != "array" or schema.list_type != "map" or type(items) is not list:
        return None
    keys = schema.list_map_keys
    return KeyedItems(keys, items) if keys else None
