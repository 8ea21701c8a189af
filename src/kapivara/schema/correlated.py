"""A new value beside its old one: the one walk for rules that compare the two, and for what has not changed.

Fields correlate by name, items of lists of type map by their keys; nothing else does.
Upstream: apiserver/pkg/cel/common/equality.go CorrelatedObject (1.37).
"""

from __future__ import annotations

from kapivara.schema.keyed_items import KeyedItems, keyed_items
from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, Absent, JsonValue, deep_equal


class Correlated:
    """A new value, its old one (ABSENT where nothing corresponds), and their schema (None below unknown fields)."""

    __slots__ = ("_keyed", "_unchanged", "new", "old", "schema")

    def __init__(self, new: JsonValue, old: JsonValue | Absent, schema: Structural | None):
        self.new = new
        self.old = old
        self.schema = schema
        self._keyed: KeyedItems | None = None
        self._unchanged: bool | None = None

    def field(self, name: str) -> Correlated:
        """Steps into a field of an object, or an entry of a map."""
        old = self.old.get(name, ABSENT) if type(self.old) is dict else ABSENT
        schema = self.schema.child(name) if self.schema is not None else None
        return Correlated(self.new[name], old, schema)

    def item(self, index: int) -> Correlated:
        """Steps into an item of a list."""
        item, schema = self.new[index], self.schema
        if schema is None:
            return Correlated(item, ABSENT, None)
        if self._keyed is None:
            self._keyed = keyed_items(schema, self.old)
        old = self._keyed.find(item) if self._keyed is not None else ABSENT
        return Correlated(item, old, schema.items)

    @property
    def unchanged(self) -> bool:
        """Whether the value is what it was; items of lists of type map may have moved.

        What cannot be correlated counts as changed, down to fields that the schema does not know.
        """
        if self._unchanged is None:
            self._unchanged = self._compare()
        return self._unchanged

    def _compare(self) -> bool:
        new, old = self.new, self.old
        if old is ABSENT:
            return False
        if type(new) is not type(old) or type(new) not in (dict, list):
            return deep_equal(new, old)
        if len(new) != len(old):
            return False
        if type(new) is dict:
            return all(name in old and self._is_known(name) and self.field(name).unchanged for name in new)
        if not new or self.schema is None or keyed_items(self.schema, old) is None:
            return deep_equal(new, old)
        return all(self.item(index).unchanged for index in range(len(new)))

    def _is_known(self, name: str) -> bool:
        return self.schema is not None and self.schema.child(name) is not None
