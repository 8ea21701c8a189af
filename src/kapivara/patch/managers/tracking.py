"""Updates the record of managers after a write, and checks an applied configuration for conflicts.

Upstream: structured-merge-diff merge/update.go Updater; apimachinery/pkg/util/managedfields/internal
structuredmerge.go, managedfieldsupdater.go, stripmeta.go, capmanagers.go (1.37).
"""

from __future__ import annotations

from kapivara.patch.managers.managed_fields import ConflictError, Entry, Identity, Managers, identifier
from kapivara.patch.managers.writes import Differences, Versioned, Write, check_type
from kapivara.patch.merging.described_types import object_meta_type
from kapivara.patch.merging.field_set import Fields, difference, intersection, union, without
from kapivara.patch.merging.merge_type import ATOMIC, MergeType
from kapivara.patch.merging.typed_compare import all_fields, same
from kapivara.patch.merging.typed_merge import fields_of, merge, remove, with_named_fields, without_parts_of_atomics
from kapivara.values import JsonObject, deep_equal
from kapivara.values.record import record, replace

MAX_UPDATERS = 10
_ANCIENT = "ancient-changes"
UNMANAGED: Fields = {
    "f:apiVersion": {},
    "f:kind": {},
    "f:metadata": {
        ".": {},
        "f:clusterName": {},
        "f:creationTimestamp": {},
        "f:generation": {},
        "f:managedFields": {},
        "f:name": {},
        "f:namespace": {},
        "f:resourceVersion": {},
        "f:selfLink": {},
        "f:uid": {},
    },
}
"""The fields that have no manager although writes set them."""

_UNMANAGED_NAMES = frozenset(step.removeprefix("f:") for step in UNMANAGED["f:metadata"])


def track_creation(new: JsonObject, write: Write) -> list[JsonObject]:
    """Returns the record of a new object, all of whose fields belong to the author.

    Does in one pass what `track_update` does with a blank object. Raises StepError, and TypedError for a mistyped value
    in an ignored field, which no other step checks.
    """
    fields: Fields = {}
    members, ignored = write.kind.members, write.ignored
    for name, value in new.items():
        step = "f:" + name
        if step in ignored:
            check_type({name: value}, write.kind, allow_duplicates=True)
            continue
        if name == "metadata":
            if managed := value.keys() - _UNMANAGED_NAMES:
                fields[step] = {f"f:{each}": all_fields(value[each], _metadata_type(each)) for each in managed}
        elif step not in UNMANAGED:
            fields[step] = all_fields(value, (members and members.member(name)) or ATOMIC)
    return [write.author.to_json(fields)] if fields else []


def _metadata_type(name: str) -> MergeType:
    members = object_meta_type().members
    return (members and members.member(name)) or ATOMIC


def track_update(managers: Managers, live: JsonObject, new: JsonObject, write: Write) -> Managers:
    """Returns the record after a change: the author manages the changed fields.

    Raises TypedError.
    """
    author = write.author
    check_type(new, write.kind, allow_duplicates=True)
    check_type(live, write.kind, allow_duplicates=True)
    managers = _of_todays_types(managers, live, write)
    differences = Differences(live, new, write)
    managers = _without_changed(managers, differences)
    touched = difference(without(differences.own.changed, write.ignored), UNMANAGED)
    if touched:
        mine = managers.get(author.identity)
        managers[author.identity] = replace(author, fields=union(touched, mine.fields) if mine else touched)
    return _capped(managers)


@record
class Applied:
    """The result of an apply: the object, None if nothing changed, and the record."""

    obj: JsonObject | None
    managers: Managers


def apply_configuration(
    managers: Managers, live: JsonObject, config: JsonObject, write: Write, *, force: bool
) -> Applied:
    """Applies a configuration to the live object.

    Raises ConflictError if that would change fields of other managers, unless forced; raises TypedError.
    """
    author = write.author
    kind = write.kind
    managers = _of_todays_types(managers, live, write)
    merged: JsonObject = merge(live, config, kind)  # type: ignore[assignment]  # two objects give an object
    last = managers.get(author.identity)
    chosen = without(fields_of(config, kind), write.ignored)
    managers[author.identity] = replace(author, fields=chosen)
    if last is not None and last.fields:
        merged = _pruned(merged, managers, last, write)
    differences = Differences(live, merged, write)
    if not force:
        _refuse_conflicts(managers, differences, author.identity)
    managers = _without_changed(managers, differences, keeper=author.identity)
    changed = not same(live, merged)
    if author.identity in managers:
        left = difference(managers[author.identity].fields, UNMANAGED)
        time = author.time if changed else last and last.time
        managers[author.identity] = replace(author, fields=left, time=time)
        if not left:
            del managers[author.identity]
    return Applied(merged if changed else None, managers)


def _of_todays_types(managers: Managers, live: JsonObject, write: Write) -> Managers:
    """Returns the record with the current types, without the managers of removed versions."""
    found = {}
    for identity, entry in managers.items():
        version = write.at(entry.api_version, live)
        if version is not None:
            fields = without_parts_of_atomics(entry.fields, version.kind)
            found[identity] = entry if deep_equal(fields, entry.fields) else replace(entry, fields=fields)
    return found


def _refuse_conflicts(managers: Managers, differences: Differences, author: Identity) -> None:
    """Raises ConflictError if a change touches fields of managers other than the author."""
    conflicts = {}
    for identity, entry in managers.items():
        if identity != author and (fields := intersection(entry.fields, differences.at(entry.api_version).changed)):
            conflicts[identity] = fields
    if conflicts:
        raise ConflictError(conflicts)


def _without_changed(managers: Managers, differences: Differences, keeper: Identity | None = None) -> Managers:
    """Removes changed and removed fields from all managers except the keeper; drops empty managers."""
    left: Managers = {}
    for identity, entry in managers.items():
        fields = entry.fields
        if identity != keeper and (found := differences.at(entry.api_version)):
            fields = difference(difference(fields, found.changed), found.removed)
        if fields:
            left[identity] = entry if fields is entry.fields else replace(entry, fields=fields)
    return left


def _pruned(merged: JsonObject, managers: Managers, last: Entry, write: Write) -> JsonObject:
    """Removes the fields that the author applied before but not now, unless another manager has them."""
    blame = "failed to prune fields: failed to convert merged object to last applied version: "
    whole = write.at(last.api_version, merged, blame)
    if whole is None:
        return merged
    last_fields = with_named_fields(last.fields, whole.kind)
    pruned = whole.with_object(remove(whole.obj, last_fields, whole.kind) or {})
    managed: dict[str, Fields] = {}
    for entry in managers.values():
        managed[entry.api_version] = union(managed.get(entry.api_version, {}), entry.fields)
    for version in sorted(managed, key=lambda version: version != last.api_version):
        blame = "failed to prune fields: failed add back owned items: failed to convert {} object at version "
        there = write.at(version, merged, f"{blame.format('merged')}{version}: ")
        left = write.at(version, pruned.at_home(), f"{blame.format('pruned')}{version}: ")
        if there is not None and left is not None:
            kept = union(_named_fields(left), with_named_fields(managed[version], there.kind))
            pruned = there.with_object(remove(there.obj, difference(_named_fields(there), kept), there.kind) or {})
    blame = "failed to prune fields: failed add back dangling items: failed to convert pruned object to last applied "
    left = write.at(last.api_version, pruned.at_home(), f"{blame}version: ") or whole
    gone = intersection(difference(_named_fields(whole), _named_fields(left)), last_fields)
    return whole.with_object(remove(whole.obj, gone, whole.kind) or {}).at_home()


def _named_fields(found: Versioned) -> Fields:
    return with_named_fields(fields_of(found.obj, found.kind), found.kind)


def _capped(managers: Managers) -> Managers:
    """Merges the oldest updaters of a version into one entry if there are too many."""
    updaters = sorted(
        (entry for entry in managers.values() if entry.operation == "Update"),
        key=lambda entry: (entry.time or "", identifier(entry.identity)),
    )
    count = len(updaters)
    first: dict[str, Entry] = {}
    for entry in updaters:
        if count <= MAX_UPDATERS:
            break
        version = entry.api_version
        if version not in first:
            first[version] = entry
            continue
        bucket = Entry(_ANCIENT, "Update", version, "", {})
        before = managers.get(bucket.identity) or managers.pop(first[version].identity)
        managers[bucket.identity] = replace(bucket, fields=union(entry.fields, before.fields), time=entry.time)
        del managers[entry.identity]  # kept: drops the whole entry, if the ancient one is not the oldest
        count -= 1
    return managers
