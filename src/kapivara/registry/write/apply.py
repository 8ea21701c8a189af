"""Server-side apply: merges a configuration into an object, or creates the object, by managed fields.

Upstream: apiserver/pkg/endpoints/handlers/patch.go applyPatcher; apimachinery/pkg/util/managedfields/internal
fieldmanager.go Apply, versioncheck.go, structuredmerge.go, conflict.go (1.37).
Upstream: apimachinery/pkg/util/managedfields/internal/lastappliedmanager.go, lastappliedupdater.go (1.37).
"""

from __future__ import annotations

from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.machinery.objects.applying import conflict_of, name_text, read_live_managers
from kapivara.apis.machinery.objects.body import UndecodableError
from kapivara.codec import Decoded, DecodeError, decode_json, decode_yaml
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described
from kapivara.meta import (
    ApiError,
    ApiVersionError,
    GroupVersionKind,
    bad_request_status,
    conflict_status,
    parse_api_version,
    unknown_error_status,
)
from kapivara.meta.identity import identify
from kapivara.meta.object_meta import TOTAL_ANNOTATION_SIZE_LIMIT, annotations_size
from kapivara.patch.managers.managed_fields import BEFORE_FIRST_APPLY, ConflictError, Managers, write_managers
from kapivara.patch.managers.tracking import Applied, apply_configuration, track_update
from kapivara.patch.managers.writes import TypedError, Write, check_type
from kapivara.patch.merging.field_set import Fields, difference, union
from kapivara.patch.merging.list_items import StepError
from kapivara.patch.merging.merge_type import MergeType
from kapivara.patch.merging.typed_compare import compare
from kapivara.patch.merging.typed_merge import fields_of, type_problems
from kapivara.registry.objects.document import Document
from kapivara.registry.objects.metadata import check_name, drop_double_owners, put_into_namespace
from kapivara.registry.objects.stored_object import Found
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.outcome import Written
from kapivara.registry.write.ownership import author_of
from kapivara.registry.write.pipeline import answered, create_missing, judge_shown, replace
from kapivara.values import JsonObject, JsonValue, copy_json, record
from kapivara.values.json_value import go_json_type
from kapivara.values.rendering import to_json_text

KUBECTL = "kubectl"
ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration"


def keep_annotation(obj: JsonObject, config: JsonObject) -> None:
    """Writes the applied configuration into the annotation of client-side apply, if the object has one.

    Removes the annotation instead if it would make the annotations too large.
    """
    annotations = obj["metadata"].get("annotations") or {}
    if not annotations.get(ANNOTATION):
        return
    annotations[ANNOTATION] = to_json_text(_without_annotation(config)) + "\n"
    if annotations_size(annotations) > TOTAL_ANNOTATION_SIZE_LIMIT:
        del annotations[ANNOTATION]
        if not annotations:
            del obj["metadata"]["annotations"]


def _without_annotation(config: JsonObject) -> JsonObject:
    """Returns a configuration in the form of the annotation. Kept: a null annotation becomes an empty one."""
    if not isinstance(config.get("metadata"), dict):
        return config
    metadata: JsonObject = {**config["metadata"]}
    given = metadata.pop("annotations", None)
    if given is not None:
        metadata["annotations"] = {name: text or "" for name, text in given.items() if name != ANNOTATION}
    return {**config, "metadata": metadata}


def left_over(conflict: ConflictError, live: JsonObject, kind: MergeType) -> ConflictError | None:
    """Returns a conflict of kubectl without the fields that it applied client-side; None if none is left."""
    allowed = _last_applied_fields(live, kind)
    left = {identity: difference(fields, allowed) for identity, fields in conflict.fields.items()}
    left = {identity: fields for identity, fields in left.items() if fields}
    return ConflictError(left) if left else None


def _last_applied_fields(live: JsonObject, kind: MergeType) -> Fields:
    """Returns the fields of the configuration in the annotation whose values the object still has."""
    text = (live.get("metadata", {}).get("annotations") or {}).get(ANNOTATION)
    if not text:
        return {}
    try:
        config = decode_json(text.encode()).value
        if type(config) is not dict or config.get("apiVersion") != live.get("apiVersion"):
            return {}
        if type_problems(config, kind):
            return {}
        found = compare(config, live, kind)
    except (DecodeError, StepError):
        return {}
    changed = union(union(found.modified, found.added), found.removed)
    return difference(fields_of(config, kind), changed)


_MANAGED_FIELDS_ENTRY = described("meta.v1").struct("ManagedFieldsEntry")


def apply(active: ActiveRequest) -> Written:
    """Applies a configuration and stores the result; returns the stored object."""
    request, subresource = active.request, active.subresource
    decoded = _read_patch(request.body)

    def change(found: Found) -> JsonObject:
        shown = _apply(active, decoded, subresource.show(found.obj, reading=False))
        judge_shown(active, shown, found.obj)
        return subresource.put_applied(shown, found.obj)

    try:
        return Written(answered(active, replace(active, change, track=False)))
    except ApiError as error:
        if error.status.reason != "NotFound" or not subresource.creates_on_apply:
            raise
    return Written(_create(active, decoded), is_new=True)


def _create(active: ActiveRequest, decoded: Decoded) -> Document:
    obj = _apply(active, decoded, active.kind.codec.blank())
    uid = decoded.value["metadata"].get("uid")
    if uid:
        problem = f"uid mismatch: the provided object specified uid {uid}, and no existing object was found"
        raise ApiError(conflict_status(active.store.resource, active.request.name, problem))
    return create_missing(active, obj)


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


def _apply(active: ActiveRequest, decoded: Decoded, live: JsonObject) -> JsonObject:
    """Returns the object with the configuration applied, and with its managed fields."""
    kind = active.subresource.shown_kind
    config: JsonObject = copy_json(decoded.value)
    author = record.replace(author_of(active, "Apply"), api_version=kind.gvk.api_version)
    write = Write(author, kind.merging.own_type, kind.merging.version, active.subresource.reset_fields)
    managers = read_live_managers(live)
    _check_kind(config, active.subresource.shows)
    if not managers:
        managers = _managers_before(active.subresource, live, write)
    _check_config(config, live, write)
    applied = _merge(managers, live, config, write, force=bool(active.options.force))
    unconverted = active.subresource.unconverted
    if applied.obj is not None and unconverted:
        raise ApiError(unknown_error_status(f"failed to convert new object ({name_text(config)}) {unconverted}"))
    obj: JsonObject = copy_json(live if applied.obj is None else applied.obj)
    metadata = obj["metadata"] = obj.get("metadata") or {}
    metadata.pop("managedFields", None)
    if applied.managers:
        metadata["managedFields"] = write_managers(applied.managers)
    if applied.obj is not None:
        try:
            obj = kind.merging.normalize(obj, new=not live.get("metadata"))
        except UndecodableError as error:
            raise _unreadable(kind.gvk, config, error) from None
        metadata = obj["metadata"]
    _be_strict(active, decoded)
    if write.author.manager == KUBECTL:
        keep_annotation(obj, config)
    put_into_namespace(metadata, active.namespace)
    check_name(metadata, active.request.name)
    active.warn(drop_double_owners(metadata, patching=True))
    return obj


def _unreadable(kind: GroupVersionKind, config: JsonObject, error: UndecodableError) -> ApiError:
    """Returns the error for a configuration whose result cannot be decoded as the kind."""
    name = name_text(config)
    failed = f"failed to convert new object ({name}) to proper version: unable to convert unstructured object to "
    failed = f"failed to convert to unversioned ({name}): " if error.unconverted else f"{failed}{kind}: "
    return ApiError(unknown_error_status(failed + error.problem))


def _check_kind(config: JsonObject, wanted: GroupVersionKind) -> None:
    """Ends an apply of another kind; the error omits the kind if the apiVersion is malformed.

    Upstream: apimachinery/pkg/apis/meta/v1/unstructured/unstructured.go GroupVersionKind.
    """
    said = identify(config)
    try:
        found = GroupVersionKind(*parse_api_version(said.api_version), said.kind)
    except ApiVersionError:
        found = GroupVersionKind("", "", "")
    if found != wanted:
        raise ApiError(bad_request_status(f"invalid object type: {found}"))


def _has_managed_fields(metadata: JsonValue) -> bool:
    """Returns True if metadata has managed fields that can be decoded.

    Upstream: apimachinery/pkg/apis/meta/v1/unstructured/unstructured.go GetManagedFields.
    """
    entries = metadata.get("managedFields") if type(metadata) is dict else None
    if type(entries) is not list:
        return False
    try:
        return all(type(each) is dict and decode_typed(each, _MANAGED_FIELDS_ENTRY) for each in entries)
    except DecodeError:
        return False


def _check_config(config: JsonObject, live: JsonObject, write: Write) -> None:
    """Ends an apply if the configuration has managed fields, or it or the live object does not match its type."""
    if _has_managed_fields(config.get("metadata")):
        raise ApiError(bad_request_status("metadata.managedFields must be nil"))
    for what, obj in (("patch", config), ("live", live)):
        try:
            check_type(obj, write.kind, allow_duplicates=obj is live)
        except TypedError as error:
            problem = f"failed to create typed {what} object ({name_text(obj)}): {error}"
            raise ApiError(unknown_error_status(problem)) from None


def _merge(managers: Managers, live: JsonObject, config: JsonObject, write: Write, *, force: bool) -> Applied:
    try:
        return apply_configuration(managers, live, config, write, force=force)
    except TypedError as error:
        raise ApiError(unknown_error_status(str(error))) from None
    except ConflictError as error:
        left: ConflictError | None = error
        if write.author.manager == KUBECTL:
            left = left_over(error, live, write.kind)
        if left is not None:
            raise ApiError(conflict_of(left)) from None
    return apply_configuration(managers, live, config, write, force=True)


def _managers_before(subresource: Subresource, live: JsonObject, write: Write) -> Managers:
    """Returns the managers of an object without a record: one manager for all fields before the first apply."""
    blank = subresource.shown_kind.codec.blank()
    past = record.replace(write.author, manager=BEFORE_FIRST_APPLY, operation="Update")
    failed = "failed to create manager for existing fields: failed to convert"
    if subresource.unconverted:
        nameless = name_text({"apiVersion": subresource.shows.api_version, "kind": subresource.shows.kind})
        raise ApiError(unknown_error_status(f"{failed} live object ({nameless}) {subresource.unconverted}"))
    try:
        return track_update({}, blank, live, record.replace(write, author=past))
    except TypedError as error:
        raise ApiError(unknown_error_status(f"{failed} new object ({name_text(live)}) to smd typed: {error}")) from None


def _be_strict(active: ActiveRequest, decoded: Decoded) -> None:
    errors, options = decoded.strict_errors, active.options
    if errors and options.field_validation == "Strict":
        raise ApiError(bad_request_status(f"error strict decoding patch: error converting YAML to JSON: {errors[0]}"))
    if options.strict:
        active.warn_strict(errors)
