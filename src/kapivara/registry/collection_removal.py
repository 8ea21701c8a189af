"""Deleting whole collections: what a selector picks, or all objects of a definition that goes.

Upstream: apiserver/pkg/registry/generic/registry/store.go DeleteCollection (1.37).
"""

from __future__ import annotations

from kapivara.apis.kind import Kind
from kapivara.meta import ApiError
from kapivara.registry.call import Call
from kapivara.registry.followers import Followers
from kapivara.registry.list_options import ListOptions, read_list_options
from kapivara.registry.listing import left_out, names_of, pick, render_list
from kapivara.registry.options import DeleteOptions
from kapivara.registry.removal import delete
from kapivara.registry.request import Request
from kapivara.storage import Precondition
from kapivara.values import JsonObject
from kapivara.values.record import replace


def delete_collection(
    call: Call,
    followers: Followers,
    selection: ListOptions,
    options: DeleteOptions,
    preconditions: tuple[Precondition, ...] = (),
) -> JsonObject:
    """Deletes what the options pick; returns the list of it, as it was.

    Raises PreconditionFailed as soon as one of the preconditions does not hold.

    What cannot be read goes too where everything is to go; whether a selector picks it, nobody can tell.
    """
    chunk = pick(call, followers.storage, selection)
    names = names_of(chunk)
    if not selection.labels and not selection.fields:
        names += [_name_of_key(call, each.stored.key) for each in chunk.unreadable]
    else:
        call.warn(left_out(chunk))
    for namespace, name in names:
        call.deadline.check()
        request = replace(call.request, namespace=namespace, name=name)
        one = Call(request, call.kind, call.subresource, followers, deadline=call.deadline, preconditions=preconditions)
        _delete_one(one, options)
        call.store.removed_at = max(call.store.removed_at, one.store.removed_at)
        call.warn(*one.warnings)
    return render_list(call.kind, chunk)


def _name_of_key(call: Call, key: str) -> tuple[str, str]:
    """Returns the namespace and the name that a key tells of."""
    *_, namespace, name = key.split("/")
    return namespace if call.kind.namespaced else "", name


def _delete_one(call: Call, options: DeleteOptions) -> None:
    try:
        delete(call, call.request.name, options)
    except ApiError as error:
        if error.status.code != 404:  # gone is what it should be
            raise


def delete_all(followers: Followers, kind: Kind, precondition: Precondition) -> bool:
    """Deletes every object of a kind; tells whether none is left (finalizers may hold some).

    Raises PreconditionFailed as soon as the precondition does not hold.
    """
    call = Call(Request("deletecollection", kind.gvr), kind, kind.subresources[""], followers)
    everything = read_list_options({}, kind.field_labels)
    delete_collection(call, followers, everything, DeleteOptions(), (precondition,))
    left = pick(call, followers.storage, everything)
    return not left.items and not left.unreadable
