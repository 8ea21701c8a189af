"""The old and new schema of a field, with its context: comparison, status and rules above.

Ratcheting of an error depends on the surrounding values (`compared`), the affected writers on `status`, and other
failures on the schemas above.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from kapivara.field import FieldPath
from kapivara.schema.changes.change import Steps
from kapivara.schema.changes.types import passing
from kapivara.schema.changes.watchers import Watcher, watchers_of
from kapivara.schema.structural.subschemas import additional_schema, items_schema
from kapivara.values import JsonObject

_NEVER_COMPARED: Final = frozenset(("apiVersion", "kind", "metadata"))
_PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"


class NodePair:
    """An old and a new schema of `field`, which is empty for the whole object.

    `keys` lead from the version's schema to the new one. `has_status` is True if the status is a subresource, `status`
    if this field is in the status, and `is_item` for items of a list.
    """

    def __init__(
        self,
        old: JsonObject,
        new: JsonObject,
        old_path: FieldPath,
        new_path: FieldPath,
        *,
        has_status: bool = False,
        above: NodePair | None = None,
        steps: Steps = (),
        field: str = "",
        keys: tuple[str, ...] = (),
        is_item: bool = False,
    ):
        self.old = old
        self.new = new
        self.old_path = old_path
        self.new_path = new_path
        self.above = above
        self.steps = steps
        self.field = field
        self.keys = keys
        self.has_status: bool = has_status if above is None else above.has_status
        self.is_item = is_item
        self.status: bool = self.has_status and steps[:1] == ("status",)

    @property
    def is_root(self) -> bool:
        """True for the schemas of the whole object."""
        return self.above is None

    @cached_property
    def _correlated(self) -> bool:
        """True if values here can be correlated with old ones; items of lists only by their keys."""
        if self.above is None:
            return True
        keyed = not self.is_item or self.above.new.get("x-kubernetes-list-type") == "map"
        return keyed and self.above._correlated

    @cached_property
    def _compared(self) -> NodePair | None:
        """The pair whose values are compared: this one, or the list around it whose items cannot be correlated."""
        if self.above is None or (len(self.steps) == 1 and self.steps[0] in _NEVER_COMPARED):
            return None
        return self if self._correlated else self.above._compared

    @property
    def holder(self) -> NodePair:
        """The pair whose rules can see the old value of this one: this one, or the list around it."""
        return self if self.above is None or self._correlated else self.above.holder

    @property
    def compared(self) -> str | None:
        """The field that must be unchanged for ratcheting to forgive an error here; None if nothing is forgiven."""
        found = self._compared
        return None if found is None else found.field

    @cached_property
    def may_be_uncomparable(self) -> bool:
        """True if the compared value may never count as unchanged.

        It may contain unknown fields, or items without the keys that identify them.
        """
        found = self._compared
        if found is None:
            return False
        keyless = found.is_item and found._correlated and _lacks_keys(found.old)
        return keyless or _holds_keyless(found.old, found.new) or _holds_unknown(found.new)

    @cached_property
    def watchers(self) -> tuple[Watcher, ...]:
        """The rules and keywords that see values here, at this node and above."""
        above = self.above.watchers if self.above is not None else ()
        certain = not self.may_be_uncomparable
        return (*above, *watchers_of(self.new, self.old, self.steps, self.compared, certain=certain))

    @cached_property
    def preserves(self) -> bool:
        """True if unknown fields may be applied here, because this node or one above keeps them."""
        return bool(self.new.get(_PRESERVE)) or (self.above is not None and self.above.preserves)

    def member(self, name: str, old: JsonObject, new: JsonObject) -> NodePair:
        """Returns the pair of a field; an undeclared side has the path of the object."""
        paths = (
            path.child("properties").key(name) if name in (raw.get("properties") or {}) else path
            for path, raw in ((self.old_path, self.old), (self.new_path, self.new))
        )
        field = f"{self.field}.{name}" if self.field else name
        keys = (*self.keys, "properties", name)
        return NodePair(old, new, *paths, above=self, steps=(*self.steps, name), field=field, keys=keys)

    def element(self, old: JsonObject, new: JsonObject, keyword: str) -> NodePair:
        """Returns the pair of a list's items (`items`) or a map's values (`additionalProperties`)."""
        paths = (
            path.child(keyword) if isinstance(raw.get(keyword), dict) else path
            for path, raw in ((self.old_path, self.old), (self.new_path, self.new))
        )
        return NodePair(
            old,
            new,
            *paths,
            above=self,
            steps=(*self.steps, None),
            field=f"{self.field}[]",
            keys=(*self.keys, keyword),
            is_item=keyword == "items",
        )


def _lacks_keys(old: JsonObject) -> bool:
    """Returns True if values may be other than objects, and so have no keys."""
    return bool(passing(old) - {"object"})


def _holds_keyless(old: JsonObject, new: JsonObject) -> bool:
    """Returns True if values may contain items without the keys that newly identify them."""
    old_items, new_items = items_schema(old), items_schema(new)
    if new.get("x-kubernetes-list-type") == "map" and old_items is not None and _lacks_keys(old_items):
        return True
    before = old.get("properties") or {}
    pairs = [(before.get(name), each) for name, each in (new.get("properties") or {}).items()]
    pairs += [(old_items, new_items), (additional_schema(old), additional_schema(new))]
    return any(_holds_keyless(one, two) for one, two in pairs if one is not None and two is not None)


def _holds_unknown(raw: JsonObject) -> bool:
    """Returns True if values may contain fields without a schema."""
    if raw.get(_PRESERVE) or raw.get("x-kubernetes-embedded-resource") or type(raw.get("additionalProperties")) is bool:
        return True
    below = [*(raw.get("properties") or {}).values(), items_schema(raw), additional_schema(raw)]
    return any(_holds_unknown(each) for each in below if each is not None)
