"""Server-side apply: a configuration merged into an object (or made into one), by who manages which field.

Upstream: apiserver/pkg/endpoints/handlers/patch.go applyPatcher; apimachinery/pkg/util/managedfields/internal
fieldmanager.go Apply, versioncheck.go, structuredmerge.go, conflict.go (1.37).
"""

from __future__ import annotations

from kapivara.codec import Decoded, DecodeError, decode_yaml
from kapivara.codec.meta_shapes import MANAGED_FIELDS_ENTRY
from kapivara.codec.typed import decode_typed
from kapivara.meta import (
    ApiError,
    Cause,
    GroupVersionKind,
    Status,
    bad_request_status,
    conflict_status,
    unknown_error_status,
)
from kapivara.meta.status import apply_conflict_status
from kapivara.patch.field_set import FieldSetError, paths
from kapivara.patch.managed_fields import (
    BEFORE_FIRST_APPLY,
    ConflictError,
    Identity,
    Managers,
    TypedError,
    Write,
    apply_configuration,
    check_type,
    read_managers,
    track_update,
    write_managers,
)
from kapivara.patch.scale_managers import REPLICAS, bring_back, scale_managers
from kapivara.registry.body import interpret
from kapivara.registry.call import Call
from kapivara.registry.last_applied import KUBECTL, keep_annotation, left_over
from kapivara.registry.metadata import (
    check_name,
    drop_double_owners,
    read_resource_version,
    settle_namespace,
    wipe_system_fields,
)
from kapivara.registry.options import WriteOptions
from kapivara.registry.ownership import show_managers, write_of
from kapivara.registry.pipeline import Admission, create_object, replace
from kapivara.registry.scale import SCALE, ScaleView
from kapivara.registry.scope import UndecodableError, View
from kapivara.registry.store import Found
from kapivara.values import JsonObject, JsonValue, copy_json, record
from kapivara.values.json_value import go_json_type
from kapivara.values.rendering import quote


def apply(call: Call, view: View, admit: Admission, options: WriteOptions) -> tuple[JsonObject, bool]:
    """Carries an object with a configuration applied to the storage; returns what was stored, and whether it is new."""
    request = call.request
    decoded = _read_patch(request.body)
    made_new = False

    def change(found: Found) -> JsonObject:
        if isinstance(view, ScaleView):
            return _apply_scale(call, view, decoded.value, (found.obj, options))
        return _apply(call, view, decoded, (found.obj, options))

    try:
        stored = replace(call, change, options, track=False)
    except ApiError as error:
        if error.status.reason != "NotFound" or request.subresource:
            raise
        made_new = True
    if made_new:
        return _create(call, view, decoded, (admit, options)), True
    return view.answer(stored), False


def _create(call: Call, view: View, decoded: Decoded, state: tuple[Admission, WriteOptions]) -> JsonObject:
    admit, options = state
    obj = _apply(call, view, decoded, (call.scope.blank(), options))
    uid = decoded.value["metadata"].get("uid")
    if uid:
        problem = f"uid mismatch: the provided object specified uid {uid}, and no existing object was found"
        raise ApiError(conflict_status(call.store.resource, call.request.name, problem))
    read_resource_version(obj["metadata"].get("resourceVersion", ""))
    wipe_system_fields(obj["metadata"])
    if not options.dry_run:
        obj["metadata"].pop("resourceVersion", None)
    admit(call, obj)
    return create_object(call, obj, options)


def _read_patch(body: bytes | Decoded) -> Decoded:
    if not isinstance(body, Decoded):
        try:
            decoded = decode_yaml(body)
        except DecodeError as error:
            prefix = "error encoding patch: "
            if body.lstrip().startswith(b"{"):
                prefix = "error decoding patch: error converting YAML to JSON: "
            raise ApiError(bad_request_status(prefix + error.message)) from None
    else:
        decoded = body
    if decoded.value is None:
        return Decoded({})
    if type(decoded.value) is not dict:
        prefix = "error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal "
        problem = f"{go_json_type(decoded.value)} into Go value of type map[string]interface {{}}"
        raise ApiError(bad_request_status(prefix + problem))
    return decoded


def _apply(call: Call, view: View, decoded: Decoded, state: tuple[JsonObject, WriteOptions]) -> JsonObject:
    """Returns the object that the configuration asks for, with the record of who manages what."""
    live, options = state
    config: JsonObject = copy_json(decoded.value)
    _check_config(config, view.kind)
    write = write_of(call, options, "Apply")
    _check_type(call, config, live)
    managers = _managers(live, call.scope.blank(), write)
    merged, managers = _merge(managers, live, config, (write, bool(options.force)))
    _be_strict(call, decoded, options)
    obj: JsonObject = copy_json(live if merged is None else merged)
    metadata = obj["metadata"] = obj.get("metadata") or {}
    metadata.pop("managedFields", None)
    if managers:
        metadata["managedFields"] = write_managers(managers)
    if merged is not None:
        try:
            obj = call.scope.settle_applied(obj, new=not live.get("metadata"))
        except UndecodableError as error:
            failed = (
                f"failed to convert new object ({_named(config)}) to proper version: unable to convert unstructured"
            )
            problem = f"{failed} object to {call.scope.kind}: {error.problem}"
            raise ApiError(unknown_error_status(problem)) from None
        metadata = obj["metadata"]
    if write.author.manager == KUBECTL:
        keep_annotation(obj, config)
    settle_namespace(metadata, call.request.namespace if call.scope.namespaced else "")
    check_name(metadata, call.request.name)
    call.warn(drop_double_owners(metadata, patching=True))
    return obj


def _check_config(config: JsonObject, wanted: GroupVersionKind) -> None:
    texts = {name: text if type(text := config.get(name)) is str else "" for name in ("apiVersion", "kind")}
    try:
        found = interpret(texts)
    except DecodeError:
        found = GroupVersionKind("", "", texts["kind"])
    if found != wanted:
        raise ApiError(bad_request_status(f"invalid object type: {_kind_text(found)}"))
    if _says_managers(config.get("metadata")):
        raise ApiError(bad_request_status("metadata.managedFields must be nil"))


def _says_managers(metadata: JsonValue) -> bool:
    """Tells whether metadata has a record of managers; what cannot be read as one is none.

    Upstream: apimachinery/pkg/apis/meta/v1/unstructured/unstructured.go GetManagedFields.
    """
    entries = metadata.get("managedFields") if type(metadata) is dict else None
    if type(entries) is not list:
        return False
    try:
        return all(type(each) is dict and decode_typed(each, MANAGED_FIELDS_ENTRY) for each in entries)
    except DecodeError:
        return False


def _kind_text(kind: GroupVersionKind) -> str:
    return f"{kind.group}/{kind.version}, Kind={kind.kind}"


def _check_type(call: Call, config: JsonObject, live: JsonObject) -> None:
    kind = call.scope.own_type
    for what, obj, doubles in (("patch", config, False), ("live", live, True)):
        try:
            check_type(obj, kind, doubles=doubles)
        except TypedError as error:
            problem = f"failed to create typed {what} object ({_named(obj)}): {error}"
            raise ApiError(unknown_error_status(problem)) from None


def _named(obj: JsonObject) -> str:
    metadata = obj.get("metadata")
    metadata = metadata if type(metadata) is dict else {}
    namespace, name = (text if type(text := metadata.get(field)) is str else "" for field in ("namespace", "name"))
    return f"{namespace}/{name}; {_kind_text(interpret({each: obj.get(each) for each in ('apiVersion', 'kind')}))}"


def _merge(
    managers: Managers, live: JsonObject, config: JsonObject, how: tuple[Write, bool]
) -> tuple[JsonObject | None, Managers]:
    write, force = how
    try:
        return apply_configuration(managers, live, config, write, force=force)
    except TypedError as error:
        raise ApiError(unknown_error_status(str(error))) from None
    except ConflictError as error:
        left: ConflictError | None = error
        if write.author.manager == KUBECTL:
            left = left_over(error, live, write.kind)
        if left is not None:
            raise ApiError(_conflict(left)) from None
    return apply_configuration(managers, live, config, write, force=True)


def _read_managers(live: JsonObject) -> Managers:
    try:
        return read_managers(live.get("metadata", {}).get("managedFields") or [])
    except FieldSetError as error:  # it was placed, or stored before such records were read
        raise ApiError(unknown_error_status(f"failed to decode managed fields: {error}")) from None


def _managers(live: JsonObject, blank: JsonObject, write: Write) -> Managers:
    """Returns who manages what before the apply; where that was not recorded, all belongs to the past."""
    managers = _read_managers(live)
    if managers:
        return managers
    past = record.replace(write.author, manager=BEFORE_FIRST_APPLY, operation="Update")
    return track_update({}, blank, live, record.replace(write, author=past))


def _be_strict(call: Call, decoded: Decoded, options: WriteOptions) -> None:
    errors = decoded.strict_errors
    if errors and options.field_validation == "Strict":
        raise ApiError(bad_request_status(f"error strict decoding patch: error converting YAML to JSON: {errors[0]}"))
    if options.strict:
        call.warn_strict(errors)


def _conflict(error: ConflictError) -> Status:
    names = {identity: _manager_text(identity) for identity in sorted(error.fields)}
    found = [(names[identity], path) for identity in names for path in paths(error.fields[identity])]
    causes = [Cause("FieldManagerConflict", f"conflict with {name}", path) for name, path in found]
    if len(found) == 1:
        return apply_conflict_status(causes, f"Apply failed with 1 conflict: {causes[0].message}: {found[0][1]}")
    lines = []
    for identity, name in names.items():
        lines += [f"conflicts with {name}:", *(f"- {path}" for path in paths(error.fields[identity]))]
    return apply_conflict_status(causes, f"Apply failed with {len(found)} conflicts: " + "\n".join(lines))


def _manager_text(identity: Identity) -> str:
    manager, operation, version, subresource = identity
    text = quote(manager)
    if subresource:
        text += f" with subresource {quote(subresource)}"
    return f"{text} using {version}" if operation == "Update" else text


def _apply_scale(call: Call, view: ScaleView, config: JsonObject, state: tuple[JsonObject, WriteOptions]) -> JsonObject:
    """Applies a Scale; kept: what changes replicas fails, for want of a conversion, if not for a conflict.

    So does every apply where nobody manages them.
    """
    live, options = state
    _check_config(config, view.kind)
    problem = f"request to convert CR to an invalid group/version: {SCALE.api_version}"
    managers = _read_managers(live)
    scale = scale_managers(managers, view.replicas_paths)
    if not scale:
        nameless = _named({"apiVersion": SCALE.api_version, "kind": SCALE.kind})
        failed = f"failed to create manager for existing fields: failed to convert live object ({nameless})"
        raise ApiError(unknown_error_status(f"{failed} to proper version: {problem}"))
    author = record.replace(write_of(call, options, "Apply").author, api_version=SCALE.api_version)
    replicas = (config.get("spec") or {}).get("replicas")
    if replicas is not None and replicas == view.show(live, reading=False)["spec"].get("replicas"):
        scale[author.identity] = record.replace(author, fields=REPLICAS, time=None)
    elif replicas is None and scale.keys() != {author.identity}:
        scale.pop(author.identity, None)
    else:
        owners = {identity: entry.fields for identity, entry in scale.items() if identity != author.identity}
        if owners and not options.force:
            raise ApiError(_conflict(ConflictError(owners)))
        failed = f"failed to convert new object ({_named(config)})"
        raise ApiError(unknown_error_status(f"{failed} to proper version: {problem}"))
    unchanged: JsonObject = copy_json(live)
    show_managers(unchanged, bring_back(managers, scale, view.replicas_paths, call.scope.kind.api_version))
    return unchanged
