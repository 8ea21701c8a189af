"""Records the fields that the server itself writes into a client's object."""

from __future__ import annotations

from kapivara.patch.managers.given_managers import read_given
from kapivara.patch.managers.managed_fields import Entry, write_managers
from kapivara.patch.merging.field_set import difference
from kapivara.patch.merging.merge_type import MergeType
from kapivara.patch.merging.typed_merge import fields_of
from kapivara.values import JsonObject
from kapivara.values.record import replace


def with_own_writes(
    entries: list[JsonObject], written: JsonObject, author: Entry, merge_type: MergeType
) -> list[JsonObject]:
    """Returns the record of a stored object with the server's own entry, that of `author`.

    `written` is the part of the object that the server writes; its fields without another manager become the server's.
    """
    managers = read_given(entries)
    if managers is None:
        return entries
    own = managers.get(author.identity, author)
    unclaimed = fields_of(written, merge_type)
    for other in managers.values():
        if other.identity != own.identity:
            unclaimed = difference(unclaimed, other.fields)
    if not unclaimed:
        return entries
    return write_managers({**managers, own.identity: replace(own, fields=unclaimed)})
