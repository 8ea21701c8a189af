"""Validation rules of pod templates, for all kinds that have one.

Upstream: pkg/apis/core/validation/validation.go ValidatePodTemplateSpec; pkg/api/pod/util.go
GetValidationOptionsFromPodTemplate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.shared.pods.rules.annotations.pod_annotations import validate_pod_annotations
from kapivara.apis.shared.pods.rules.annotations.profiles import validate_profiles_match
from kapivara.apis.shared.pods.rules.options import NEW_TEMPLATE, PodOptions
from kapivara.apis.shared.pods.rules.pod_spec import validate_pod_spec
from kapivara.apis.shared.pods.warnings.server_annotations import may_mean_something
from kapivara.apis.shared.rules.labels import validate_label_map
from kapivara.field import ErrorList, FieldPath, forbidden
from kapivara.field.path import NOWHERE
from kapivara.meta.object_meta import validate_annotations
from kapivara.values import ABSENT, Absent

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1


def validate_pod_template_spec(
    new: v1.PodTemplateSpec, old: v1.PodTemplateSpec | Absent | None, path: FieldPath
) -> ErrorList:
    """Validates a pod template; `old` is the template it replaces, ABSENT or None if there is none.

    If the new template is valid without options, the old one is not examined.
    """
    if old is not None and old is not ABSENT and not validate_template(new, NOWHERE, NEW_TEMPLATE):
        return []
    return validate_template(new, path, template_options(old))


def validate_template(new: v1.PodTemplateSpec, path: FieldPath, options: PodOptions) -> ErrorList:
    """Validates a pod template with options for values that it may keep."""
    spec, place = new["spec"], path.child("spec")
    errors = validate_template_metadata(new, path, options)
    errors += validate_pod_spec(spec, place, options)
    errors += validate_profiles_match(new["metadata"], spec, place)
    if spec.get("ephemeralContainers"):
        detail = "ephemeral containers not allowed in pod template"
        errors.append(forbidden(place.child("ephemeralContainers"), detail))
    return errors


def validate_template_metadata(new: v1.PodTemplateSpec, path: FieldPath, options: PodOptions) -> ErrorList:
    """Requires valid labels and annotations. Kept: errors place them beside the spec."""
    metadata, errors = new["metadata"], ErrorList()
    if labels := metadata.get("labels"):
        errors += validate_label_map(labels, path.child("labels"))
    if annotations := metadata.get("annotations"):
        place = path.child("annotations")
        errors += validate_annotations(annotations, place)
        if may_mean_something(annotations):
            errors += validate_pod_annotations(annotations, new["spec"], place, options)
    return errors


def template_options(old: v1.PodTemplateSpec | Absent | None) -> PodOptions:
    """Returns the options for a template that the old one's values justify."""
    if old is None or old is ABSENT:
        return NEW_TEMPLATE
    from kapivara.apis.shared.pods.rules.in_use import options_of_update  # only updates need it

    return options_of_update(old["spec"], old["metadata"], is_pod=False)
