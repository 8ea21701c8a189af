"""The steps of a request, as code: decode, prune, default, convert, prepare, validate, store.

`scope.view(…).decode` holds the first three (a kind's own affair), `scope.to_storage` the conversion; here is their
order, and what is the same for all kinds: options, names, namespaces, versions, generated fields, strictness.
Upstream: apiserver/pkg/endpoints/handlers/create.go, update.go, get.go; pkg/registry/generic/registry/store.go Create,
Update; pkg/registry/rest/create.go BeforeCreate, update.go BeforeUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.codec import DecodeError
from kapivara.field import FieldPath, Operation, Verb, invalid
from kapivara.meta import (
    ApiError,
    GroupKind,
    bad_request_status,
    conflict_status,
    generate_name_conflict_status,
    invalid_status,
    too_large_resource_version_status,
    unknown_error_status,
    unsupported_media_type_status,
)
from kapivara.registry.body import ACCEPTED, Body, explain_unread, is_readable, read_body
from kapivara.registry.call import Call
from kapivara.registry.identity import generate_name, new_uid, now
from kapivara.registry.metadata import (
    carry_over,
    check_name,
    drop_double_owners,
    names_version,
    read_resource_version,
    settle_namespace,
    wipe_system_fields,
)
from kapivara.registry.options import WriteOptions, read_write_options
from kapivara.registry.parameters import text, truth
from kapivara.registry.scope import UndecodableError, View
from kapivara.registry.store import Found
from kapivara.values import ABSENT, JsonObject, copy_json, record

_NAME_ATTEMPTS = 8

Admission = Callable[[Call, JsonObject], None]
"""Ends a create that may not be: its namespace is missing or on its way out."""


def get(call: Call, view: View, revision: int) -> JsonObject:
    """Returns an object, or what a subresource shows of it."""
    request = call.request
    if truth(request.query, "export"):
        problem = "the export parameter, deprecated since v1.14, is no longer supported"
        raise ApiError(bad_request_status(problem))
    wanted = read_resource_version(text(request.query, "resourceVersion"), "resourceVersion: Invalid value: ")
    if wanted > revision:
        raise ApiError(too_large_resource_version_status(wanted, revision, 1))
    return view.show(call.store.get(request.namespace, request.name).obj)


def create(call: Call, view: View, admit: Admission) -> JsonObject:
    """Carries a new object from its body to the storage; returns it as it was stored."""
    request = call.request
    _require_readable(request.media_type)
    options = read_write_options(request.query, "CreateOptions")
    obj = _decode(call, view, options)
    metadata = obj["metadata"]
    wipe_system_fields(metadata)
    settle_namespace(metadata, request.namespace if call.scope.namespaced else "")
    call.warn(drop_double_owners(metadata))
    if call.records_managers_of(metadata):
        from kapivara.registry.ownership import own_new  # what only judges objects starts faster without

        own_new(call, obj, options)
    admit(call, obj)
    if metadata.get("name") or not metadata.get("generateName"):
        return create_object(call, obj, options)
    for attempt in range(_NAME_ATTEMPTS):
        try:
            return create_object(call, copy_json(obj), options)
        except ApiError as error:
            if error.status.reason != "AlreadyExists" or attempt == _NAME_ATTEMPTS - 1:
                raise
    raise AssertionError("unreachable")


def create_object(call: Call, obj: JsonObject, options: WriteOptions) -> JsonObject:
    """Prepares, validates and stores a new object that has been read; returns it as it was stored."""
    scope, metadata = call.scope, obj["metadata"]
    metadata["creationTimestamp"] = now()
    metadata["uid"] = new_uid()
    if not metadata.get("name") and metadata.get("generateName"):
        metadata["name"] = generate_name(metadata["generateName"])
    scope.prepare_for_create(obj)
    operation = Operation(Verb.CREATE, deadline=call.deadline)
    verdict = scope.validate(operation, obj, ABSENT)
    call.judged(verdict)
    if verdict.errors:
        kind = scope.group_kind_of(obj).group_kind
        raise ApiError(invalid_status(kind, metadata.get("name") or "", verdict.errors))
    call.warn(*scope.warnings(operation, obj, ABSENT))
    scope.canonicalize(obj)
    version = metadata.pop("resourceVersion", "")
    if not options.dry_run and names_version(version):
        raise ApiError(unknown_error_status("resourceVersion should not be set on objects to be created"))
    call.deadline.check()
    try:
        stored = call.store.create(obj, dry_run=options.dry_run)
    except ApiError as error:
        raise _explain_taken(call, obj, error) from None
    if version and options.dry_run:
        stored["metadata"]["resourceVersion"] = version  # kept: what is not stored says what it was sent with
    if "managedFields" in metadata:
        stored["metadata"]["managedFields"] = metadata["managedFields"]  # what the server adds is not told yet
    return stored


def _explain_taken(call: Call, obj: JsonObject, error: ApiError) -> ApiError:
    """Says why a name is taken where there is more to say: it was generated, or its owner is on the way out."""
    metadata = obj["metadata"]
    if error.status.reason != "AlreadyExists":
        return error
    if metadata.get("generateName"):
        return ApiError(generate_name_conflict_status(call.store.resource, metadata["name"]))
    try:
        existing = call.store.get(metadata.get("namespace", ""), metadata["name"]).obj
    except ApiError:  # it went meanwhile
        return error
    if existing["metadata"].get("deletionTimestamp"):
        message = f"object is being deleted: {error.status.message}"
        return ApiError(record.replace(error.status, message=message))
    return error


def update(call: Call, view: View) -> JsonObject:
    """Carries a whole new version of an object from its body to the storage; returns what was stored."""
    request = call.request
    options = read_write_options(request.query, "UpdateOptions")
    _require_readable(request.media_type)
    sent = _decode(call, view, options)
    settle_namespace(sent["metadata"], request.namespace if call.scope.namespaced else "")
    check_name(sent["metadata"], request.name)
    call.warn(drop_double_owners(sent["metadata"]))
    uid = sent["metadata"].get("uid")

    def change(found: Found) -> JsonObject:
        check_uid(call, found, uid, dry_run=options.dry_run)
        return view.put(copy_json(sent), found.obj)

    return view.answer(replace(call, change, options))


def replace(
    call: Call, change: Callable[[Found], JsonObject], options: WriteOptions, *, track: bool = True
) -> JsonObject:
    """Stores what `change` makes of an object, if it passes; removes it instead where that was its last finalizer.

    Who changes it meanwhile has it judged again; who removes it meanwhile has done what was to be done.
    `track` records who manages the changed fields, where `change` has not done so.
    """
    while (stored := _replace(call, change, options, track=track)) is None:
        pass
    return stored


def _replace(
    call: Call, change: Callable[[Found], JsonObject], options: WriteOptions, *, track: bool
) -> JsonObject | None:
    request = call.request
    finalized: list[tuple[JsonObject, Found]] = []

    def judged(found: Found) -> JsonObject | None:
        new = _judge(call, change(found), found.obj, options if track else None)
        finalized.clear()
        from kapivara.registry.removal import is_finalized  # creations do without

        if is_finalized(call, new, found.obj):
            finalized.append((new, found))
            return None
        return new

    stored = call.store.update(request.namespace, request.name, judged, dry_run=options.dry_run)
    if stored is not None:
        return stored
    obj, found = finalized[0]
    try:
        return obj if call.store.delete(found.stored, request.name, dry_run=options.dry_run) else None
    except ApiError as error:
        if error.status.reason != "NotFound":
            raise
        return obj


def _judge(call: Call, new: JsonObject, old: JsonObject, tracked: WriteOptions | None) -> JsonObject:
    """Prepares and validates an update; returns the new object as it may be stored."""
    scope, request = call.scope, call.request
    metadata, old_metadata = new["metadata"], old["metadata"]
    _check_version(call, metadata, old_metadata)
    if tracked is not None and call.records_managers_of(metadata, old_metadata):
        from kapivara.registry.ownership import own_change

        own_change(call, new, old, tracked)  # of all that was sent, also of what the kind does not let it change
    said = {"apiVersion": new.get("apiVersion"), "kind": new.get("kind")}  # which a status write takes no note of
    settle_namespace(metadata, request.namespace if scope.namespaced else "")
    metadata["generation"] = old_metadata.get("generation", 0)
    scope.prepare_for_update(new, old, request.subresource)
    metadata = new["metadata"]
    carry_over(metadata, old_metadata)
    if not metadata["generation"]:
        del metadata["generation"]
    operation = Operation(Verb.UPDATE, request.subresource, deadline=call.deadline)
    verdict = scope.validate(operation, new, old)
    call.judged(verdict)
    if verdict.errors:
        raise ApiError(invalid_status(scope.group_kind_of(said).group_kind, metadata.get("name") or "", verdict.errors))
    call.warn(*scope.warnings(operation, new, old))
    scope.canonicalize(new)
    call.deadline.check()
    return new


def _check_version(call: Call, metadata: JsonObject, old_metadata: JsonObject) -> None:
    """Ends an update that was made from another version of the object than the stored one."""
    resource, name = call.store.resource, call.request.name
    version = read_resource_version(metadata.get("resourceVersion") or "")
    if version == 0:
        if not call.scope.unconditional_update:
            path = FieldPath.of("metadata", "resourceVersion")
            kind = GroupKind(resource.group, resource.resource)
            raise ApiError(invalid_status(kind, name, [invalid(path, 0, "must be specified for an update")]))
        metadata["resourceVersion"] = old_metadata["resourceVersion"]
    elif version != int(old_metadata["resourceVersion"]):
        raise ApiError(conflict_status(resource, name))


def check_uid(call: Call, found: Found, uid: str | None, *, dry_run: bool) -> None:
    """Ends an update that is meant for another object of the same name. Kept: a dry run shortens the key."""
    stored = found.obj["metadata"].get("uid", "")
    if uid and uid != stored:
        problem = f"Precondition failed: UID in precondition: {uid}, UID in object meta: {stored}"
        key = found.stored.key.removeprefix("/registry") if dry_run else found.stored.key
        where = f"invalid object, Code: 4, Key: {key}, ResourceVersion: 0"
        message = f"StorageError: {where}, AdditionalErrorMsg: {problem}"
        raise ApiError(conflict_status(call.store.resource, call.request.name, message))


def _decode(call: Call, view: View, options: WriteOptions) -> JsonObject:
    """Reads the body as an object of the version asked for; deals with strict errors as the options say."""
    body = read_object_body(call, view, strict=options.strict)
    try:
        read = view.decode(body)
    except UndecodableError as error:
        raise ApiError(bad_request_status(view.undecodable_text(error, body))) from None
    if read.strict_errors and options.field_validation == "Strict":
        problem = f"strict decoding error: {', '.join(read.strict_errors)}"
        text_of_problem = view.undecodable_text(UndecodableError(problem, read.kind, untyped=call.scope.custom), body)
        raise ApiError(bad_request_status(text_of_problem))
    if options.strict:
        call.warn_strict(read.strict_errors)
    if read.kind is not view.kind and read.kind.group_version != view.kind.group_version:
        given, wanted = read.kind.group_version, view.kind.group_version
        problem = f"the API version in the data ({given}) does not match the expected API version ({wanted})"
        raise ApiError(bad_request_status(problem))
    read.obj.setdefault("metadata", {})
    return read.obj


def read_object_body(call: Call, view: View, *, strict: bool = True) -> Body:
    """Reads the body of a create or an update; ends the request where it cannot be read at all."""
    request = call.request
    try:
        return read_body(request, strict=strict)
    except DecodeError as error:
        raw = request.body if isinstance(request.body, bytes) else b""
        failure = UndecodableError(explain_unread(error.message, request.media_type))
        raise ApiError(bad_request_status(view.undecodable_text(failure, Body(None, text=raw)))) from None


def _require_readable(media_type: str) -> None:
    if not is_readable(media_type):
        raise ApiError(unsupported_media_type_status(ACCEPTED))
