"""Validation rules of volume claim specs, in claims and in templates of pods and workloads.

Upstream: pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimSpec, validateDataSource,
validateDataSourceRef, ValidatePersistentVolumeClaimTemplate, ValidateTemplateObjectMeta (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice, validate_present
from kapivara.apis.shared.rules.labels import validate_label_map, validate_label_selector
from kapivara.apis.shared.rules.names import label_problems, subdomain_problems
from kapivara.apis.shared.rules.quantities import validate_positive_quantity
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required
from kapivara.meta.object_meta import validate_annotations
from kapivara.values.rendering import JsonText

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

ACCESS_MODES: Final = ("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod")
VOLUME_MODES: Final = ("Block", "Filesystem")
_ALONE: Final = "ReadWriteOncePod"
_CLAIM: Final = "PersistentVolumeClaim"
_OF_TEMPLATES: Final = frozenset(("annotations", "labels"))
_IN_ORDER: Final = (
    "name",
    "generateName",
    "namespace",
    "selfLink",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "ownerReferences",
    "finalizers",
    "managedFields",
)
_EMPTY: Final = JsonText("{}")
"""Kept: error texts use the path where they mean the value, which prints as `{}`."""


def validate_ephemeral(source: v1.EphemeralVolumeSource, path: FieldPath) -> ErrorList:
    """Requires a valid template for the claim that the server creates for a pod."""
    if "volumeClaimTemplate" not in source:
        return [required(path.child("volumeClaimTemplate"))]
    template, place = source["volumeClaimTemplate"], path.child("volumeClaimTemplate")
    errors = validate_template_metadata(template["metadata"], place.child("metadata"))
    return errors + validate_claim_spec(template["spec"], place.child("spec"))


def validate_template_metadata(metadata: ObjectMeta, path: FieldPath) -> ErrorList:
    """Requires valid annotations and labels in a template's metadata, and no other fields."""
    errors: ErrorList = []
    if annotations := metadata.get("annotations"):
        errors += validate_annotations(annotations, path.child("annotations"))
    if labels := metadata.get("labels"):
        errors += validate_label_map(labels, path.child("labels"))
    if metadata.keys() - _OF_TEMPLATES:
        given = [field for field in _IN_ORDER if field in metadata]
        errors += [forbidden(path.child(_go_name(field)), "cannot be set") for field in given]
    return errors


def _go_name(field: str) -> str:
    """Returns the name of a field in messages: the Go name with a small first letter."""
    return {"uid": "uID"}.get(field, field)


def validate_claim_spec(
    spec: v1.PersistentVolumeClaimSpec, path: FieldPath, *, any_values: bool = False, any_group: bool = False
) -> ErrorList:
    """Requires access modes, a storage amount, and valid names and references.

    For values stored before, `any_values` allows selectors with invalid label values, and `any_group` allows data
    sources of any API group.
    """
    modes = spec.get("accessModes", ())
    errors: ErrorList = []
    if not modes:
        errors.append(required(path.child("accessModes"), "at least 1 access mode is required"))
    errors += validate_label_selector(spec.get("selector"), path.child("selector"), any_values=any_values)
    errors += validate_access_modes(modes, path.child("accessModes"))
    storage, place = spec["resources"].get("requests", {}).get("storage"), path.child("resources").key("storage")
    errors += [required(place)] if storage is None else validate_positive_quantity(storage, place)
    if name := spec.get("storageClassName"):
        errors += [invalid(path.child("storageClassName"), name, problem) for problem in subdomain_problems(name)]
    if "volumeMode" in spec:
        errors += validate_choice(spec["volumeMode"], path.child("volumeMode"), VOLUME_MODES)
    errors += _validate_data(spec, path, any_group=any_group)
    if name := spec.get("volumeAttributesClassName"):
        where = path.child("volumeAttributesClassName")
        errors += [invalid(where, name, problem) for problem in subdomain_problems(name)]
    return errors


def validate_access_modes(modes: Sequence[str], path: FieldPath) -> ErrorList:
    """Requires known access modes; ReadWriteOncePod excludes all others."""
    errors: ErrorList = []
    for mode in modes:
        errors += validate_choice(mode, path, ACCESS_MODES)
    if _ALONE in modes and any(mode != _ALONE and mode in ACCESS_MODES for mode in modes):
        errors.append(forbidden(path, "may not use ReadWriteOncePod with other access modes"))
    return errors


def _validate_data(spec: v1.PersistentVolumeClaimSpec, path: FieldPath, *, any_group: bool) -> ErrorList:
    """Requires valid data sources that are equal in both fields."""
    errors: ErrorList = []
    source, reference = spec.get("dataSource"), spec.get("dataSourceRef")
    if source is not None:
        errors += _validate_source(source, path.child("dataSource"), any_group=any_group)
    if reference is None:
        return errors
    namespace, place = reference.get("namespace"), path.child("dataSourceRef")
    errors += _validate_source(reference, place, any_group=any_group)
    if namespace:
        errors += [invalid(place.child("namespace"), namespace, problem) for problem in label_problems(namespace)]
        if source is not None:
            detail = "may not be specified when dataSourceRef.namespace is specified"
            errors.append(invalid(path, _EMPTY, detail))
    elif source is not None and not _is_same(source, reference):
        errors.append(invalid(path, _EMPTY, "must match dataSourceRef"))
    return errors


def _is_same(source: v1.TypedLocalObjectReference, reference: v1.TypedObjectReference) -> bool:
    given = (source["apiGroup"], source["kind"], source["name"])
    return given == (reference["apiGroup"], reference["kind"], reference["name"])


def _validate_source(
    source: v1.TypedLocalObjectReference | v1.TypedObjectReference, path: FieldPath, *, any_group: bool
) -> ErrorList:
    errors = validate_present(source, path, "name", "kind")
    group = source["apiGroup"]
    if not group and source["kind"] != _CLAIM:
        detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup"
        errors.append(invalid(path, source["kind"], detail))
    if group and not any_group:
        errors += [invalid(path.child("apiGroup"), group, problem) for problem in subdomain_problems(group)]
    return errors
