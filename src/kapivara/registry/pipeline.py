"""The steps of a write, as code: decode, default, admit, prepare, validate, store.

Each step stands here once, in the order of `create` and `update`; what a step means for an object is its kind's affair
(`apis.kind`). Defaults are filled in by `decode`. Nothing the server admits by changes objects yet.
Upstream: apiserver/pkg/endpoints/handlers/create.go, update.go; pkg/registry/generic/registry/store.go Create, Update;
pkg/registry/rest/create.go BeforeCreate, update.go BeforeUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.field import FieldPath, Operation, Verb, invalid
from kapivara.meta import (
    ApiError,
    GroupKind,
    conflict_status,
    generate_name_conflict_status,
    invalid_status,
    unknown_error_status,
)
from kapivara.registry.call import Call
from kapivara.registry.decoding import decode, require_readable
from kapivara.registry.identity import generate_name, new_uid, now
from kapivara.registry.metadata import (
    carry_over,
    check_name,
    drop_double_owners,
    names_version,
    put_into_namespace,
    read_resource_version,
    wipe_system_fields,
)
from kapivara.registry.options import read_write_options
from kapivara.registry.store import Found
from kapivara.values import ABSENT, Absent, JsonObject, copy_json, record

_NAME_ATTEMPTS = 8


def create(call: Call) -> JsonObject:
    """Carries a new object from its body to the storage; returns it as it was stored."""
    require_readable(call.request.media_type)
    call.options = read_write_options(call.request.query, "CreateOptions")
    obj = decode(call)
    metadata = obj["metadata"]
    wipe_system_fields(metadata)
    put_into_namespace(metadata, call.namespace)
    call.warn(drop_double_owners(metadata))
    if call.records_managers_of(metadata):
        from kapivara.registry.ownership import own_new  # what only judges objects starts faster without

        own_new(call, obj)
    return create_object(call, obj)


def create_object(call: Call, obj: JsonObject) -> JsonObject:
    """Admits, prepares, validates and stores a new object; a name that was made up and is taken is made up again."""
    metadata = obj["metadata"]
    call.kind.admit(call.namespace, metadata.get("name") or "")
    if metadata.get("name") or not metadata.get("generateName"):
        return _create_once(call, obj)
    for _ in range(_NAME_ATTEMPTS - 1):
        try:
            return _create_once(call, copy_json(obj))
        except ApiError as error:
            if error.status.reason != "AlreadyExists":
                raise
    return _create_once(call, obj)


def _create_once(call: Call, obj: JsonObject) -> JsonObject:
    _prepare_new(call, obj)
    _validate(call, Operation(Verb.CREATE, deadline=call.deadline), obj, ABSENT, obj)
    return _store_new(call, obj)


def _prepare_new(call: Call, obj: JsonObject) -> None:
    metadata = obj["metadata"]
    metadata["creationTimestamp"] = now()
    metadata["uid"] = new_uid()
    if not metadata.get("name") and metadata.get("generateName"):
        metadata["name"] = generate_name(metadata["generateName"])
    call.kind.prepare_for_create(obj)


def _store_new(call: Call, obj: JsonObject) -> JsonObject:
    metadata, dry_run = obj["metadata"], call.options.dry_run
    version = metadata.pop("resourceVersion", "")
    if not dry_run and names_version(version):
        raise ApiError(unknown_error_status("resourceVersion should not be set on objects to be created"))
    call.deadline.check()
    managers = metadata.get("managedFields")
    try:
        stored = call.store.create(obj, dry_run=dry_run)
    except ApiError as error:
        raise _explain_taken(call, metadata, error) from None
    if version and dry_run:
        stored["metadata"]["resourceVersion"] = version  # kept: what is not stored says what it was sent with
    if managers is not None:
        stored["metadata"]["managedFields"] = managers  # what the server adds is not told yet
    return stored


def _explain_taken(call: Call, metadata: JsonObject, error: ApiError) -> ApiError:
    """Says why a name is taken where there is more to say: it was generated, or its owner is on the way out."""
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


def update(call: Call) -> JsonObject:
    """Carries a whole new version of an object from its body to the storage; returns what was stored."""
    call.options = read_write_options(call.request.query, "UpdateOptions")
    require_readable(call.request.media_type)
    sent = decode(call)
    metadata = sent["metadata"]
    put_into_namespace(metadata, call.namespace)
    check_name(metadata, call.request.name)
    call.warn(drop_double_owners(metadata))
    uid = metadata.get("uid")

    def change(found: Found) -> JsonObject:
        _check_uid(call, found, uid)
        return call.subresource.put(copy_json(sent), found.obj)

    return call.subresource.answer(replace(call, change))


def create_through(call: Call) -> JsonObject:
    """Carries what is created through a subresource into the object that it is created of, as a binding into a pod."""
    require_readable(call.request.media_type)
    call.options = read_write_options(call.request.query, "CreateOptions")
    sent = decode(call)
    put_into_namespace(sent["metadata"], call.namespace)
    stored = replace(call, lambda found: call.subresource.put(copy_json(sent), found.obj))
    return call.subresource.answer(stored)


def replace(call: Call, change: Callable[[Found], JsonObject], *, track: bool = True) -> JsonObject:
    """Stores what `change` makes of an object, if it passes; removes it instead where that was its last finalizer.

    Who changes it meanwhile has it judged again; who removes it meanwhile has done what was to be done.
    `track` records who manages the changed fields, where `change` has not done so.
    """
    from kapivara.registry.removal import is_finalized  # creations do without

    request, dry_run = call.request, call.options.dry_run
    found = call.store.get(request.namespace, request.name)
    while True:
        new = _judge(call, change(found), found.obj, track=track)
        if is_finalized(call, new, found.obj):
            try:
                if call.store.delete(found.stored, request.name, dry_run=dry_run):
                    return new
            except ApiError as error:
                if error.status.reason != "NotFound":
                    raise
                return new
            found = call.store.get(request.namespace, request.name)
            continue
        stored = call.store.swap(found, new, dry_run=dry_run)
        if not isinstance(stored, Found):
            return stored
        found = stored


def _judge(call: Call, new: JsonObject, old: JsonObject, *, track: bool) -> JsonObject:
    """Prepares and validates an update; returns the new object as it may be stored."""
    _check_version(call, new["metadata"], old["metadata"])
    if track and call.records_managers_of(new["metadata"], old["metadata"]):
        from kapivara.registry.ownership import own_change

        own_change(call, new, old)  # of all that was sent, also of what the kind does not let it change
    said = {"apiVersion": new.get("apiVersion"), "kind": new.get("kind")}  # which a status write takes no note of
    _prepare_change(call, new, old)
    _validate(call, Operation(Verb.UPDATE, call.subresource.name, deadline=call.deadline), new, old, said)
    call.deadline.check()
    return new


def _prepare_change(call: Call, new: JsonObject, old: JsonObject) -> None:
    put_into_namespace(new["metadata"], call.namespace)
    new["metadata"]["generation"] = old["metadata"].get("generation", 0)
    call.subresource.prepare(new, old)
    metadata = new["metadata"]
    carry_over(metadata, old["metadata"])
    if not metadata["generation"]:
        del metadata["generation"]


def _validate(call: Call, operation: Operation, new: JsonObject, old: JsonObject | Absent, said: JsonObject) -> None:
    """Ends a write that does not pass, in the name of the kind that it `said` to be; brings it to its stored form."""
    verdict = call.kind.judge(operation, new, old)
    call.judged(verdict)
    if verdict.errors:
        kind = call.kind.kind_in_errors(said).group_kind
        raise ApiError(invalid_status(kind, new["metadata"].get("name") or "", verdict.errors))
    call.warn(*call.kind.warnings(operation, new, old))
    call.kind.canonicalize(new)


def _check_version(call: Call, metadata: JsonObject, old_metadata: JsonObject) -> None:
    """Ends an update that was made from another version of the object than the stored one."""
    resource, name = call.store.resource, call.request.name
    version = read_resource_version(metadata.get("resourceVersion") or "")
    if version == 0:
        if not call.kind.unconditional_update:
            path = FieldPath.of("metadata", "resourceVersion")
            kind = GroupKind(resource.group, resource.resource)
            raise ApiError(invalid_status(kind, name, [invalid(path, 0, "must be specified for an update")]))
        metadata["resourceVersion"] = old_metadata["resourceVersion"]
    elif version != int(old_metadata["resourceVersion"]):
        raise ApiError(conflict_status(resource, name))


def _check_uid(call: Call, found: Found, uid: str | None) -> None:
    """Ends an update that is meant for another object of the same name. Kept: a dry run shortens the key."""
    stored = found.obj["metadata"].get("uid", "")
    if uid and uid != stored:
        problem = f"Precondition failed: UID in precondition: {uid}, UID in object meta: {stored}"
        key = found.stored.key.removeprefix("/registry") if call.options.dry_run else found.stored.key
        where = f"invalid object, Code: 4, Key: {key}, ResourceVersion: 0"
        message = f"StorageError: {where}, AdditionalErrorMsg: {problem}"
        raise ApiError(conflict_status(call.store.resource, call.request.name, message))
