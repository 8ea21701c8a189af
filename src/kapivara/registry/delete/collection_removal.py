"""Deletes whole collections: the objects that a selector matches, or all objects of a deleted CRD.

Upstream: apiserver/pkg/registry/generic/registry/store.go DeleteCollection (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.meta import ApiError
from kapivara.registry.delete.removal import delete
from kapivara.registry.following.followers import Followers
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.stored_object import Found, UnreadableError
from kapivara.registry.read.list_document import ListDocument
from kapivara.registry.read.listing import left_out, pick
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.list_options import ANY_VERSION, ListOptions, read_list_options
from kapivara.registry.requests.options import DeleteOptions
from kapivara.registry.requests.request import Request
from kapivara.storage import Precondition
from kapivara.values.record import replace


def delete_collection(
    active: ActiveRequest, followers: Followers, selection: ListOptions, options: DeleteOptions
) -> Document:
    """Deletes the objects that match the options; returns them as a list, in their state before.

    Without selectors it also deletes unreadable objects; with selectors it skips them, because they cannot be matched.
    Kept: the deletion lists in chunks, and as in other chunked lists a given resourceVersion means exactly that
    version.
    """
    if not selection.version_match and not selection.limit and selection.resource_version not in ANY_VERSION:
        selection = replace(selection, version_match="Exact")
    chunk = pick(active, followers.storage, selection)
    names = _names_of(active.kind, chunk.items)
    if not selection.labels and not selection.fields:
        names += _names_of(active.kind, chunk.unreadable)
    else:
        active.warn(left_out(chunk))
    for one in _delete_each(active, followers, names, options):
        active.warn(*one.warnings)
        if not options.dry_run:  # per object, so that the consequences of a deletion do not wait for all others
            active.kind.after_delete(one.request.name, one.store.removed_at, active.deadline)
    return ListDocument(active.kind, chunk)


def _delete_each(
    active: ActiveRequest,
    followers: Followers,
    names: Iterable[tuple[str, str]],
    options: DeleteOptions,
    preconditions: tuple[Precondition, ...] = (),
) -> Iterator[ActiveRequest]:
    """Deletes objects by namespace and name one after the other; yields the request of each deletion.

    Raises PreconditionFailed as soon as a precondition does not hold.
    """
    for namespace, name in names:
        active.deadline.check()
        request = replace(active.request, namespace=namespace, name=name)
        one = ActiveRequest(
            request,
            active.subresource,
            followers,
            admission=active.admission,
            deadline=active.deadline,
            preconditions=preconditions,
        )
        one.options, one.delete_options = active.options, active.delete_options
        one.go_unnamed()
        _delete_one(one, options)
        yield one


def _names_of(kind: Kind, objects: Iterable[Found | UnreadableError]) -> list[tuple[str, str]]:
    """Returns the namespace and name of each object, from its key."""
    steps = [each.stored.key.split("/") for each in objects]
    return [(step[-2] if kind.namespaced else "", step[-1]) for step in steps]


def _delete_one(active: ActiveRequest, options: DeleteOptions) -> None:
    try:
        delete(active, active.request.name, options)
    except ApiError as error:
        if error.status.code != 404:  # already deleted
            raise


def delete_all(followers: Followers, kind: Kind, precondition: Precondition) -> bool:
    """Deletes all objects of a kind; returns True if none is left (finalizers may hold some).

    Raises PreconditionFailed as soon as the precondition does not hold.
    """
    active = ActiveRequest(Request("deletecollection", kind.gvr), kind.subresources[""], followers)
    everything = read_list_options({}, kind)
    found = pick(active, followers.storage, everything)
    names = [*_names_of(kind, found.items), *_names_of(kind, found.unreadable)]
    for _ in _delete_each(active, followers, names, DeleteOptions(), (precondition,)):
        pass
    left = pick(active, followers.storage, everything)
    return not left.items and not left.unreadable
