"""Validation rules of annotations with a meaning to the server: mirror pods, tolerations, deletion costs, profiles.

Upstream: pkg/apis/core/validation/validation.go ValidatePodSpecificAnnotations, ValidatePodSpecificAnnotationUpdates;
pkg/apis/core/helper/helpers.go GetDeletionCostFromPodAnnotations, GetTolerationsFromPodAnnotations (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.rules.annotations.profiles import (
    validate_app_armor_annotations,
    validate_seccomp_annotations,
)
from kapivara.apis.shared.pods.warnings.app_armor import ANNOTATION_PREFIX as APP_ARMOR
from kapivara.field import ErrorList, FieldPath, forbidden, invalid
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

MIRROR: Final = "kubernetes.io/config.mirror"
_TOLERATIONS: Final = "scheduler.alpha.kubernetes.io/tolerations"
_DELETION_COST: Final = "controller.kubernetes.io/pod-deletion-cost"
_COST: Final = lazy_pattern("-0*([0-9]{1,10})|0|([1-9][0-9]{0,9})")


def is_deletion_cost(annotations: Mapping[str, str]) -> bool:
    """Returns True if the deletion cost annotation is a 32-bit integer or absent."""
    text = annotations.get(_DELETION_COST)
    if text is None:
        return True
    match = _COST.fullmatch(text)
    return match is not None and int(match[1] or 0) <= 2**31 and int(match[2] or 0) < 2**31


def validate_pod_annotations(
    annotations: Mapping[str, str], spec: v1.PodSpec, path: FieldPath, options: PodOptions
) -> ErrorList:
    """Validates the annotations with a meaning to the server."""
    errors: ErrorList = []
    if MIRROR in annotations and not spec.get("nodeName"):
        detail = "must set spec.nodeName if mirror pod annotation is set"
        errors.append(invalid(path.key(MIRROR), annotations[MIRROR], detail))
    if annotations.get(_TOLERATIONS):
        from kapivara.apis.shared.pods.rules.annotations.tolerations import validate_toleration_annotation  # obsolete

        errors += validate_toleration_annotation(annotations[_TOLERATIONS], path, options)
    if not options.any_deletion_cost and not is_deletion_cost(annotations):
        errors.append(invalid(path.key(_DELETION_COST), annotations[_DELETION_COST], "must be a 32bit integer"))
    errors += validate_seccomp_annotations(annotations, path)
    return errors + validate_app_armor_annotations(annotations, spec, path)


def validate_changed_annotations(new: Mapping[str, str], old: Mapping[str, str], path: FieldPath) -> ErrorList:
    """Rejects changes to annotations that are immutable: those of AppArmor and of mirror pods."""
    errors: ErrorList = []
    for key, value in old.items():
        if new.get(key) != value:
            errors += _refused(key, path, "remove or update")
    for key in new:
        if key not in old:
            errors += _refused(key, path, "add")
    return errors


def _refused(key: str, path: FieldPath, change: str) -> ErrorList:
    if key.startswith(APP_ARMOR):
        return [forbidden(path.key(key), f"may not {change} AppArmor annotations")]
    return [forbidden(path.key(key), f"may not {change} mirror pod annotation")] if key == MIRROR else []
