"""Validation rules of pod templates that their owner selects by labels, and of pods that always restart.

Upstream: pkg/apis/apps/validation/validation.go ValidatePodTemplateSpecForReplicaSet, and what other kinds have alike
(1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.labels import shown_selector, validate_label_selector
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported
from kapivara.meta.object_meta import are_labels
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import LabelSelector

_ALWAYS: Final = "Always"
_UNSELECTED: Final = "`selector` does not match template `labels`"


def is_selected(selector: LabelSelector | None, labels: Mapping[str, str]) -> bool | None:
    """Returns True if labels match a selector, False without a selector, and None if the selector is malformed."""
    if selector is None:
        return False
    wanted = selector.get("matchLabels", {})
    if not selector.get("matchExpressions") and wanted.items() <= labels.items() and are_labels(wanted):
        return True
    from kapivara.meta.selector_error import SelectorError  # most selectors match by labels
    from kapivara.meta.selector_objects import selector_of

    try:
        return selector_of(selector).matches(labels)
    except SelectorError:
        return None


def validate_own_selector(selector: LabelSelector, path: FieldPath, kind: str) -> ErrorList:
    """Requires a valid selector that does not select everything."""
    if not selector.get("matchLabels") and not selector.get("matchExpressions"):
        return [invalid(path, shown_selector(selector), f"empty selector is invalid for {kind}")]
    return validate_label_selector(selector, path)


def unselected(template: v1.PodTemplateSpec, path: FieldPath) -> ErrorList:
    """Returns the error about a template whose labels do not match the selector."""
    return [invalid(path.child("metadata", "labels"), template["metadata"].get("labels"), _UNSELECTED)]


def validate_always_running(template: v1.PodTemplateSpec, path: FieldPath, kind: str) -> ErrorList:
    """Requires the restart policy Always and no deadline; errors name the kind."""
    spec, errors = template["spec"], ErrorList()
    if (policy := spec.get("restartPolicy", "")) != _ALWAYS:
        errors.append(not_supported(path.child("spec", "restartPolicy"), NamedString(policy), (_ALWAYS,)))
    if "activeDeadlineSeconds" in spec:
        detail = f"activeDeadlineSeconds in {kind} is not Supported"
        errors.append(forbidden(path.child("spec", "activeDeadlineSeconds"), detail))
    return errors
