"""Validates, merges and prunes applied configurations by their type.

Upstream: structured-merge-diff typed/validate.go, tofieldset.go, merge.go, remove.go.
"""

from __future__ import annotations

from kapivara.field.errors import MOST_ERROR_TEXT
from kapivara.patch.merging.field_set import SELF, Fields, as_member, is_member, step_text
from kapivara.patch.merging.list_items import StepError, by_step, step_to
from kapivara.patch.merging.merge_type import ATOMIC, DEDUCED, ListType, MapType, MergeType
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.nested_text import Brackets, BracketsByType, nested_text, unlabelled
from kapivara.values.rendering import format_value, go_type_name, quote


def type_problems(value: JsonValue, kind: MergeType, *, allow_duplicates: bool = False) -> list[str]:
    """Returns the reasons why a value is not of a type, in the server's words; duplicate items may be allowed."""
    search = _ProblemSearch(allow_duplicates)
    search.look_at(value, kind)
    return search.found


class _ProblemSearch:
    """One walk; the path is a list of steps, formatted only for errors."""

    def __init__(self, allow_duplicates: bool):
        self.found: list[str] = []
        self._room = MOST_ERROR_TEXT
        self._allow_duplicates = allow_duplicates
        self._path: list[str] = []

    def look_at(self, value: JsonValue, kind: MergeType) -> None:
        """Records the errors of a value and all values inside."""
        if value is None or kind is DEDUCED or kind is ATOMIC:  # accept every value
            return
        form = kind.form_of(value)
        if form == "members" and kind.members is not None:
            if type(value) is dict:
                self._look_at_members(value, kind.members)
            else:
                self._note(f"expected map, got &{{{format_value(value)}}}")
        elif form == "items" and kind.items is not None:
            if type(value) is list:
                self._look_at_items(value, kind.items)
            else:
                self._note(f"expected list, got &{{{format_value(value)}}}")
        elif problem := _scalar_problem(value, kind.scalar):
            self._note(problem)

    def _note(self, problem: str) -> None:
        """Adds an error at the current place, up to the limit of the total text."""
        if self._room > 0:
            path = "".join(each if each[0] == "." else step_text(each) for each in self._path)
            self.found.append(f"{path}: {problem}" if path else problem)
            self._room -= len(self.found[-1])

    def _look_at_members(self, value: JsonObject, kind: MapType) -> None:
        for name, item in value.items():
            member = kind.member(name)
            self._path.append(f".{name}")
            if member is None:
                self._note("field not declared in schema")
                self._path.pop()
                return
            self.look_at(item, member)
            self._path.pop()

    def _look_at_items(self, value: list[JsonValue], kind: ListType) -> None:
        seen: set[str] = set()
        for index, item in enumerate(value):
            step = f"i:{index}"
            if not kind.atomic:
                try:
                    step = step_to(kind, item)
                except StepError as error:
                    self._note(f"element {index}: {error}")
                    return
                if step in seen and not self._allow_duplicates:
                    self._note(f"duplicate entries for key {step_text(step)}")
                seen.add(step)
            if type(item) is not str or kind.of.scalar != "string":  # most items of sets
                self._path.append(step)
                self.look_at(item, kind.of)
                self._path.pop()


def _scalar_problem(value: JsonValue, scalar: str) -> str:
    shape = type(value)
    if scalar == "numeric" and shape not in (int, float):
        return f"expected numeric (int or float), got {go_type_name(value)}"
    if scalar == "string" and shape is not str:
        return f"expected string, got &value.valueUnstructured{{Value:{_go_syntax(value)}}}"
    if scalar == "boolean" and shape is not bool:
        return f"expected boolean, got &{{{format_value(value)}}}"
    if scalar == "untyped" and shape in (dict, list):
        return f"expected any scalar, got &{{{format_value(value)}}}"
    return ""


def _go_syntax(value: JsonValue) -> str:
    """Prints a value like Go's %#v."""
    if type(value) in _BRACKETS:
        return nested_text(value, _BRACKETS, _go_syntax)
    if type(value) is str:
        return quote(value)
    return "interface {}(nil)" if value is None else format_value(value)


def _list_brackets(items: JsonValue) -> Brackets:
    return Brackets("[]interface {}{", unlabelled(items), ", ", "}")


def _map_brackets(fields: JsonValue) -> Brackets:
    members = [(f"{_go_syntax(key)}:", fields[key]) for key in sorted(fields)]
    return Brackets("map[string]interface {}{", members, ", ", "}")


_BRACKETS: BracketsByType = {list: _list_brackets, dict: _map_brackets}
_NESTED = frozenset((dict, list))


def fields_of(value: JsonObject, kind: MergeType) -> Fields:
    """Returns the fields that a configuration sets."""
    return _fields(value, kind) or {}


def _fields(value: JsonValue, kind: MergeType) -> Fields | None:
    form = kind.form_of(value)
    if form == "members" and kind.members is not None:
        if kind.members.atomic:
            return {}
        return _member_fields(value, kind.members) if type(value) is dict else None
    if form == "items" and kind.items is not None:
        if kind.items.atomic:
            return {}
        found = by_step(kind.items, value)
        of = kind.items.of
        return {step: as_member(_fields(each[0], of)) if len(each) == 1 else {} for step, each in found.items()} or None
    return {}


def _member_fields(value: JsonObject, kind: MapType) -> Fields | None:
    found: Fields = {}
    for name, item in value.items():
        member = kind.member(name)
        if member is None or (member.scalar and item is not None and type(item) not in _NESTED):
            node: Fields | None = {}  # the common case; there may be very many
        else:
            node = _fields(item, member)
            if item is None or item == {} or not kind.declares(name):
                node = as_member(node)
        if node is not None:
            found["f:" + name] = node
    return found or None


def merge(live: JsonValue | Absent, applied: JsonValue | Absent, kind: MergeType) -> JsonValue | Absent:
    """Returns the live value with the applied one merged into it; shares parts with both."""
    if applied is ABSENT or live is ABSENT:
        return live if applied is ABSENT else applied
    form = kind.form_of(applied)
    if form == "members" and kind.members is not None and not kind.members.atomic:
        before, after = (each if type(each) is dict else {} for each in (live, applied))
        if before or after:
            return _merge_members(before, after, kind.members)
    elif form == "items" and kind.items is not None and not kind.items.atomic:
        ours, theirs = (each if type(each) is list else [] for each in (live, applied))
        if ours or theirs:
            return _merge_items(ours, theirs, kind.items)
    return applied


def _merge_members(live: JsonObject, applied: JsonObject, kind: MapType) -> JsonObject:
    merged = dict(live)
    for name, item in applied.items():
        member = kind.member(name)
        merged[name] = item if member is None else merge(live.get(name, ABSENT), item, member)
    return merged


def _merge_items(live: list[JsonValue], applied: list[JsonValue], kind: ListType) -> list[JsonValue]:
    """Merges items by their steps: in the order of the applied list, other live items in their places."""
    theirs = {step_to(kind, item): item for item in applied}
    ours = by_step(kind, live)
    live_steps = [step_to(kind, item) for item in live]
    shared = [step for step in theirs if step in ours]
    applied_steps = list(theirs)
    merged: list[JsonValue] = []
    done: set[str] = set()

    def take(step: str) -> None:
        done.add(step)
        mine = ours.get(step, [])
        merged.append(merge(mine[0] if len(mine) == 1 else ABSENT, theirs[step], kind.of))

    at = new_at = next_shared = 0
    while at < len(live_steps) or new_at < len(applied_steps):
        step = live_steps[at] if at < len(live_steps) else None
        wanted = shared[next_shared] if next_shared < len(shared) else None
        if step is not None and new_at < len(applied_steps):
            if step == applied_steps[new_at]:
                take(step)
                at, new_at, next_shared = at + 1, new_at + 1, next_shared + 1
                continue
            if step in theirs and wanted is not None and wanted != step:
                at += 1
                continue
        if step is not None:
            if step not in theirs:
                merged.append(live[at])
                at += 1
                continue
            if step in done:
                at += 1
        if new_at < len(applied_steps):
            taken = applied_steps[new_at]
            take(taken)
            new_at += 1
            next_shared += taken == wanted
    return merged


def remove(value: JsonValue, fields: Fields, kind: MergeType) -> JsonValue:
    """Returns a value without some fields; None if nothing is left."""
    form = kind.form_of(value)
    if form == "members" and kind.members is not None:
        if type(value) is not dict or not value or kind.members.atomic:
            return None
        left = {}
        for name, item in value.items():
            node = fields.get("f:" + name)
            if node is None:
                left[name] = item
            elif not is_member(node):
                member = kind.members.member(name)
                left[name] = item if member is None else remove(item, node, member)
        return left or None
    if form == "items" and kind.items is not None:
        return _remove_items(value, fields, kind.items)
    return value


def _remove_items(value: JsonValue, fields: Fields, kind: ListType) -> JsonValue:
    if type(value) is not list or not value or kind.atomic:
        return None
    left = []
    for item in value:
        node = fields.get(step_to(kind, item))
        if node is None:
            left.append(item)
        elif not is_member(node):
            left.append(remove(item, node, kind.of))
    return left or None


def with_named_fields(fields: Fields, kind: MergeType | None) -> Fields:
    """Returns a set with every declared field added that has paths below."""
    found: Fields = {}
    for step, node in fields.items():
        if step == SELF or not node:
            found[step] = node
            continue
        below: MergeType | None = None
        declared = False
        if kind is not None and step.startswith("f:") and kind.members is not None:
            below, declared = kind.members.member(step[2:]), kind.members.declares(step[2:])
        elif kind is not None and step.startswith("k:") and kind.items is not None:
            below = kind.items.of
        named = with_named_fields(node, below)
        found[step] = as_member(named) if declared else named
    return found


def without_parts_of_atomics(fields: Fields, kind: MergeType) -> Fields:
    """Returns a set adjusted to the current type: an atomic value is owned as a whole, not in parts."""
    found: Fields = {}
    for step, node in fields.items():
        below: MergeType | None = None
        if step.startswith("f:") and kind.members is not None:
            below = kind.members.member(step[2:])
        elif kind.members is None and kind.items is not None and step != SELF:
            below = kind.items.of
        if node and below is not None:
            form = below.members if below.members is not None else below.items
            node = {} if form is not None and form.atomic else without_parts_of_atomics(node, below)
        found[step] = node
    return found
