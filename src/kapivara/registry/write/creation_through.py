"""Creations of a subresource: a binding or eviction changes or deletes its pod, a token request gets a response.

As in the server, such an object skips preparation and validation, and makes no manager of fields. Upstream:
apiserver/pkg/endpoints/handlers/create.go, and the Create methods of pkg/registry/core/pod/storage (1.37).
"""

from __future__ import annotations

from kapivara.admission.chain import NO_ADMISSION
from kapivara.admission.plugin import Action
from kapivara.meta import ApiError, conflict_status, generic_status, unknown_error_status
from kapivara.meta.query_parameters import texts
from kapivara.meta.status import invalid_object_text, precondition_text
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.metadata import drop_double_owners, put_into_namespace
from kapivara.registry.objects.stored_object import Found
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.options import DeleteOptions, read_delete_options, read_write_options
from kapivara.registry.write.decoding import decode, require_readable
from kapivara.registry.write.pipeline import answered, check_uid
from kapivara.values import JsonObject, copy_json
from kapivara.values.record import replace


def create_through(active: ActiveRequest) -> Document:
    """Handles the creation of a subresource of an object."""
    require_readable(active.request.media_type)
    active.options = read_write_options(active.request.query, "CreateOptions")
    sent = decode(active)
    put_into_namespace(sent["metadata"], active.namespace)
    active.warn(drop_double_owners(sent["metadata"]))
    active.admit(Action.CREATE, sent)
    active.subresource.check(sent, active.request.name)
    active.admit_validated(Action.CREATE, sent)
    if active.subresource.ends:
        return _end(active, sent)
    if active.subresource.responds:
        return _respond(active, sent)
    return answered(active, _change(active, sent, dry_run=active.options.dry_run))


def _respond(active: ActiveRequest, sent: JsonObject) -> Document:
    """Returns the sent object with the server's response in it, and with managed fields."""
    if active.records_managers_of(sent["metadata"]):
        from kapivara.registry.write.ownership import own_shown

        own_shown(active, sent)
    found = active.store.get(active.namespace, active.request.name)
    return Document(active.subresource.respond(sent, found.obj))


def _change(active: ActiveRequest, sent: JsonObject, *, dry_run: bool) -> Document:
    way, request = active.subresource, active.request

    def change(found: Found) -> JsonObject:
        if way.preconditions:
            _check_preconditions(active, found, sent["metadata"])
        return way.put(copy_json(sent), found.obj)

    stored = active.store.update(active.namespace, request.name, change, dry_run=dry_run)
    if stored is None:
        raise ApiError(generic_status(404))
    return stored


def _check_preconditions(active: ActiveRequest, found: Found, wanted: JsonObject) -> None:
    """Ends a creation that is meant for another UID or version of the object."""
    key, metadata = found.stored.key, found.obj["metadata"]
    check_uid(active, key, wanted.get("uid"), metadata.get("uid", ""))
    version = wanted.get("resourceVersion")
    if version and version != metadata["resourceVersion"]:
        text = precondition_text("ResourceVersion", version, metadata["resourceVersion"])
        key = key.removeprefix("/registry") if active.options.dry_run else key
        problem = invalid_object_text(key, f"Precondition failed: {text}")
        raise ApiError(conflict_status(active.store.resource, active.request.name, problem))


def _end(active: ActiveRequest, sent: JsonObject) -> Document:
    """Writes the sent object into its parent, then deletes the parent with the sent options.

    Retries after a conflict, unless the client itself requires a version or UID.
    """
    active.deadline.leave_turn()  # the deletion may have to write other objects
    active.admission = NO_ADMISSION  # the creation was admitted; upstream does not admit the deletion again
    body = sent.get("deleteOptions")
    _check_dry_runs(texts(active.request.query, "dryRun"), (body or {}).get("dryRun") or [])
    options = read_delete_options({}, body) if body is not None else DeleteOptions()
    options = replace(options, dry_run=options.dry_run or active.options.dry_run)
    while True:
        found = active.store.get(active.namespace, active.request.name)
        try:
            _end_at(active, sent, found, options)
            return Document(active.subresource.answer(found.obj))
        except ApiError as error:
            if error.status.reason != "Conflict" or options.resource_version is not None or options.uid is not None:
                raise
        active.deadline.check()


def _check_dry_runs(asked: list[str], sent: list[str]) -> None:
    """Ends a request with different dry-run options in its query and body. Upstream: propagateDryRun."""
    if asked and sent and asked != sent:
        both = f"[{' '.join(asked)}] and [{' '.join(sent)}]"
        raise ApiError(unknown_error_status(f"Non-matching dry-run options in request and content: {both}"))


def _end_at(active: ActiveRequest, sent: JsonObject, found: Found, options: DeleteOptions) -> None:
    """Deletes an object, provided that it has not changed since it was read."""
    from kapivara.registry.delete.removal import check_preconditions, delete

    kind = active.kind
    version = active.subresource.admit_end(found.obj, dry_run=options.dry_run)
    if options.resource_version is None:
        options = replace(options, resource_version=version)
    if not options.dry_run:
        check_preconditions(found.obj, options, kind)
        marked = _change(active, sent, dry_run=False)
        if options.resource_version is not None:
            options = replace(options, resource_version=marked.obj["metadata"]["resourceVersion"])
    delete(active, active.request.name, options)
