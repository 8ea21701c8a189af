"""Deletion: preconditions, finalizers, and the final removal of an object.

There is no garbage collector here: its finalizers (`foregroundDeletion`, `orphan`) wait for a controller, as on a
server without controllers. Upstream: apiserver/pkg/registry/generic/registry/store.go Delete,
pkg/registry/rest/delete.go BeforeDelete (1.37).

A second deletion can only shorten the period. Nothing here waits for its end: the component that stops the workload
deletes the object again with a grace period of 0. Upstream: apiserver/pkg/registry/rest/delete.go BeforeDelete (1.37).
"""

from __future__ import annotations

import calendar
import time
from collections.abc import Callable, Sequence

from kapivara.admission.plugin import Action
from kapivara.apis.machinery.kinds.garbage_collection import GarbageCollectionPolicy
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.meta import ApiError, GroupResource, Status, conflict_status, success_status
from kapivara.meta.owners import DELETE_DEPENDENTS, ORPHAN_DEPENDENTS
from kapivara.meta.status import invalid_object_text, precondition_text
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.identity import moment, now
from kapivara.registry.objects.stored_object import Found, UnreadableError, at_revision
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.options import DeleteOptions
from kapivara.values import ABSENT, JsonObject, copy_json
from kapivara.values.record import record, replace

_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_LAST_MOMENT = 253402300799
"""The end of the year 9999, the latest time that can be formatted."""


@record
class Grace:
    """An object with its new grace period; unchanged (`is_pending`) if its period runs and would become longer."""

    obj: JsonObject
    is_pending: bool = False


def begin_grace(
    kind: Kind, obj: JsonObject, options: DeleteOptions, clock: Callable[[], float] = time.time
) -> Grace | None:
    """Returns the object after a deletion with a grace period; None if it is to be removed at once."""
    asked = options.grace_period_seconds
    if asked is not None and asked < 0:
        asked = 1
    seconds = kind.grace_seconds(obj, asked)
    if seconds is None:
        return None
    now = int(clock())
    if obj["metadata"].get("deletionTimestamp"):
        return _shorten(obj, asked, now)
    new: JsonObject = copy_json(obj)
    metadata = new["metadata"]
    metadata["deletionTimestamp"] = _printed(now + seconds)
    metadata["deletionGracePeriodSeconds"] = seconds
    if metadata.get("generation"):
        metadata["generation"] += 1
    return Grace(new)


def _shorten(obj: JsonObject, asked: int | None, now: int) -> Grace | None:
    left = obj["metadata"].get("deletionGracePeriodSeconds") or 0
    if not left:
        return None
    if asked is None or asked >= left:
        return Grace(obj, is_pending=True)
    deleted_at = calendar.timegm(time.strptime(obj["metadata"]["deletionTimestamp"], _FORMAT)) - left
    new: JsonObject = copy_json(obj)
    end = deleted_at + asked
    new["metadata"]["deletionTimestamp"] = _printed(max(end, now))
    new["metadata"]["deletionGracePeriodSeconds"] = 1 if asked and end < now else asked
    return Grace(new)


def _printed(second: int) -> str:
    return moment(min(second, _LAST_MOMENT))


@record
class Removal:
    """The result of a deletion: the object if it waits for finalizers, or if its kind returns deleted objects.

    Other deleted objects give a Status.
    """

    document: Document | None = None
    status: Status | None = None
    gone: bool = False


def delete(active: ActiveRequest, name: str, options: DeleteOptions) -> Removal:
    """Removes an object, or marks it for deletion if finalizers or its kind delay the removal.

    Retries after a concurrent change of the object.
    """
    while (removal := _delete(active, name, options)) is None:
        pass
    return removal


def _delete(active: ActiveRequest, name: str, options: DeleteOptions) -> Removal | None:
    namespace = active.namespace
    try:
        found = active.store.get(namespace, name)
    except UnreadableError as error:
        return _delete_unreadable(active, name, error, options)
    if options.unreadable:
        raise ApiError(conflict_status(active.store.resource, name, _readable_text(found)))
    kind = active.kind
    if kind.holds_deleted:
        if active.request.verb == "deletecollection":  # kept: here a collection deletion has common error texts
            check_preconditions(found.obj, options, kind)
        _check_held(active, found.obj, options)
        if not found.obj["metadata"].get("deletionTimestamp"):
            active.admit_validated(Action.DELETE, ABSENT, found.obj)
            return _begin(active, name, options)
        if not kind.is_released(found.obj):
            return Removal(found)
    else:
        check_preconditions(found.obj, options, kind)
    grace = begin_grace(kind, found.obj, options)
    if grace is not None:
        return _end_gracefully(active, name, found, options, grace)
    active.admit_validated(Action.DELETE, ABSENT, found.obj)
    if not wanted_finalizers(found.obj, options, kind.garbage_collection):
        gone = active.store.delete(found.stored, name, dry_run=options.dry_run)
        return _gone(active, name, found) if gone else None

    def mark(current: Found) -> JsonObject:
        new: JsonObject = copy_json(current.obj)
        new["metadata"]["finalizers"] = wanted_finalizers(new, options, kind.garbage_collection)
        mark_as_deleting(new["metadata"])
        return new

    return Removal(active.store.update(namespace, name, mark, dry_run=options.dry_run))


def _end_gracefully(
    active: ActiveRequest, name: str, found: Found, options: DeleteOptions, grace: Grace
) -> Removal | None:
    """Gives an object its grace period; removes it if the period is 0 and no finalizer is left."""
    if grace.is_pending:
        return Removal(found)
    active.admit_validated(Action.DELETE, ABSENT, found.obj)
    metadata = grace.obj["metadata"]
    finalizers = wanted_finalizers(found.obj, options, active.kind.garbage_collection)
    metadata |= {"finalizers": finalizers} if finalizers else {}
    swap = active.store.swap(found, grace.obj, dry_run=options.dry_run)
    if not swap.is_done:
        return None
    if finalizers or metadata["deletionGracePeriodSeconds"]:
        return Removal(swap.found)
    gone = active.store.delete(swap.found.stored, name, dry_run=options.dry_run)
    return _gone(active, name, swap.found) if gone else None


def _delete_unreadable(
    active: ActiveRequest, name: str, error: UnreadableError, options: DeleteOptions
) -> Removal | None:
    """Removes an unreadable object, whose finalizers are unknown; preconditions that it cannot meet fail.

    Differs from the server, which requires an option because another etcd may have a better copy. Upstream:
    apiserver/pkg/registry/generic/registry/corrupt_obj_deleter.go Delete (1.37).
    """
    if options.uid is not None or options.resource_version not in (None, str(error.stored.revision)):
        raise error
    if not options.unreadable:
        active.warn(f"{error.stored.key} could not be read, and was deleted whatever it held")
    gone = active.store.delete(error.stored, name, dry_run=options.dry_run)
    return _gone(active, name) if gone else None


def _readable_text(found: Found) -> str:
    problem = "unsafe deletion is not allowed because the object is decodable from storage"
    return invalid_object_text(found.stored.key, problem)


def _begin(active: ActiveRequest, name: str, options: DeleteOptions) -> Removal:
    """Marks an object for deletion whose kind delays removals."""
    if active.kind.waits_unless_orphaned and options.orphan_dependents is False:
        options = replace(options, orphan_dependents=None, propagation_policy="Foreground")

    def mark(current: Found) -> JsonObject:
        new: JsonObject = copy_json(current.obj)
        wanted = wanted_finalizers(new, options, active.kind.garbage_collection)
        active.kind.mark_for_deletion(new, wanted)
        return new

    return Removal(active.store.update("", name, mark, dry_run=options.dry_run))


def _check_held(active: ActiveRequest, obj: JsonObject, options: DeleteOptions) -> None:
    """Checks the preconditions for kinds that delay removals, with their own error texts.

    Upstream: the Delete of such a kind's own storage, as in pkg/registry/core/namespace/storage/storage.go.
    """
    metadata = obj["metadata"]
    for what, wanted, actual in (
        ("UID", options.uid, metadata.get("uid", "")),
        ("ResourceVersion", options.resource_version, metadata["resourceVersion"]),
    ):
        if wanted is not None and wanted != actual:
            problem = f"{active.kind.precondition_failed}: {precondition_text(what, wanted, actual)}"
            raise ApiError(conflict_status(active.store.resource, metadata["name"], problem))


def _gone(active: ActiveRequest, name: str, found: Found | None = None) -> Removal:
    """Returns the result for a removed object: the object if its kind returns it and it is readable, else a Status."""
    if found is not None and active.kind.api.returns_deleted:
        removed_at = active.store.removed_at
        return Removal(Document(at_revision(copy_json(found.obj), removed_at)) if removed_at else found, gone=True)
    resource, uid = active.kind.gvr, "" if found is None else found.obj["metadata"].get("uid", "")
    return Removal(status=success_status(kind=resource.resource, group=resource.group, name=name, uid=uid), gone=True)


def check_preconditions(obj: JsonObject, options: DeleteOptions, kind: Kind) -> None:
    """Ends a deletion that is meant for another UID or version of the object. Kept: errors name the kind."""
    metadata, named = obj["metadata"], kind.kind_in_errors(obj)
    uid, version = metadata.get("uid", ""), metadata["resourceVersion"]
    if options.uid is not None and options.uid != uid:
        problem = (
            f"the UID in the precondition ({options.uid}) does not match the UID in record ({uid}). "
            "The object might have been deleted and then recreated"
        )
        raise ApiError(conflict_status(GroupResource(named.group, named.kind), metadata["name"], problem))
    if options.resource_version is not None and options.resource_version != version:
        problem = (
            f"the ResourceVersion in the precondition ({options.resource_version}) does not match the "
            f"ResourceVersion in record ({version}). The object might have been modified"
        )
        raise ApiError(conflict_status(GroupResource(named.group, named.kind), metadata["name"], problem))


def wanted_finalizers(obj: JsonObject, options: DeleteOptions, default: GarbageCollectionPolicy) -> list[str]:
    """Returns the finalizers of an object after its deletion: its own, and those that the options require.

    Without options, the garbage collection finalizers of the object decide, then the `default` of its kind. Upstream:
    store.go deletionFinalizersForGarbageCollection.
    """
    present = obj["metadata"].get("finalizers") or []
    wanted = [each for each in present if each not in (ORPHAN_DEPENDENTS, DELETE_DEPENDENTS)]
    policy = _propagation(present, options, default)
    if policy == "Orphan":
        wanted.append(ORPHAN_DEPENDENTS)
    if policy == "Foreground":
        wanted.append(DELETE_DEPENDENTS)
    return present if set(wanted) == set(present) else wanted


def _propagation(present: Sequence[str], options: DeleteOptions, default: GarbageCollectionPolicy) -> str:
    """Returns the propagation policy of a deletion; empty for the default, background deletion of dependents."""
    if default is GarbageCollectionPolicy.UNSUPPORTED:
        return ""
    if options.orphan_dependents is not None:
        return "Orphan" if options.orphan_dependents else ""
    if options.propagation_policy is not None:
        return options.propagation_policy
    by_default = "Orphan" if default is GarbageCollectionPolicy.ORPHAN_DEPENDENTS else ""
    return next((_POLICIES[each] for each in present if each in _POLICIES), by_default)


_POLICIES = {ORPHAN_DEPENDENTS: "Orphan", DELETE_DEPENDENTS: "Foreground"}


def mark_as_deleting(metadata: JsonObject) -> None:
    """Sets the deletion time, once, and increments the generation."""
    if not metadata.get("deletionTimestamp"):
        if metadata.get("generation"):
            metadata["generation"] += 1
        metadata["deletionTimestamp"] = now()
    metadata["deletionGracePeriodSeconds"] = 0


def is_finalized(active: ActiveRequest, new: JsonObject, old: JsonObject) -> bool:
    """Returns True if an update leaves a deleted object without finalizers or grace period.

    Upstream: store.go ShouldDeleteDuringUpdate.
    """
    metadata = old["metadata"]
    if not metadata.get("deletionTimestamp") or metadata.get("deletionGracePeriodSeconds"):
        return False
    return active.kind.is_released(new)
