"""Validation rules of node taints, in their field and in the older annotation.

Upstream: pkg/apis/core/validation/validation.go validateNodeTaints, ValidateTaintsInNodeAnnotations (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.pods.rules.placement.tolerations import TAINT_EFFECTS
from kapivara.apis.shared.rules.annotated_lists import TIME, UnreadableError, read_annotated_list
from kapivara.apis.shared.rules.choices import validate_required_choice
from kapivara.apis.shared.rules.labels import validate_label_name
from kapivara.content.names import is_label_value
from kapivara.field import ErrorList, FieldPath, duplicate, invalid
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Taint

TAINTS_ANNOTATION: Final = "scheduler.alpha.kubernetes.io/taints"
_FIELDS: Final = {"Key": "string", "Value": "string", "Effect": "core.TaintEffect", "TimeAdded": TIME}


def validate_taints(taints: Sequence[Taint], path: FieldPath) -> ErrorList:
    """Requires valid keys, values and effects, and each pair of key and effect at most once."""
    errors: ErrorList = []
    seen: set[tuple[str, str]] = set()
    for position, taint in enumerate(taints):
        place, value, effect = path.index(position), taint.get("value", ""), taint.get("effect", "")
        errors += validate_label_name(taint.get("key", ""), place.child("key"))
        if problems := is_label_value(value):
            errors.append(invalid(place.child("value"), value, ";".join(problems)))
        errors += validate_required_choice(effect, place.child("effect"), TAINT_EFFECTS)
        if (taint.get("key", ""), effect) in seen:
            again = duplicate(place, internal_form(taint, "core.Taint"))
            errors.append(replace(again, detail="taints must be unique by key and effect pair"))
        seen.add((taint.get("key", ""), effect))
    return errors


def validate_taints_annotation(text: str, path: FieldPath) -> ErrorList:
    """Requires that the annotation holds valid taints."""
    try:
        taints = cast("list[Taint]", read_annotated_list(text, "core.Taint", _FIELDS))
    except UnreadableError as error:
        return [invalid(path, TAINTS_ANNOTATION, str(error))]
    return validate_taints(taints, path.child(TAINTS_ANNOTATION))
