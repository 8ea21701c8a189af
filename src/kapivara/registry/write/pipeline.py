"""The steps of a write in order: decode, default, admit (mutating), prepare, validate, admit (validating), store.

`create` and `update` contain the steps in their order; each kind implements its part (`apis.machinery.kinds.kind`).
`decode` applies defaults. Plugins admit the write (`admission`). Upstream: apiserver/pkg/endpoints/handlers/create.go,
update.go; pkg/registry/generic/registry/store.go Create, Update; pkg/registry/rest/create.go BeforeCreate, update.go
BeforeUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from kapivara.admission.plugin import Action
from kapivara.apis.machinery.kinds.proposal import OutdatedError
from kapivara.apis.machinery.validation.verdict import Verdict
from kapivara.field import FieldPath, Operation, Verb, invalid
from kapivara.meta import (
    ApiError,
    GroupKind,
    conflict_status,
    generate_name_conflict_status,
    invalid_status,
    unknown_error_status,
)
from kapivara.meta.status import invalid_object_text, precondition_text
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.identity import generate_name, new_uid, now
from kapivara.registry.objects.metadata import (
    carry_over,
    check_name,
    drop_double_owners,
    names_version,
    put_into_namespace,
    read_resource_version,
    wipe_system_fields,
)
from kapivara.registry.objects.stored_object import Found
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.options import read_write_options
from kapivara.registry.requests.outcome import Written
from kapivara.registry.write.decoding import decode, require_readable
from kapivara.schema.resource.sound_fields import SoundFields
from kapivara.values import ABSENT, Absent, JsonObject, copy_json, deep_equal, record

_NAME_ATTEMPTS = 8


def create(active: ActiveRequest) -> Document:
    """Decodes and stores a new object; returns it in its stored form."""
    require_readable(active.request.media_type)
    active.options = read_write_options(active.request.query, "CreateOptions")
    active.sound_fields = SoundFields(active.deadline, to_be_stored=not active.only_validates)
    return create_object(active, _read_new(active))


def _read_new(active: ActiveRequest) -> JsonObject:
    """Decodes a new object, and removes the fields that clients may not set; records its creator as a manager."""
    obj = decode(active)
    metadata = obj["metadata"]
    wipe_system_fields(metadata)
    put_into_namespace(metadata, active.namespace)
    active.warn(drop_double_owners(metadata))
    if active.records_managers_of(metadata):
        from kapivara.registry.write.ownership import own_new  # validation alone starts faster without

        own_new(active, obj)
    return obj


def create_unstored(active: ActiveRequest) -> Document:
    """Handles the creation of a kind that is not stored; returns the server's response.

    Errors have no object name, because such objects have none.
    """
    require_readable(active.request.media_type)
    active.options = read_write_options(active.request.query, "CreateOptions")
    obj = _read_new(active)
    if errors := _judged(active, Operation(Verb.CREATE, deadline=active.deadline), obj, ABSENT).errors:
        raise ApiError(invalid_status(active.kind.kind_in_errors(obj).group_kind, "", errors))
    return Document(active.kind.respond(obj, dry_run=active.options.dry_run))


def create_object(active: ActiveRequest, obj: JsonObject) -> Document:
    """Admits, prepares, validates and stores a new object; retries with another generated name if that is taken."""
    active.admit(Action.CREATE, obj)
    metadata = obj["metadata"]
    put_into_namespace(metadata, active.namespace)
    active.kind.admit(metadata.get("name") or "")
    active.kind.check_grant(obj, ABSENT)
    if metadata.get("name") or not metadata.get("generateName"):
        return _create_once(active, obj)
    for _ in range(_NAME_ATTEMPTS - 1):
        try:
            return _create_once(active, copy_json(obj))
        except ApiError as error:
            if error.status.reason != "AlreadyExists":
                raise
    return _create_once(active, obj)


def _create_once(active: ActiveRequest, obj: JsonObject) -> Document:
    """Creates an object under its name; restarts if another object claimed the same resources concurrently.

    Kept: a creation through a subresource claims nothing, unless another object has claimed its values.
    """
    claims = not active.subresource.name
    while active.kind.claims:
        try:
            return _create_at_once(active, copy_json(obj), claims=claims)
        except OutdatedError:
            claims = True
            active.deadline.check()
    return _create_at_once(active, obj, claims=claims)


def _create_at_once(active: ActiveRequest, obj: JsonObject, *, claims: bool) -> Document:
    _prepare_new(active, obj, claims=claims)
    _validate(active, Operation(Verb.CREATE, deadline=active.deadline), obj, ABSENT, obj)
    if active.request.verb != "create":
        _require_create(active)
    active.admit_validated(Action.CREATE, obj)
    return _store_new(active, obj)


def _require_create(active: ActiveRequest) -> None:
    """Raises ApiError (403) if a user may update or patch an object, but not create the missing one.

    Upstream: apiserver/pkg/endpoints/handlers/update.go withAuthorization, the first step of createValidation (1.37).
    """
    surroundings = active.kind.surroundings
    if surroundings.is_unbound:
        return
    from kapivara.authorization.access import refusal  # most servers do not authorize by roles

    access = record.replace(surroundings.asked, verb="create")
    decision = surroundings.decide(access)
    if not decision.allowed:
        raise ApiError(refusal(access, decision.reason))


def _prepare_new(active: ActiveRequest, obj: JsonObject, *, claims: bool) -> None:
    metadata = obj["metadata"]
    metadata["creationTimestamp"] = now()
    metadata["uid"] = new_uid()
    if not metadata.get("name") and metadata.get("generateName"):
        prefix = metadata["generateName"]
        metadata["name"] = generate_name(prefix) if active.kind.generates_names else prefix
    if claims:
        active.kind.allocate(obj, ABSENT, dry_run=active.options.dry_run)
    active.warn(*active.kind.early_warnings(obj))
    active.kind.prepare_for_create(obj)


def _store_new(active: ActiveRequest, obj: JsonObject) -> Document:
    metadata, dry_run = obj["metadata"], active.options.dry_run
    version = metadata.pop("resourceVersion", "")
    if not dry_run and names_version(version):
        raise ApiError(unknown_error_status("resourceVersion should not be set on objects to be created"))
    active.deadline.check()
    managers = metadata.get("managedFields")
    try:
        if managers is None and not version and active.only_validates:
            return active.store.try_create(obj)
        stored = active.store.create(obj, dry_run=dry_run, sound=active.sound_fields, fields=active.known_fields)
    except ApiError as error:
        raise _explain_taken(active, metadata, error) from None
    if version and dry_run:
        stored.obj["metadata"]["resourceVersion"] = version  # kept: a dry run returns the version that was sent
    if managers is None or stored.is_unread:
        return stored
    shown = stored.obj["metadata"].get("managedFields")
    if shown is managers or deep_equal(shown, managers):
        return stored
    stored.obj["metadata"]["managedFields"] = managers  # omit the managed fields that the server added
    return Document(stored.obj)


def _explain_taken(active: ActiveRequest, metadata: JsonObject, error: ApiError) -> ApiError:
    """Returns a more specific error for a taken name: it was generated, or its object is being deleted."""
    if error.status.reason != "AlreadyExists":
        return error
    if metadata.get("generateName"):
        return ApiError(generate_name_conflict_status(active.store.resource, metadata["name"]))
    try:
        existing = active.store.get(metadata.get("namespace", ""), metadata["name"]).obj
    except ApiError:  # deleted by now
        return error
    if existing["metadata"].get("deletionTimestamp"):
        message = f"object is being deleted: {error.status.message}"
        return ApiError(record.replace(error.status, message=message))
    return error


def update(active: ActiveRequest) -> Written:
    """Decodes and stores a new version of an object; returns the stored object.

    Creates a missing object for kinds that allow it.
    """
    active.options = read_write_options(active.request.query, "UpdateOptions")
    require_readable(active.request.media_type)
    sent = decode(active)
    metadata = sent["metadata"]
    put_into_namespace(metadata, active.namespace)
    check_name(metadata, active.request.name)
    active.warn(drop_double_owners(metadata))
    uid = metadata.get("uid")

    def change(found: Found) -> JsonObject:
        check_uid(active, found.stored.key, uid, found.obj["metadata"].get("uid", ""))
        shown = copy_json(sent)
        judge_shown(active, shown, found.obj)
        return active.subresource.put(shown, found.obj)

    try:
        return Written(answered(active, replace(active, change)))
    except ApiError as error:
        if error.status.reason != "NotFound" or not active.subresource.creates_on_update:
            raise
    check_uid(active, active.store.key(active.namespace, active.request.name), uid, "")
    if active.records_managers_of(metadata):
        from kapivara.registry.write.ownership import own_new

        own_new(active, sent)
    return Written(create_missing(active, sent), is_new=True)


def judge_shown(active: ActiveRequest, shown: JsonObject, old: JsonObject) -> None:
    """Ends a write whose subresource object, such as a Scale, is invalid."""
    verdict = active.subresource.verdict(shown, old)
    if verdict is None:
        return
    _note(active, old, verdict, shown=active.subresource.name)
    if verdict.errors:
        raise ApiError(invalid_status(active.subresource.shows.group_kind, old["metadata"]["name"], verdict.errors))


def create_missing(active: ActiveRequest, obj: JsonObject) -> Document:
    """Creates the missing object of an update or an apply.

    Kept: its resourceVersion is parsed and then ignored.
    """
    metadata = obj["metadata"]
    read_resource_version(metadata.get("resourceVersion") or "")
    wipe_system_fields(metadata)
    if not active.options.dry_run:
        metadata.pop("resourceVersion", None)
    return create_object(active, obj)


def answered(active: ActiveRequest, written: Document) -> Document:
    """Returns the client's view of a written object."""
    return written if active.subresource.shows_whole else Document(active.subresource.answer(written.obj))


def replace(active: ActiveRequest, change: Callable[[Found], JsonObject], *, track: bool = True) -> Document:
    """Stores the valid result of `change`; removes the object instead if that was its last finalizer.

    Validates again after a concurrent change; accepts a concurrent removal. `track` records the managers of changed
    fields, unless `change` does.
    """
    from kapivara.registry.delete.removal import is_finalized  # creations do not need it

    request, dry_run = active.request, active.options.dry_run
    found = active.store.get(active.namespace, request.name)
    while True:
        if active.kind.may_take_long(found.stored.value):
            active.deadline.leave_turn()
        new = _judge(active, change(found), found.obj, track=track)
        if is_finalized(active, new, found.obj):
            try:
                if active.store.delete(found.stored, request.name, dry_run=dry_run):
                    return Document(new)
            except ApiError as error:
                if error.status.reason != "NotFound":
                    raise
                return Document(new)
            found = active.store.get(active.namespace, request.name)
            continue
        try:
            swap = active.store.swap(found, new, dry_run=dry_run)
        except OutdatedError:
            active.deadline.check()
            found = active.store.get(active.namespace, request.name)
            continue
        found = swap.found
        if swap.is_done:
            return found


def _judge(active: ActiveRequest, new: JsonObject, old: JsonObject, *, track: bool) -> JsonObject:
    """Prepares and validates an update; returns the new object in the form to store.

    Kept: plugins and the check of grants reject it before its version is compared.
    """
    if track and active.records_managers_of(new["metadata"], old["metadata"]):
        from kapivara.registry.write.ownership import own_change

        own_change(active, new, old)  # of all sent fields, also those that the kind does not let it change
    active.admit(Action.UPDATE, new, old)
    if not active.subresource.name:
        active.kind.check_grant(new, old)
    _check_version(active, new["metadata"], old["metadata"])
    said = {"apiVersion": new.get("apiVersion"), "kind": new.get("kind")}  # a write of the status ignores these
    _prepare_change(active, new, old)
    operation = Operation(Verb.UPDATE, active.subresource.name, deadline=active.deadline, source=active.source)
    _validate(active, operation, new, old, said)
    active.admit_validated(Action.UPDATE, new, old)
    active.deadline.check()
    return new


def _prepare_change(active: ActiveRequest, new: JsonObject, old: JsonObject) -> None:
    put_into_namespace(new["metadata"], active.namespace)
    new["metadata"]["generation"] = old["metadata"].get("generation", 0)
    if not active.subresource.name:
        active.kind.allocate(new, old, dry_run=active.options.dry_run)
    active.subresource.prepare(new, old)
    metadata = new["metadata"]
    carry_over(metadata, old["metadata"])
    if not metadata.get("generation"):
        metadata.pop("generation", None)


def _validate(
    active: ActiveRequest, operation: Operation, new: JsonObject, old: JsonObject | Absent, said: JsonObject
) -> None:
    """Ends an invalid write with an error of the kind that was sent; converts a valid object to its stored form."""
    verdict = _judged(active, operation, new, old)
    active.judged(verdict)
    if verdict.errors:
        kind = active.kind.kind_in_errors(said).group_kind
        raise ApiError(invalid_status(kind, new["metadata"].get("name") or "", verdict.errors))
    active.warn(*active.kind.warnings(operation, new, old))
    active.kind.canonicalize(new)


def _judged(active: ActiveRequest, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> Verdict:
    """Validates an object; records the duration and unusual results."""
    started = perf_counter()
    verdict = active.kind.verdict(operation, new, old, active.sound_fields)
    active.validation_seconds = (active.validation_seconds or 0.0) + perf_counter() - started
    _note(active, new, verdict)
    return verdict


def _note(active: ActiveRequest, obj: JsonObject, verdict: Verdict, *, shown: str = "") -> None:
    if active.oddities or verdict.rollout_note is not None or len(verdict.errors) > 1:
        from kapivara.registry.requests.validation_notes import note_oddities  # nearly all objects have none

        note_oddities(active, obj, verdict, shown=shown)


def _check_version(active: ActiveRequest, metadata: JsonObject, old_metadata: JsonObject) -> None:
    """Ends an update that is based on another version of the object than the stored one."""
    resource, name = active.store.resource, active.request.name
    version = read_resource_version(metadata.get("resourceVersion") or "")
    if version == 0:
        if not active.kind.unconditional_update:
            path = FieldPath.of("metadata", "resourceVersion")
            kind = GroupKind(resource.group, resource.resource)
            raise ApiError(invalid_status(kind, name, [invalid(path, 0, "must be specified for an update")]))
        metadata["resourceVersion"] = old_metadata["resourceVersion"]
    elif version != int(old_metadata["resourceVersion"]):
        raise ApiError(conflict_status(resource, name))


def check_uid(active: ActiveRequest, key: str, uid: str | None, stored: str) -> None:
    """Ends an update that is meant for another object of the same name. Kept: a dry run shortens the key."""
    if uid and uid != stored:
        problem = f"Precondition failed: {precondition_text('UID', uid, stored)}"
        key = key.removeprefix("/registry") if active.options.dry_run else key
        raise ApiError(conflict_status(active.store.resource, active.request.name, invalid_object_text(key, problem)))
