"""Validation rules for adding ephemeral containers to a running pod.

Upstream: pkg/apis/core/validation/validation.go ValidatePodEphemeralContainersUpdate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.pods.rules.annotations.pod_annotations import MIRROR
from kapivara.apis.shared.rules.json_diff import json_diff
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, forbidden
from kapivara.field.path import NAMELESS
from kapivara.validate.parts.values import same
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_PATH: Final = FieldPath.of("spec", "ephemeralContainers")
_CONTAINER: Final = described("apis.groups.core.v1").struct("EphemeralContainer")
_SHOWN: Final = "core.EphemeralContainer"


def validate_ephemeral_update(new: v1.Pod, old: v1.Pod, errors: ErrorList) -> ErrorList:
    """Rejects changed or removed ephemeral containers, and additions to mirror pods; extends `errors`."""
    if MIRROR in old["metadata"].get("annotations", ()):
        return [forbidden(NAMELESS, "static pods do not support ephemeral containers")]
    added = {each["name"]: each for each in new["spec"].get("ephemeralContainers", ())}
    for container in old["spec"].get("ephemeralContainers", ()):
        name = container["name"]
        subject = f"existing ephemeral containers {quote(name)} may not be"
        if name not in added:
            errors.append(forbidden(_PATH, f"{subject} removed\n"))
        elif not same(_CONTAINER, container, added[name]):
            difference = json_diff(internal_form({**container}, _SHOWN), internal_form({**added[name]}, _SHOWN))
            errors.append(forbidden(_PATH, f"{subject} changed\n{difference}"))
    return errors
