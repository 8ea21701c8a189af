"""Compares two schemas from the root down: each differing keyword becomes a change with its effects.

A field that only one schema declares is one change, whatever its schema contains. If one schema keeps unknown fields
and the other declares a schema for them, all effects of that schema become one change, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.field import FieldPath
from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.conditions import condition, distinct_condition
from kapivara.schema.changes.consequences import (
    keyword_change,
    merge_kinds,
    misread,
    safe,
    seen_from_above,
    stopped,
    tightened,
)
from kapivara.schema.changes.difference import Difference, Direction
from kapivara.schema.changes.junctors import junctor_differences
from kapivara.schema.changes.keywords import known_format, value_differences
from kapivara.schema.changes.members import member_changes
from kapivara.schema.changes.membership import losses
from kapivara.schema.changes.node_pair import NodePair
from kapivara.schema.changes.rule_changes import rule_changes
from kapivara.schema.changes.suggestions import suggest
from kapivara.schema.changes.types import kinds_in_words, passing, type_difference
from kapivara.values import JsonObject, deep_equal

_LIST_TYPE: Final = "x-kubernetes-list-type"
_KEYS: Final = "x-kubernetes-list-map-keys"
_MAP_TYPE: Final = "x-kubernetes-map-type"


def list_changes(at: NodePair) -> Iterator[Change]:
    """Yields the changes of list type, list keys and map type."""
    if at.old.get(_LIST_TYPE) != at.new.get(_LIST_TYPE):
        yield _distinct_change(at, _LIST_TYPE, _list_effects(at))
    elif sorted(at.old.get(_KEYS) or ()) != sorted(at.new.get(_KEYS) or ()):
        yield _distinct_change(at, _KEYS, _key_effects(at))
    if at.old.get(_MAP_TYPE) != at.new.get(_MAP_TYPE):
        yield keyword_change(at, _MAP_TYPE, _map_effects(at))


def _distinct_change(at: NodePair, keyword: str, effects: Iterator[Effect]) -> Change:
    if list_type(at.new) == "atomic":
        return keyword_change(at, keyword, effects)
    probe: JsonObject = {each: at.new[each] for each in (_LIST_TYPE, _KEYS) if each in at.new}
    message = "the keys of items must be unique" if list_type(at.new) == "map" else "items must not be repeated"
    suggestion = suggest(at, (_LIST_TYPE, _KEYS), distinct_condition(at.new), message)
    return keyword_change(at, keyword, effects, probe=probe, suggestion=suggestion)


def list_type(raw: JsonObject) -> str:
    """Returns the list type; unset and unknown ones count as atomic."""
    found = raw.get(_LIST_TYPE)
    return found if found in ("set", "map") else "atomic"


def _list_effects(at: NodePair) -> Iterator[Effect]:
    before, after = list_type(at.old), list_type(at.new)
    if before == after:
        yield safe("lists are atomic by default")
        return
    if after == "set":
        yield from _repeats(at, "lists with repeated items")
    elif after == "map":
        keys = ", ".join(at.new.get(_KEYS) or ())
        yield from _repeats(at, f"lists with two items of the same {keys}")
    yield effect(ChangeClass.BREAKS_APPLIERS, _MERGED[after])
    if before != "atomic":
        yield safe("repeated items are accepted")


_MERGED: Final = {
    "atomic": "an apply of some items now replaces the whole list, and conflicts with all managers of other items",
    "set": "applied items are merged with those of others, and no longer replace the list",
    "map": "applied items are merged by their keys with those of others, and no longer replace the list",
}


def _repeats(at: NodePair, refused: str) -> Iterator[Effect]:
    yield from stopped(at, f"{refused} are refused")
    yield effect(
        ChangeClass.FORGIVEN, "stored objects that have such lists may be updated, and may even get more of them"
    )


def _key_effects(at: NodePair) -> Iterator[Effect]:
    before, after = set(at.old.get(_KEYS) or ()), set(at.new.get(_KEYS) or ())
    if not before <= after:
        yield from _repeats(at, f"lists with two items of the same {', '.join(at.new.get(_KEYS) or ())}")
    yield effect(ChangeClass.BREAKS_APPLIERS, "items have other keys: the same apply finds other items")


def _map_effects(at: NodePair) -> Iterator[Effect]:
    before, after = (raw.get(_MAP_TYPE) or "granular" for raw in (at.old, at.new))
    if before == after:
        yield safe("maps are granular by default")
    elif after == "atomic":
        reason = "an apply of some fields now replaces all of them, and conflicts with all managers of other fields"
        yield effect(ChangeClass.BREAKS_APPLIERS, reason)
    else:
        reason = "applied fields are merged with those of others, and no longer replace all of them"
        yield effect(ChangeClass.BREAKS_APPLIERS, reason)


_WORDS_ONLY: Final = ("description", "title", "example", "externalDocs")
_READ_AS_OTHERS: Final = frozenset(("byte", "date", "datetime", "duration"))
"""Formats whose texts rules read as other types, so that an invalid text makes a rule fail."""
_TOGETHER: Final = {
    keyword: pair for pair in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")) for keyword in pair
}
_OF_TYPES: Final = ("type", "nullable", "x-kubernetes-int-or-string")


def compare_schemas(
    old: JsonObject, new: JsonObject, old_path: FieldPath, new_path: FieldPath, *, has_status: bool
) -> Iterator[Change]:
    """Yields all changes between the schemas of a version, the outermost first.

    `has_status` is True if both versions have a status subresource.
    """
    yield from _compare(NodePair(old, new, old_path, new_path, has_status=has_status))


def _compare(at: NodePair) -> Iterator[Change]:
    if at.old == at.new and deep_equal(at.old, at.new):
        return
    yield from _type_changes(at)
    for each in (*value_differences(at.old, at.new), *junctor_differences(at.old, at.new)):
        yield _value_change(at, each)
    yield from _null_changes(at)
    yield from _default_changes(at)
    yield from rule_changes(at)
    yield from list_changes(at)
    yield from member_changes(at, _compare)
    for keyword in _WORDS_ONLY:
        if not deep_equal(at.old.get(keyword), at.new.get(keyword)):
            yield keyword_change(at, keyword, (safe("words for people"),))


def _value_change(at: NodePair, difference: Difference) -> Change:
    keyword = difference.keyword
    together = _TOGETHER.get(keyword, (keyword,))
    probe = {each: at.new[each] for each in together if each in at.new} if difference.tightens else None
    suggestion = None
    if difference.direction is Direction.TIGHTER:
        message = f"{difference.refused} are refused"
        suggestion = suggest(at, together, condition(keyword, at.new), message)
    return keyword_change(at, keyword, _value_effects(at, difference), probe=probe, suggestion=suggestion)


def _value_effects(at: NodePair, difference: Difference) -> Iterator[Effect]:
    if difference.direction is None:
        yield safe("the same values pass")
    elif not difference.tightens:
        yield safe("more values pass; readers may meet new ones")
    else:
        yield from tightened(at, difference.refused)
        if difference.keyword == "format" and known_format(at.new) in _READ_AS_OTHERS:
            yield from misread(at)


def _type_changes(at: NodePair) -> Iterator[Change]:
    difference = type_difference(at.old, at.new)
    if difference is not None:
        kept: JsonObject = {each: at.new[each] for each in _OF_TYPES if each in at.new}
        probe = kept if difference.tightens else None
        yield keyword_change(at, difference.keyword, _type_effects(at, difference), probe=probe)


def _type_effects(at: NodePair, difference: Difference) -> Iterator[Effect]:
    gained = passing(at.new) - passing(at.old)
    if gained:
        yield effect(ChangeClass.CHANGES_MEANING, f"readers may meet {kinds_in_words(gained)}")
    lost = passing(at.old) - passing(at.new)
    if not lost:
        return
    yield from tightened(at, difference.refused)
    yield from misread(at)
    if merge_kinds(at.old) & lost - merge_kinds(at.new):
        reason = "an apply with the old type fails, and so does every apply to an object that holds it"
        yield effect(ChangeClass.BREAKS_APPLIERS, reason)
    if any(True for _ in losses(at.old, at.new, is_root=at.is_root)) and lost & {"object", "array"}:
        yield effect(ChangeClass.LOSES_DATA, "fields of stored objects are dropped")


def _null_changes(at: NodePair) -> Iterator[Change]:
    before, after = bool(at.old.get("nullable")), bool(at.new.get("nullable"))
    if before != after:
        yield keyword_change(at, "nullable", _null_effects(at, allowed=after))


def _null_effects(at: NodePair, *, allowed: bool) -> Iterator[Effect]:
    """Yields the effects of a changed `nullable`: null is rejected in lists, and dropped or defaulted in fields."""
    default = at.new.get("default")
    if allowed:
        yield safe("null is kept")
        if default is not None:
            yield effect(ChangeClass.CHANGES_MEANING, "null stays null, and no longer becomes the default")
        yield from seen_from_above(at)
        yield from misread(at)
    elif at.is_item:
        yield from tightened(at, "items that are null")
    else:
        what = "becomes the default" if default is not None else "is dropped"
        yield effect(ChangeClass.CHANGES_MEANING, f"null {what}")
        if default is None and at.above is not None and at.steps[-1] in (at.above.new.get("required") or ()):
            yield from tightened(at.above, f"objects whose {at.steps[-1]} is null")
        yield from seen_from_above(at)


def _default_changes(at: NodePair) -> Iterator[Change]:
    if not deep_equal(at.old.get("default"), at.new.get("default")):
        yield keyword_change(at, "default", _default_effects(at))


def _default_effects(at: NodePair) -> Iterator[Effect]:
    if at.new.get("default") is None:
        reason = "objects without the field no longer get a default"
    elif at.old.get("default") is None:
        reason = "objects without the field read as if they had the default"
    else:
        reason = "objects without the field get another default; objects written before keep the old one"
    yield effect(ChangeClass.CHANGES_MEANING, reason)
    yield from seen_from_above(at)
