"""Compares list types and map types, which determine uniqueness, correlation and merging."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.schema.changes.change import Change, ChangeClass, Effect, effect
from kapivara.schema.changes.conditions import distinct_condition
from kapivara.schema.changes.consequences import keyword_change, safe, stopped
from kapivara.schema.changes.node_pair import NodePair
from kapivara.schema.changes.suggestions import suggest
from kapivara.values import JsonObject

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
