"""Computes the managed fields of a new built-in object quickly: the author manages all that a blank object lacks.

A decoded object matches its type nearly everywhere, so it needs no full check. `compare` does not check lists with keys
inside atomic parts, and values with their own JSON decoding that should be objects; only these are checked here. The
result always equals that of `track_update`, which handles all unusual cases. Upstream: structured-merge-diff
merge/update.go Updater.Update, typed/validate.go.
"""

from __future__ import annotations

from kapivara.patch.managers.tracking import UNMANAGED
from kapivara.patch.merging.field_set import Fields, difference, without
from kapivara.patch.merging.list_items import StepError
from kapivara.patch.merging.merge_type import ATOMIC, DEDUCED, MergeType
from kapivara.patch.merging.typed_compare import compare
from kapivara.patch.merging.typed_merge import type_problems
from kapivara.values import JsonObject, JsonValue


def fields_of_new(blank: JsonObject, new: JsonObject, kind: MergeType, ignored: Fields) -> Fields | None:
    """Returns the fields of a new normalized object; None if this fast path cannot compute them.

    `blank` is an empty object of the kind; `ignored` fields have no manager.
    """
    try:
        if may_be_wrong(kind) and not _is_of_type(new, kind):
            return None
        changed = compare(blank, new, kind).changed
    except StepError:
        return None
    return difference(without(changed, ignored), UNMANAGED)


def _is_of_type(value: JsonValue, kind: MergeType) -> bool:
    """Returns True if a value matches its type in the parts that `compare` does not check.

    False only means that a full check is needed. Hot: most fields are known to need no check.
    """
    members, items = kind.members, kind.items
    if value is None:
        return True
    if type(value) is dict and members is not None:
        if members.atomic:
            return not type_problems(value, kind, allow_duplicates=True)
        known = members.known
        for name, item in value.items():
            member = known.get(name) or members.member(name)
            if member is None or (member.hides is not False and may_be_wrong(member) and not _is_of_type(item, member)):
                return False
        return True
    if type(value) is list and items is not None:
        if items.atomic:
            return not type_problems(value, kind, allow_duplicates=True)
        return all(_is_of_type(item, items.of) for item in value)
    return False


def may_be_wrong(kind: MergeType) -> bool:
    """Returns True if `compare` may miss errors in values of a type; cached."""
    if kind.hides is None:
        kind.hides = _may_fail(kind, set(), within_whole=False)
    return kind.hides


def _may_fail(kind: MergeType, seen: set[tuple[int, bool]], *, within_whole: bool) -> bool:
    """Returns True if a normalized value may violate its type; checks a recursive type once.

    Lists with keys can do so only inside atomic parts: elsewhere `compare` checks them.
    """
    if kind is ATOMIC or kind is DEDUCED or (id(kind), within_whole) in seen:
        return False
    seen.add((id(kind), within_whole))
    members, items = kind.members, kind.items
    if members is not None:
        if members.other is DEDUCED:
            return True  # a value with its own JSON decoding, which need not be an object
        whole = within_whole or members.atomic
        return any(_may_fail(each, seen, within_whole=whole) for each in members.all_types())
    if items is not None:
        whole = within_whole or items.atomic
        return (within_whole and not items.atomic) or _may_fail(items.of, seen, within_whole=whole)
    return False
