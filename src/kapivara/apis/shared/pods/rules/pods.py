"""Validation rules of pods: new pods, and changes by each subresource.

Upstream: pkg/registry/core/pod/strategy.go Validate, ValidateUpdate; pkg/apis/core/validation/validation.go
ValidatePodCreate, validatePodMetadataAndSpec (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.rules.annotations.pod_annotations import (
    validate_changed_annotations,
    validate_pod_annotations,
)
from kapivara.apis.shared.pods.rules.annotations.profiles import validate_profiles_match
from kapivara.apis.shared.pods.rules.containers.container import validate_images_of_pod
from kapivara.apis.shared.pods.rules.options import NEW_POD, PodOptions
from kapivara.apis.shared.pods.rules.pod_spec import validate_pod_spec
from kapivara.apis.shared.rules.numbers import validate_non_negative
from kapivara.content.names import name_is_dns_subdomain
from kapivara.field import ErrorList, FieldPath, Operation, forbidden
from kapivara.meta.object_meta import METADATA, finalizers_of, validate_object_meta, validate_object_meta_update
from kapivara.meta.owners import validate_qualified_finalizers
from kapivara.values import ABSENT, Absent

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

SPEC: Final = FieldPath.of("spec")
_ANNOTATIONS: Final = METADATA.child("annotations")
_FINALIZERS: Final = METADATA.child("finalizers")


def validate_pod(operation: Operation, new: v1.Pod, old: v1.Pod | Absent) -> ErrorList:
    """Validates a new pod, or a change by the rules of its subresource."""
    if old is ABSENT:
        return _validate_new(new)
    from kapivara.apis.shared.pods.rules.in_use import options_of_update  # only updates need it

    options = options_of_update(old["spec"], old["metadata"], is_pod=True)
    match operation.subresource:
        case "status":
            from kapivara.apis.shared.pods.rules.updates.pod_status import validate_status_update

            return _validate_changed_metadata(new, old, options) + validate_status_update(new, old)
        case "ephemeralcontainers":
            from kapivara.apis.shared.pods.rules.updates.ephemeral_update import validate_ephemeral_update

            return validate_ephemeral_update(new, old, _validate_whole(new, old, options))
        case "resize":
            from kapivara.apis.shared.pods.rules.updates.resize import validate_resize

            errors = _validate_metadata_update(new["metadata"], old["metadata"])
            return validate_resize(new, old, errors + _validate_metadata_and_spec(new, options))
    from kapivara.apis.shared.pods.rules.updates.pod_update import validate_update

    return _validate_whole(new, old, options) + validate_update(new, old, options)


def _validate_new(pod: v1.Pod) -> ErrorList:
    spec = pod["spec"]
    errors = _validate_metadata_and_spec(pod, NEW_POD)
    if spec.get("ephemeralContainers"):
        errors.append(forbidden(SPEC.child("ephemeralContainers"), "cannot be set on create"))
    if spec.get("nodeName") and spec.get("schedulingGates"):
        detail = "cannot be set until all schedulingGates have been cleared"
        errors.append(forbidden(SPEC.child("nodeName"), detail))
    return errors + validate_profiles_match(pod["metadata"], spec, SPEC)


def _validate_whole(new: v1.Pod, old: v1.Pod, options: PodOptions) -> ErrorList:
    """Validates a changed pod like a new one, and the changes of its metadata."""
    errors = _validate_metadata_update(new["metadata"], old["metadata"])
    errors += _validate_metadata_and_spec(new, options)
    return errors + _validate_annotation_update(new, old, options)


def _validate_changed_metadata(new: v1.Pod, old: v1.Pod, options: PodOptions) -> ErrorList:
    errors = _validate_metadata_update(new["metadata"], old["metadata"])
    return errors + _validate_annotation_update(new, old, options)


def _validate_metadata_update(new: ObjectMeta, old: ObjectMeta) -> ErrorList:
    errors = validate_object_meta_update(new, old)
    return errors + validate_qualified_finalizers(finalizers_of(new), _FINALIZERS)


def _validate_annotation_update(new: v1.Pod, old: v1.Pod, options: PodOptions) -> ErrorList:
    annotations = new["metadata"].get("annotations", {})
    errors = validate_changed_annotations(annotations, old["metadata"].get("annotations", {}), _ANNOTATIONS)
    return errors + validate_pod_annotations(annotations, new["spec"], _ANNOTATIONS, options)


def _validate_metadata_and_spec(pod: v1.Pod, options: PodOptions) -> ErrorList:
    """Runs the rules that apply to new and changed pods, but not to templates."""
    metadata, spec = pod["metadata"], pod["spec"]
    errors = validate_object_meta(metadata, namespaced=True, name_check=name_is_dns_subdomain)
    if "finalizers" in metadata:
        errors += validate_qualified_finalizers(finalizers_of(metadata), _FINALIZERS)
    if annotations := metadata.get("annotations"):
        errors += validate_pod_annotations(annotations, spec, _ANNOTATIONS, options)
    errors += validate_pod_spec(spec, SPEC, options, metadata)
    if "volumes" in spec and not spec.get("serviceAccountName"):
        errors += _validate_no_tokens(spec)
    if spec.get("terminationGracePeriodSeconds", 0) < 0:
        seconds = spec["terminationGracePeriodSeconds"]
        errors += validate_non_negative(seconds, SPEC.child("terminationGracePeriodSeconds"))
    errors += validate_images_of_pod(spec["containers"] or (), SPEC.child("containers"))
    return errors + validate_images_of_pod(spec.get("initContainers", ()), SPEC.child("initContainers"))


def _validate_no_tokens(spec: v1.PodSpec) -> ErrorList:
    """Rejects service account tokens in a pod without a service account."""
    errors: ErrorList = []
    for position, volume in enumerate(spec["volumes"]):
        for number, source in enumerate(volume["projected"]["sources"] or () if "projected" in volume else ()):
            if "serviceAccountToken" in source:
                place = SPEC.child("volumes").index(position).child("projected", "sources").index(number)
                detail = "must not be specified when serviceAccountName is not set"
                errors.append(forbidden(place.child("serviceAccountToken"), detail))
    return errors
