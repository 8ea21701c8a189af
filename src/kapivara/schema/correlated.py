"""A new value beside its old one: the one walk for rules that compare the two, and for what has not changed.

Fields correlate by name, items of lists of type map by their keys; nothing else does.
Upstream: apiserver/pkg/cel/common/equality.go CorrelatedObject (1.37).
"""

from __future__ import annotations

from kapivara.field import FieldPath
from kapivara.schema.keyed_items import KeyedItems, keyed_items
from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, Absent, JsonValue, deep_equal


class Correlated:
    """A new value, its old one (ABSENT where nothing corresponds), and their schema (None below unknown fields).

    `parent` is the value that this one was reached from, by `step`: a name or an index.
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
        """Steps into a field of an object, or an entry of a map."""
        old = self.old.get(name, ABSENT) if type(self.old) is dict else ABSENT
        schema = self.schema.child(name) if self.schema is not None else None
        return Correlated(self.new[name], old, schema, self, name)

    def item(self, index: int) -> Correlated:
        """Steps into an item of a list."""
        item, schema = self.new[index], self.schema
        if schema is None or type(self.old) is not list:
            return Correlated(item, ABSENT, None if schema is None else schema.items, self, index)
        if self._keyed is None:
            self._keyed = keyed_items(schema, self.old)
        old = self._keyed.find(item) if self._keyed is not None else ABSENT
        return Correlated(item, old, schema.items, self, index)

    @property
    def unchanged(self) -> bool:
        """Whether the value is what it was; items of lists of type map may have moved.

        What cannot be correlated counts as changed, down to fields that the schema does not know.
        """
        if self._unchanged is None:
            self._unchanged = self.old is not ABSENT and _is_same(self.new, self.old, self.schema)
            if not self._unchanged and self.old is not ABSENT:
                self._tell_parents()
        return self._unchanged

    def _tell_parents(self) -> None:
        """Spares all that holds a changed value the comparison."""
        above = self.parent
        while above is not None and above._unchanged is None:
            above._unchanged = False
            above = above.parent

    def path(self) -> FieldPath | None:
        """Where the value stands, below the one that the walk began with; None for that one."""
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
    """Compares without a walk's objects: this is what an update pays for."""
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
