"""Validation rules of PersistentVolumeClaim: its spec, its immutability once bound, and its status.

Upstream: pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaim, ValidatePersistentVolumeClaimUpdate,
ValidatePersistentVolumeClaimStatusUpdate, ValidationOptionsForPersistentVolumeClaim (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.core.class_annotation import CLASS_ANNOTATION, annotated_class
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.changes import validate_immutable
from kapivara.apis.shared.rules.json_diff import json_diff
from kapivara.apis.shared.rules.labels import validate_label_selector
from kapivara.apis.shared.rules.quantities import read_quantity, validate_basic_quantity, validate_resource_quantity
from kapivara.apis.shared.rules.resource_names import is_native
from kapivara.apis.shared.volumes.claim_spec import validate_claim_spec
from kapivara.codec.typed.described import described
from kapivara.content.names import is_qualified_name
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported
from kapivara.field.path import NO_PATH
from kapivara.validate.parts.values import same
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_STATUS: Final = FieldPath.of("status")
_STORAGE: Final = _SPEC.child("resources", "requests", "storage")
_ATTRIBUTES_CLASS: Final = _SPEC.child("volumeAttributesClassName")
_SHAPE: Final = described("apis.groups.core.v1").struct("PersistentVolumeClaimSpec")
_RESIZING: Final = (
    *("ControllerResizeInProgress", "ControllerResizeInfeasible"),
    *("NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"),
)
_IMMUTABLE: Final = (
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims"
)


def validate_claim(claim: v1.PersistentVolumeClaim, old: v1.PersistentVolumeClaim | None) -> ErrorList:
    """Validates the spec of a claim; accepts values that were valid when the old claim was stored."""
    if old is None:
        return validate_claim_spec(claim["spec"], _SPEC)
    before = old["spec"]
    sources = (before.get("dataSource"), before.get("dataSourceRef"))
    any_group = any(source is not None and source["apiGroup"] is not None for source in sources)
    any_values = bool(validate_label_selector(before.get("selector"), NO_PATH))
    return validate_claim_spec(claim["spec"], _SPEC, any_values=any_values, any_group=any_group)


def validate_same_claim(new: v1.PersistentVolumeClaim, old: v1.PersistentVolumeClaim) -> ErrorList:
    """Rejects changes to the spec, except more storage and another attributes class of a bound claim."""
    errors: ErrorList = []
    annotation, known = annotated_class(new["metadata"]) or "", annotated_class(old["metadata"]) or ""
    if annotation != known and not _moves_annotation(new, old):
        place = FieldPath.of("metadata", "annotations", CLASS_ANNOTATION)
        errors += validate_immutable(annotation, known, place)
    spec, before = new["spec"], old["spec"]
    if not same(_SHAPE, spec, before):
        errors += _validate_rest(new, old)
    errors += validate_immutable(spec.get("volumeMode"), before.get("volumeMode"), FieldPath.of("volumeMode"))
    return errors + _validate_attributes_class(new, old)


def _moves_annotation(new: v1.PersistentVolumeClaim, old: v1.PersistentVolumeClaim) -> bool:
    """Returns True if a claim moves its class from the old annotation to the field, or keeps both equal."""
    known = annotated_class(old["metadata"])
    if known is None or "storageClassName" in old["spec"] or new["spec"].get("storageClassName") != known:
        return False
    return annotated_class(new["metadata"]) in (None, known)


def _validate_rest(new: v1.PersistentVolumeClaim, old: v1.PersistentVolumeClaim) -> ErrorList:
    """Rejects changes to immutable fields and shows the difference; rejects less storage than the claim has."""
    was, now = dict[str, Any](old["spec"]), dict[str, Any](new["spec"])
    if not was.get("volumeName"):
        _take("volumeName", now, was)
    name = now.get("storageClassName")
    if name is not None and "storageClassName" not in was and annotated_class(old["metadata"]) in (None, name):
        del now["storageClassName"]
    requests, before = now["resources"].get("requests"), was["resources"].get("requests", {})
    if new["status"].get("phase") == "Bound":
        if requests is not None:
            kept = {**requests, "storage": before.get("storage", "0")}
            now["resources"] = {**now["resources"], "requests": kept}
        _take("volumeAttributesClassName", was, now)
    errors: ErrorList = []
    if not same(_SHAPE, now, was):
        shown = (internal_form(each, "core.PersistentVolumeClaimSpec") for each in (was, now))
        errors.append(forbidden(_SPEC, f"{_IMMUTABLE}\n{json_diff(*shown)}"))
    size = read_quantity((requests or {}).get("storage", "0"))
    available = read_quantity(old["status"].get("capacity", {}).get("storage", "0"))
    if size.compare(read_quantity(before.get("storage", "0"))) < 0 and size.compare(available) <= 0:
        errors.append(forbidden(_STORAGE, "field can not be less than status.capacity"))
    return errors


def _take(field: str, source: dict[str, Any], spec: dict[str, Any]) -> None:
    """Copies a field from another spec, or removes it if that lacks it."""
    spec.pop(field, None)
    if field in source:
        spec[field] = source[field]


def _validate_attributes_class(new: v1.PersistentVolumeClaim, old: v1.PersistentVolumeClaim) -> ErrorList:
    """Rejects removing the attributes class once the volume has attributes of a class."""
    name = new["spec"].get("volumeAttributesClassName")
    if name == old["spec"].get("volumeAttributesClassName") or "currentVolumeAttributesClassName" not in old["status"]:
        return []
    if name:
        return []
    what = "nil" if name is None else "empty string"
    detail = f"update to {what} is forbidden when status.currentVolumeAttributesClassName is not nil"
    return [forbidden(_ATTRIBUTES_CLASS, detail)]


def validate_claim_status(status: v1.PersistentVolumeClaimStatus) -> ErrorList:
    """Requires amounts of at least 0, valid resource names, and known resize states."""
    errors: ErrorList = []
    for resource, amount in status.get("capacity", {}).items():
        errors += validate_basic_quantity(amount, _STATUS.child("capacity").key(resource))
    path = _STATUS.child("allocatedResourceStatuses")
    for resource, state in status.get("allocatedResourceStatuses", {}).items():
        errors += _validate_resource(resource, path)
        if state not in _RESIZING:
            errors.append(not_supported(path, NamedString(resource), _RESIZING))
    path = _STATUS.child("allocatedResources")
    for resource, amount in status.get("allocatedResources", {}).items():
        problems = _validate_resource(resource, path) or validate_basic_quantity(amount, path.key(resource))
        errors += problems or validate_resource_quantity("storage", amount, path.key(resource))
    return errors


def _validate_resource(name: str, path: FieldPath) -> ErrorList:
    """Requires a valid resource name: `storage`, or a name outside the Kubernetes domain."""
    if problems := is_qualified_name(name):
        return [invalid(path, name, problem) for problem in problems]
    return [not_supported(path, name, ("storage",))] if is_native(name) and name != "storage" else []
