"""Who manages what of a new object of a built-in kind, told quickly: the author, all that a blank object does not have.

An object that was read by its type is of that type nearly everywhere, so that it need not be checked as a whole: what
`compare` does not look at are lists with keys inside parts that are one value, and values that read their JSON
themselves and should be objects. Only these are looked at. It only ever tells what `track_update` would: where anything
is odd, that is asked.
Upstream: structured-merge-diff merge/update.go Updater.Update, typed/validate.go.
"""

from __future__ import annotations

from kapivara.patch.field_set import Fields, difference, without
from kapivara.patch.list_items import StepError
from kapivara.patch.merge_type import ATOMIC, DEDUCED, MergeType
from kapivara.patch.tracking import UNMANAGED
from kapivara.patch.typed_compare import compare
from kapivara.patch.typed_merge import type_problems
from kapivara.values import JsonObject, JsonValue


def fields_of_new(blank: JsonObject, new: JsonObject, kind: MergeType, ignored: Fields) -> Fields | None:
    """Returns the fields of an object, in its normal form, that was not there before; None where it is not sure of it.

    `blank` is an object of the kind with nothing in it; fields that are `ignored` are nobody's.
    """
    try:
        if may_be_wrong(kind) and not _is_of_type(new, kind):
            return None
        changed = compare(blank, new, kind).changed
    except StepError:
        return None
    return difference(without(changed, ignored), UNMANAGED)


def _is_of_type(value: JsonValue, kind: MergeType) -> bool:
    """Tells that a value is of a type that hides something, as far as `compare` does not find out.

    A no only means to look closer. Hot: of most fields it is known that they hide nothing.
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
    """Tells whether something may be wrong with a value of a type that `compare` does not find; found out once."""
    if kind.hides is None:
        kind.hides = _may_fail(kind, set(), within_whole=False)
    return kind.hides


def _may_fail(kind: MergeType, seen: set[tuple[int, bool]], *, within_whole: bool) -> bool:
    """Tells whether a value, in its normal form, may not be of its type; of types that hold themselves, once.

    Lists with keys fail within what is one value only: elsewhere they are compared.
    """
    if kind is ATOMIC or kind is DEDUCED or (id(kind), within_whole) in seen:
        return False
    seen.add((id(kind), within_whole))
    members, items = kind.members, kind.items
    if members is not None:
        if members.other is DEDUCED:
            return True  # a value that reads its JSON itself: it need not be an object
        whole = within_whole or members.atomic
        return any(_may_fail(each, seen, within_whole=whole) for each in members.all_types())
    if items is not None:
        whole = within_whole or items.atomic
        return (within_whole and not items.atomic) or _may_fail(items.of, seen, within_whole=whole)
    return False
