"""Templates of pods, as all kinds have them that make pods.

Upstream: pkg/apis/core/validation/validation.go ValidatePodTemplateSpec; pkg/api/pod/util.go
GetValidationOptionsFromPodTemplate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.pods.rules.annotations import validate_pod_annotations
from kapivara.apis.pods.rules.options import NEW_TEMPLATE, PodOptions
from kapivara.apis.pods.rules.pod_spec import validate_pod_spec
from kapivara.apis.pods.rules.profile_annotations import validate_profiles_match
from kapivara.apis.rules.labels import validate_label_map
from kapivara.field import ErrorList, FieldPath, forbidden
from kapivara.meta.object_meta import validate_annotations
from kapivara.values import ABSENT, Absent

if TYPE_CHECKING:
    import kapivara.apis.core.v1.zz_generated_types as v1


def validate_pod_template_spec(
    new: v1.PodTemplateSpec, old: v1.PodTemplateSpec | Absent | None, path: FieldPath
) -> ErrorList:
    """Judges a template of pods, given the one that stood in its place, where there was one: ABSENT and None are none.

    Kept: messages place labels and annotations beside the spec, not in metadata.
    """
    options = template_options(old)
    metadata, spec = new["metadata"], new["spec"]
    errors: ErrorList = []
    if labels := metadata.get("labels"):
        errors += validate_label_map(labels, path.child("labels"))
    if annotations := metadata.get("annotations"):
        place = path.child("annotations")
        errors += validate_annotations(annotations, place)
        errors += validate_pod_annotations(annotations, spec, place, options)
    place = path.child("spec")
    errors += validate_pod_spec(spec, place, options)
    errors += validate_profiles_match(metadata, spec, place)
    if spec.get("ephemeralContainers"):
        detail = "ephemeral containers not allowed in pod template"
        errors.append(forbidden(place.child("ephemeralContainers"), detail))
    return errors


def template_options(old: v1.PodTemplateSpec | Absent | None) -> PodOptions:
    """Returns what a template is forgiven because of the one that stood in its place."""
    if old is None or old is ABSENT:
        return NEW_TEMPLATE
    from kapivara.apis.pods.rules.in_use import options_of_update  # only updates need it

    return options_of_update(old["spec"], old["metadata"], is_pod=False)
