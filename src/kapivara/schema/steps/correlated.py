"""Pairs a new value with its old one, for rules that compare both and for ratcheting.

Fields correlate by name, and items of map lists by their keys; all other values do not correlate.
Upstream: apiserver/pkg/cel/common/equality.go CorrelatedObject (1.37).
"""

from __future__ import annotations

from kapivara.field import FieldPath
from kapivara.schema.steps.keyed_items import KeyedItems, keyed_items
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, Absent, JsonValue, deep_equal


class Correlated:
    """A new value, its old one (ABSENT if there is none), and their schema (None below unknown fields).

    `parent` is the value that contains this one at `step`, a name or an index.
    """

    __slots__ = ("_keyed", "_unchanged", "new", "old", "parent", "schema", "step")

    def __init__(
        self,
        new: JsonValue,
        old: JsonValue | Absent,
        schema: Structural | None,
        parent: Correlated | None = None,
        step: str | int = "",
    ):
        self.new = new
        self.old = old
        self.schema = schema
        self.parent = parent
        self.step = step
        self._keyed: KeyedItems | None = None
        self._unchanged: bool | None = None

    def field(self, name: str) -> Correlated:
        """Returns the pair of a field or a map entry."""
        old = self.old.get(name, ABSENT) if type(self.old) is dict else ABSENT
        schema = self.schema.child(name) if self.schema is not None else None
        return Correlated(self.new[name], old, schema, self, name)

    def item(self, index: int) -> Correlated:
        """Returns the pair of a list item."""
        item, schema = self.new[index], self.schema
        if schema is None or type(self.old) is not list:
            return Correlated(item, ABSENT, None if schema is None else schema.items, self, index)
        if self._keyed is None:
            self._keyed = keyed_items(schema, self.old)
        old = self._keyed.find(item) if self._keyed is not None else ABSENT
        return Correlated(item, old, schema.items, self, index)

    @property
    def unchanged(self) -> bool:
        """True if the value is unchanged; items of map lists may have moved.

        Values that cannot be correlated count as changed, including unknown fields.
        """
        if self._unchanged is None:
            self._unchanged = self.old is not ABSENT and _is_same(self.new, self.old, self.schema)
            if not self._unchanged and self.old is not ABSENT:
                self._tell_parents()
        return self._unchanged

    def _tell_parents(self) -> None:
        """Marks all values that contain a changed value as changed, to avoid comparing them."""
        above = self.parent
        while above is not None and above._unchanged is None:
            above._unchanged = False
            above = above.parent

    def path(self) -> FieldPath | None:
        """Returns the path below the value at which the walk began; None for that value."""
        if self.parent is None:
            return None
        above = self.parent.path()
        if type(self.step) is int:
            return (above or FieldPath.of("")).index(self.step)
        name = str(self.step)
        if above is None:
            return FieldPath.of(name)
        holder = self.parent.schema
        return above.child(name) if holder is None or name in holder.properties else above.key(name)


def _is_same(new: JsonValue, old: JsonValue, schema: Structural | None) -> bool:
    """Compares values without creating pairs, since every update pays for it."""
    kind = type(new)
    if kind is not type(old) or kind not in (dict, list):
        return deep_equal(new, old)
    if len(new) != len(old):
        return False
    if kind is list:
        keyed = keyed_items(schema, old) if schema is not None and new else None
        if schema is None or keyed is None:
            return deep_equal(new, old)
        return all((found := keyed.find(item)) is not ABSENT and _is_same(item, found, schema.items) for item in new)
    for name, item in new.items():
        below = schema.child(name) if schema is not None else None
        if below is None or name not in old or not _is_same(item, old[name], below):
            return False
    return True
