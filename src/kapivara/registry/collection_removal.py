"""Deleting whole collections: what a selector picks, or all objects of a definition that goes.

Upstream: apiserver/pkg/registry/generic/registry/store.go DeleteCollection (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.apis.kind import Kind
from kapivara.meta import ApiError
from kapivara.registry.active_request import ActiveRequest
from kapivara.registry.document import Document
from kapivara.registry.followers import Followers
from kapivara.registry.list_document import ListDocument
from kapivara.registry.list_options import ANY_VERSION, ListOptions, read_list_options
from kapivara.registry.listing import left_out, pick
from kapivara.registry.options import DeleteOptions
from kapivara.registry.removal import delete
from kapivara.registry.request import Request
from kapivara.registry.stored_object import Found, UnreadableError
from kapivara.storage import Precondition
from kapivara.values.record import replace


def delete_collection(
    active: ActiveRequest, followers: Followers, selection: ListOptions, options: DeleteOptions
) -> Document:
    """Deletes what the options pick; returns the list of it, as it was.

    What cannot be read goes too where everything is to go; whether a selector picks it, nobody can tell.
    Kept: what goes is listed in chunks, and like that of other such lists a version that is named is the very one.
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
        if not options.dry_run:  # at once: what has to follow a deletion does not wait for all of them
            active.kind.after_delete(one.request.name, one.store.removed_at, active.deadline)
    return ListDocument(active.kind, chunk)


def _delete_each(
    active: ActiveRequest,
    followers: Followers,
    names: Iterable[tuple[str, str]],
    options: DeleteOptions,
    preconditions: tuple[Precondition, ...] = (),
) -> Iterator[ActiveRequest]:
    """Deletes objects by namespace and name, each when the one before was dealt with; yields the request that did it.

    Raises PreconditionFailed as soon as one of the preconditions does not hold.
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
    """Returns the namespace and the name of each object, as its key tells them."""
    steps = [each.stored.key.split("/") for each in objects]
    return [(step[-2] if kind.namespaced else "", step[-1]) for step in steps]


def _delete_one(active: ActiveRequest, options: DeleteOptions) -> None:
    try:
        delete(active, active.request.name, options)
    except ApiError as error:
        if error.status.code != 404:  # gone is what it should be
            raise


def delete_all(followers: Followers, kind: Kind, precondition: Precondition) -> bool:
    """Deletes every object of a kind; tells whether none is left (finalizers may hold some).

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
