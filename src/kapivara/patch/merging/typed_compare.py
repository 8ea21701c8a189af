"""Compares two objects field by field, as their type divides them: sets of fields.

`Difference` has the removed, modified and added fields. Fields within an atomic part differ as the whole part.
Upstream: structured-merge-diff typed/compare.go.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.patch.merging.field_set import LEAF, Fields, as_member, union
from kapivara.patch.merging.list_items import by_step, step_to
from kapivara.patch.merging.merge_type import ATOMIC, FieldPlan, ListType, MapType, MergeType
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.record import record


@record
class Difference:
    """Three sets of fields."""

    removed: Fields
    modified: Fields
    added: Fields

    def __bool__(self) -> bool:
        return bool(self.removed or self.modified or self.added)

    @property
    def changed(self) -> Fields:
        """The modified and the added fields."""
        return union(self.modified, self.added)

    def keep(self, chosen: Callable[[Fields], Fields]) -> Difference:
        """Returns the difference with a function applied to each set."""
        return Difference(chosen(self.removed), chosen(self.modified), chosen(self.added))


NO_DIFFERENCE = Difference({}, {}, {})
_Node = tuple[Fields | None, Fields | None, Fields | None]
"""The difference at one place: removed, modified, added; None for no difference."""
_SAME: _Node = (None, None, None)
_NESTED = frozenset((dict, list))
_OTHERWISE: _Node = (None, {}, None)
_MOST_PLANS = 32
"""The maximum number of cached member sets per type."""


def compare(old: JsonObject, new: JsonObject, kind: MergeType) -> Difference:
    """Returns the difference; raises StepError if list items cannot be identified."""
    if old is new or kind.members is None:
        return NO_DIFFERENCE
    removed, modified, added = _compare_members(old, new, kind.members)
    return Difference(removed or {}, modified or {}, added or {})


def same(one: JsonValue, other: JsonValue) -> bool:
    """Returns True if two values are equal, comparing numbers by value."""
    kind = type(one)
    if kind is dict:
        if type(other) is not dict or len(one) != len(other):
            return False
        for key, item in one.items():  # noqa: SIM110 - a walk calls itself from Python
            if key not in other or not same(item, other[key]):
                return False
        return True
    if kind is list:
        if type(other) is not list or len(one) != len(other):
            return False
        for item, twin in zip(one, other, strict=True):  # noqa: SIM110 - as above
            if not same(item, twin):
                return False
        return True
    return bool(one == other) and (kind is bool) == (type(other) is bool)


def all_fields(value: JsonValue, kind: MergeType) -> Fields:
    """Returns the node of an added (or removed) value: its own path, and all paths inside.

    Hot: every created object passes here. Sets are immutable, so all leaves are one object.
    """
    node: Fields
    shape = type(value)
    if shape is dict:
        members = kind.members
        if not value or members is None or members.atomic:
            return LEAF
        made = members.field_plans.get(tuple(value))
        plain, nested = _plan(members, value) if made is None else made
        if not nested:
            return plain
        node = plain.copy()
        for name, step, below in nested:
            item = value[name]
            if item and type(item) in _NESTED:
                node[step] = all_fields(item, below)
        return node
    if shape is list and value:
        items = kind.items
        if items is None or items.atomic:
            return LEAF
        node = {".": LEAF}
        for item in value:
            step = step_to(items, item)
            node[step] = LEAF if step in node else all_fields(item, items.of)  # unidentified items form one value
        return node
    return LEAF


def _plan(members: MapType, value: JsonObject) -> FieldPlan:
    """Returns the common fields of values with the same members, and the members with parts.

    Values from programs have the same members again and again, so the result is cached for types that declare them.
    """
    plain: Fields = {"f:" + name: LEAF for name in value}
    plain["."] = LEAF
    if _NESTED.isdisjoint(map(type, value.values())) and not members.declares_any:
        return plain, ()
    types = {name: members.member(name) or ATOMIC for name in value}
    made = plain, tuple((name, "f:" + name, kind) for name, kind in types.items() if kind.has_parts)
    if members.declares_any and len(members.field_plans) < _MOST_PLANS and all(map(members.declares, value)):
        members.field_plans[tuple(value)] = made
    return made


def _compare(old: JsonValue | Absent, new: JsonValue | Absent, kind: MergeType) -> _Node:
    if old is ABSENT:
        return None, None, all_fields(new, kind)
    if new is ABSENT:
        return all_fields(old, kind), None, None
    old_form, new_form = kind.form_of(old), kind.form_of(new)
    node = _compare_as(new_form, old, new, kind)
    if old_form == new_form:
        return node
    first = _compare_as(old_form, old, new, kind)
    removed, modified, added = (_either(one, other) for one, other in zip(first, node, strict=True))
    return removed, modified, added


def _either(one: Fields | None, other: Fields | None) -> Fields | None:
    if one is None or other is None:
        return other if one is None else one
    return union(one, other) if one and other else as_member(one or other)


def _compare_as(form: str, old: JsonValue, new: JsonValue, kind: MergeType) -> _Node:
    if form == "members" and kind.members is not None:
        before, after = (each if type(each) is dict else {} for each in (old, new))
        if not kind.members.atomic and (before or after):
            return _compare_members(before, after, kind.members)
    elif form == "items" and kind.items is not None:
        gone, come = (each if type(each) is list else [] for each in (old, new))
        if not kind.items.atomic and (gone or come):
            return _compare_items(gone, come, kind.items)
    return _SAME if same(old, new) else _OTHERWISE


def _compare_members(old: JsonObject, new: JsonObject, kind: MapType) -> _Node:
    found = _Below()
    for name, before in old.items():
        after = new.get(name, ABSENT)
        if after is before or (type(after) is type(before) and type(before) not in _NESTED and after == before):
            continue
        node = _compare(before, after, kind.member(name) or ATOMIC)
        if node is not _SAME:
            found.add("f:" + name, node)
    for name, after in new.items():
        if name not in old:
            found.added["f:" + name] = all_fields(after, kind.member(name) or ATOMIC)
    return found.node()


class _Below:
    """The differences below a map or a list so far."""

    __slots__ = ("added", "modified", "removed")

    def __init__(self) -> None:
        self.removed: Fields = {}
        self.modified: Fields = {}
        self.added: Fields = {}

    def add(self, step: str, node: _Node) -> None:
        """Adds the difference at a step."""
        removed, modified, added = node
        if removed is not None:
            self.removed[step] = removed
        if modified is not None:
            self.modified[step] = modified
        if added is not None:
            self.added[step] = added

    def node(self) -> _Node:
        """Returns all differences."""
        if not (self.removed or self.modified or self.added):
            return _SAME
        return self.removed or None, self.modified or None, self.added or None


def _compare_items(old: list[JsonValue], new: list[JsonValue], kind: ListType) -> _Node:
    found = _Below()
    before, after = by_step(kind, old), by_step(kind, new)
    for step in {**before, **after}:
        node = _compare_item(before.get(step, []), after.get(step, []), kind.of)
        if node is not _SAME:
            found.add(step, node)
    return found.node()


def _compare_item(old: list[JsonValue], new: list[JsonValue], kind: MergeType) -> _Node:
    if len(old) <= 1 and len(new) <= 1:
        return _compare(old[0] if old else ABSENT, new[0] if new else ABSENT, kind)
    if len(old) >= 2 and len(new) >= 2:
        return _SAME if same(old, new) else _OTHERWISE
    if len(old) >= 2:
        return {}, None, all_fields(new[0], kind) if new else None
    return all_fields(old[0], kind) if old else None, None, {}
