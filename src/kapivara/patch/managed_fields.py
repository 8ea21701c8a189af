"""Who manages which field: what a write does to that record, and what an applied configuration may change.

Upstream: structured-merge-diff merge/update.go Updater; apimachinery/pkg/util/managedfields/internal
structuredmerge.go, managedfieldsupdater.go, stripmeta.go, capmanagers.go, managedfields.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kapivara.meta import ApiVersionError
from kapivara.patch.described_types import object_meta_type
from kapivara.patch.field_set import Fields, difference, intersection, read_fields, union, without
from kapivara.patch.merge_type import ATOMIC, MergeType
from kapivara.patch.typed_compare import NO_DIFFERENCE, Difference, compare, same, whole
from kapivara.patch.typed_merge import fields_of, merge, problems, remove, settle_atomic, with_named_fields
from kapivara.values import JsonObject, deep_equal
from kapivara.values.record import record, replace

MAX_UPDATERS = 10
BEFORE_FIRST_APPLY = "before-first-apply"
_ANCIENT = "ancient-changes"
_UNMANAGED: Fields = {
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
"""What nobody manages, though writes set it."""

_UNMANAGED_NAMES = frozenset(step.removeprefix("f:") for step in _UNMANAGED["f:metadata"])

_LEFT_OUT_EMPTY = ("apiVersion", "manager", "operation", "subresource", "time")

TypeOf: TypeAlias = Callable[[str], MergeType | None]
"""Returns how objects merge at an API version; None where who wrote at it is forgotten. Raises ApiVersionError
where no object can be brought to that version."""


@record
class Entry:
    """One manager's fields, at the version in which it wrote them."""

    manager: str
    operation: str
    api_version: str
    subresource: str
    fields: Fields
    time: str | None = None

    @property
    def identity(self) -> Identity:
        """What makes an entry another one's: appliers are the same in all versions."""
        return self.manager, self.operation, self.api_version if self.operation == "Update" else "", self.subresource

    def to_json(self, fields: Fields | None = None) -> JsonObject:
        """Returns the entry as objects show it, with its own fields or with others."""
        shown: JsonObject = {
            "apiVersion": self.api_version,
            "fieldsType": "FieldsV1",
            "fieldsV1": self.fields if fields is None else fields,
            "manager": self.manager,
            "operation": self.operation,
            "subresource": self.subresource,
            "time": self.time,
        }
        for name in _LEFT_OUT_EMPTY:
            if not shown[name]:
                del shown[name]
        return shown


Identity: TypeAlias = tuple[str, str, str, str]
Managers: TypeAlias = dict[Identity, Entry]


class TypedError(Exception):
    """An object that is not of its type, or not at the version that a manager wrote at; in the server's words."""


class ConflictError(Exception):
    """Fields that others manage would change; `fields` has them by manager."""

    def __init__(self, fields: dict[Identity, Fields]):
        super().__init__()
        self.fields = fields


@record
class Write:
    """A write about to be recorded: by whom, of what type, and the fields that it cannot change whatever it says.

    `kind` is the type at the author's version, `type_of` gives it at others.
    """

    author: Entry
    kind: MergeType
    type_of: TypeOf
    ignored: Fields


def read_managers(entries: list[JsonObject]) -> Managers:
    """Reads the record from an object; raises FieldSetError."""
    managers: Managers = {}
    for each in entries:
        fields = read_fields(each.get("fieldsV1"))
        entry = Entry(
            each.get("manager") or "",
            each.get("operation") or "",
            each.get("apiVersion") or "",
            each.get("subresource") or "",
            fields,
            each.get("time"),
        )
        managers[entry.identity] = entry
    return managers


def write_managers(managers: Managers) -> list[JsonObject]:
    """Returns the record as objects show it: appliers first, then by time and name."""

    def place(entry: Entry) -> tuple[str, ...]:
        return entry.operation, entry.time or "", entry.manager, entry.api_version, entry.subresource

    return [entry.to_json() for entry in sorted(managers.values(), key=place)]


def track_creation(new: JsonObject, write: Write) -> list[JsonObject]:
    """Returns the record of an object that was not there before: the author manages all of it.

    Does in one pass what `track_update` does to an object that says nothing but its kind. Raises StepError, and
    TypedError for what is not of its type in a field that is ignored, for nobody else will look at it.
    """
    fields: Fields = {}
    members, ignored = write.kind.members, write.ignored
    for name, value in new.items():
        step = "f:" + name
        if step in ignored:
            check_type({name: value}, write.kind, doubles=True)
            continue
        if name == "metadata":
            if managed := value.keys() - _UNMANAGED_NAMES:
                fields[step] = {f"f:{each}": whole(value[each], _metadata_type(each)) for each in managed}
        elif step not in _UNMANAGED:
            fields[step] = whole(value, (members and members.member(name)) or ATOMIC)
    return [write.author.to_json(fields)] if fields else []


def _metadata_type(name: str) -> MergeType:
    members = object_meta_type().members
    return (members and members.member(name)) or ATOMIC


def track_update(managers: Managers, live: JsonObject, new: JsonObject, write: Write) -> Managers:
    """Returns the record after an object was changed: the author manages what the change touched.

    Raises TypedError.
    """
    author = write.author
    check_type(new, write.kind, doubles=True)
    check_type(live, write.kind, doubles=True)
    managers = _settled(managers, live, write)
    found = _compare(live, new, write)
    managers = _give_up(managers, {author.api_version: found}, (live, new), write, None)
    touched = difference(without(union(found.modified, found.added), write.ignored), _UNMANAGED)
    if touched:
        mine = managers.get(author.identity)
        managers[author.identity] = replace(author, fields=union(touched, mine.fields) if mine else touched)
    return _capped(managers)


def apply_configuration(
    managers: Managers, live: JsonObject, config: JsonObject, write: Write, *, force: bool
) -> tuple[JsonObject | None, Managers]:
    """Returns the live object with a configuration applied to it (None where that changes nothing), and the record.

    Raises ConflictError where that would change what others manage, unless it is forced; raises TypedError.
    """
    author = write.author
    kind = write.kind
    managers = _settled(managers, live, write)
    merged: JsonObject = merge(live, config, kind)  # type: ignore[assignment]  # two objects give an object
    last = managers.get(author.identity)
    chosen = without(fields_of(config, kind), write.ignored)
    managers[author.identity] = replace(author, fields=chosen)
    if last is not None and last.fields:
        merged = _pruned(merged, managers, last, write)
    found = _compare(live, merged, write)
    versions = {author.api_version: found}
    if not force:
        _refuse_conflicts(managers, versions, (live, merged), write)
    managers = _give_up(managers, versions, (live, merged), write, author.identity)
    changed = not same(live, merged)
    if author.identity in managers:
        left = difference(managers[author.identity].fields, _UNMANAGED)
        time = author.time if changed else last and last.time
        managers[author.identity] = replace(author, fields=left, time=time)
        if not left:
            del managers[author.identity]
    return merged if changed else None, managers


def check_type(obj: JsonObject, kind: MergeType, *, doubles: bool = False) -> None:
    """Raises TypedError where an object is not of a type; `doubles` allows items given twice."""
    found = problems(obj, kind, doubles=doubles)
    if found:
        raise TypedError(found[0] if len(found) == 1 else "\n  ".join(("errors:", *found)))


def _convert(obj: JsonObject, version: str, write: Write, blame: str = "") -> MergeType | None:
    """Returns the type of an object at a version, None where there is no such any more.

    Raises TypedError where the object cannot be brought to that version, which takes no field away from it.
    Upstream: apimachinery/pkg/util/managedfields/internal/versionconverter.go Convert.
    """
    if version == write.author.api_version:
        return write.kind
    try:
        kind = write.type_of(version)
        if kind is not None:
            check_type(obj, kind)
    except (ApiVersionError, TypedError) as error:
        raise TypedError(f"{blame}{error}") from None
    return kind


def _settled(managers: Managers, live: JsonObject, write: Write) -> Managers:
    """Returns the record as today's types have it, without the managers of versions that are gone."""
    settled = {}
    for identity, entry in managers.items():
        kind = _convert(live, entry.api_version, write)
        if kind is not None:
            fields = settle_atomic(entry.fields, kind)
            settled[identity] = entry if deep_equal(fields, entry.fields) else replace(entry, fields=fields)
    return settled


def _compare(live: JsonObject, new: JsonObject, write: Write) -> Difference:
    found = compare(live, new, write.kind)
    return found.keep(lambda fields: without(fields, write.ignored)) if write.ignored else found


_Versions: TypeAlias = dict[str, Difference]


def _at_version(versions: _Versions, version: str, objects: tuple[JsonObject, JsonObject], write: Write) -> Difference:
    found = versions.get(version)
    if found is None:
        kind = _convert(objects[1], version, write, "failed to convert new object: ")
        found = versions[version] = NO_DIFFERENCE if kind is None else compare(*objects, kind)
    return found


def _refuse_conflicts(
    managers: Managers, versions: _Versions, objects: tuple[JsonObject, JsonObject], write: Write
) -> None:
    conflicts = {}
    for identity, entry in managers.items():
        if identity != write.author.identity:
            found = _at_version(versions, entry.api_version, objects, write)
            fields = intersection(entry.fields, union(found.modified, found.added))
            if fields:
                conflicts[identity] = fields
    if conflicts:
        raise ConflictError(conflicts)


def _give_up(
    managers: Managers,
    versions: _Versions,
    objects: tuple[JsonObject, JsonObject],
    write: Write,
    author: Identity | None,
) -> Managers:
    """Takes from all managers but the author what a change removed or took over; those with nothing left go."""
    left: Managers = {}
    for identity, entry in managers.items():
        fields = entry.fields
        if identity != author:
            found = _at_version(versions, entry.api_version, objects, write)
            if found:
                fields = difference(difference(fields, union(found.modified, found.added)), found.removed)
        if fields:
            left[identity] = entry if fields is entry.fields else replace(entry, fields=fields)
    return left


def _pruned(merged: JsonObject, managers: Managers, last: Entry, write: Write) -> JsonObject:
    """Removes what the author applied before, applies no longer, and nobody else manages."""
    blame = "failed to prune fields: failed to convert merged object to last applied version: "
    kind = _convert(merged, last.api_version, write, blame)
    if kind is None:
        return merged
    last_fields = with_named_fields(last.fields, kind)
    pruned = remove(merged, last_fields, kind) or {}
    managed: dict[str, Fields] = {}
    for entry in managers.values():
        managed[entry.api_version] = union(managed.get(entry.api_version, {}), entry.fields)
    for version in sorted(managed, key=lambda version: version != last.api_version):
        blame = "failed to prune fields: failed add back owned items: failed to convert merged object at version "
        at_version = _convert(merged, version, write, f"{blame}{version}: ")
        if at_version is not None:
            named = [with_named_fields(fields_of(each, at_version), at_version) for each in (merged, pruned)]
            kept = union(named[1], with_named_fields(managed[version], at_version))
            pruned = remove(merged, difference(named[0], kept), at_version) or {}
    merged_fields, pruned_fields = (with_named_fields(fields_of(each, kind), kind) for each in (merged, pruned))
    gone = intersection(difference(merged_fields, pruned_fields), last_fields)
    return remove(merged, gone, kind) or {}


def _capped(managers: Managers) -> Managers:
    """Merges the oldest updaters of a version into one entry where there are too many."""
    updaters = sorted(
        (entry for entry in managers.values() if entry.operation == "Update"),
        key=lambda entry: (entry.time or "", entry.identity),
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
        managers.pop(entry.identity)
        managers[bucket.identity] = replace(bucket, fields=union(entry.fields, before.fields), time=entry.time)
        count -= 1
    return managers
