"""The order of merged lists: the order that a patch sets, then that of its items, then that of the object.

Upstream: apimachinery/pkg/util/strategicpatch/patch.go normalizeElementOrder, mergeSortedSlice,
validatePatchWithSetOrderList, partitionMapsByPresentInList (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from kapivara.patch.errors import PatchFailedError
from kapivara.patch.strategic.declared import DELETE, PATCH, SET_ORDER, bad_type, identity, no_merge_key
from kapivara.values import ABSENT, JsonValue
from kapivara.values.rendering import format_value

Items: TypeAlias = list[JsonValue]
Identity: TypeAlias = Callable[[JsonValue], object]
Keyed: TypeAlias = list[tuple[object, JsonValue]]
_INSERTED = 20
"""The longest list that Go's stable sort sorts by insertion alone."""


def identity_by(merge_key: str, *, of_objects: bool = False) -> Identity:
    """Returns a function that identifies list items: by a key, or by their value without one.

    It ends the patch for an item without the key; in a list `of_objects` without a merge key, for every item.
    """

    def by_key(item: JsonValue) -> object:
        if not isinstance(item, dict):
            raise bad_type("map[string]interface {}", item)
        if merge_key not in item:
            raise no_merge_key(item, merge_key)
        return identity(item[merge_key])

    return by_key if merge_key or of_objects else identity


def in_order(merged: Items, wanted: Items, live: Items, identify: Identity) -> Items:
    """Orders a merged list: wanted items in their given order, others in the order of the live list."""
    by_wanted, by_live = _positions(wanted, identify), _positions(live, identify)
    keyed = [(identify(item), item) for item in merged]
    asked = sorted((each for each in keyed if each[0] in by_wanted), key=lambda each: by_wanted[each[0]])
    others = [each for each in keyed if each[0] not in by_wanted]
    return _interleave(_by_position(others, by_live), asked, by_live)


def _by_position(keyed: Keyed, positions: dict[object, int]) -> Keyed:
    """Sorts items by their earlier positions.

    Kept: the server's comparison is true whenever one of two items has no position, which its sort, by insertion for
    short lists, takes for "comes first".
    """
    places = [positions.get(key) for key, _ in keyed]
    if len(keyed) > _INSERTED or None not in places:
        return sorted(keyed, key=lambda each: positions.get(each[0], -1))
    made: list[tuple[int | None, tuple[object, JsonValue]]] = []
    for place, item in zip(places, keyed, strict=True):
        at = len(made)
        while at and ((before := made[at - 1][0]) is None or place is None or place < before):
            at -= 1
        made.insert(at, (place, item))
    return [item for _, item in made]


def check_partition(merged: Items, order: Items, merge_key: str) -> None:
    """Ends a patch if the look-up of an item meets another value in the given order first.

    Upstream: findMapInSliceBasedOnKeyValue.
    """
    identify = identity_by(merge_key)
    ends = next((place for place, each in enumerate(order) if not isinstance(each, dict)), None)
    known = {identity(each[merge_key]) for each in order[:ends] if merge_key in each}
    for item in merged:
        if identify(item) not in known and ends is not None:
            raise PatchFailedError(f"value for key {ends} is not a map")


def _positions(items: Items, identify: Identity) -> dict[object, int]:
    positions: dict[object, int] = {}
    for position, item in enumerate(items):
        positions.setdefault(identify(item), position)
    return positions


def _interleave(
    others: Sequence[tuple[object, JsonValue]], asked: Sequence[tuple[object, JsonValue]], live: dict[object, int]
) -> Items:
    """Merges the other items into the wanted ones, each before the first item that it preceded."""
    made: Items = []
    place = 0
    for key, item in others:
        while place < len(asked) and not _stood_before(key, asked[place][0], live):
            made.append(asked[place][1])
            place += 1
        made.append(item)
    return [*made, *(item for _, item in asked[place:])]


def _stood_before(one: object, other: object, live: dict[object, int]) -> bool:
    return one in live and other in live and live[one] < live[other]


def _directive(item: JsonValue) -> JsonValue:
    return item.get(PATCH, ABSENT) if isinstance(item, dict) else ABSENT


def check_order(patch: Items, order: Items, merge_key: str) -> None:
    """Ends a patch whose items have another order than the one it sets, or are missing there."""
    if not order or not patch:
        return
    identify = identity_by(merge_key)
    waiting = [each for each in patch if not merge_key or _directive(each) != DELETE]
    place = 0
    for step in order:
        while place < len(waiting) and _directive(waiting[place]) is not ABSENT:
            place += 1
        if place == len(waiting):
            return
        if identify(waiting[place]) == identify(step):
            place += 1
    if place < len(waiting):
        told = f"{format_value(patch)}\n doesn't match {SET_ORDER} list:\n{format_value(order)}\n"
        raise PatchFailedError(f"The order in patch list:\n{told}")
