"""Validation rules of the annotation that once held a pod's tolerations as JSON.

Upstream: pkg/apis/core/validation/validation.go ValidateTolerationsInPodAnnotations (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.shared.pods.rules.placement.tolerations import validate_tolerations
from kapivara.apis.shared.rules.annotated_lists import UnreadableError, read_annotated_list
from kapivara.field import ErrorList, FieldPath, invalid

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

_KEY: Final = "scheduler.alpha.kubernetes.io/tolerations"
_FIELDS: Final = {
    "Key": "string",
    "Operator": "core.TolerationOperator",
    "Value": "string",
    "Effect": "core.TaintEffect",
    "TolerationSeconds": "int64",
}


def validate_toleration_annotation(text: str, path: FieldPath, options: PodOptions) -> ErrorList:
    """Requires that the annotation holds valid tolerations."""
    try:
        found = cast("list[v1.Toleration]", read_annotated_list(text, "core.Toleration", _FIELDS))
    except UnreadableError as error:
        return [invalid(path, _KEY, str(error))]
    return validate_tolerations(found, path.child(_KEY), comparing=options.comparing_tolerations, covered=False)
