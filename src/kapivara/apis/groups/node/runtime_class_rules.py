"""Validation rules of RuntimeClass: handler, overhead and scheduling.

Upstream: pkg/apis/node/validation/validation.go ValidateRuntimeClass, ValidateRuntimeClassUpdate (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.pods.rules.containers.resources import validate_resources
from kapivara.apis.shared.pods.rules.placement.tolerations import validate_tolerations
from kapivara.apis.shared.rules.changes import validate_immutable
from kapivara.apis.shared.rules.labels import validate_label_map
from kapivara.apis.shared.rules.names import validate_dns1123_label
from kapivara.field import ErrorList, FieldPath, duplicate, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as core
    import kapivara.apis.groups.node.v1.zz_generated_types as v1

_HANDLER: Final = FieldPath.of("handler")
_SCHEDULING: Final = FieldPath.of("scheduling")
_KEYS: Final = ("key", "operator", "value", "effect")


def validate_runtime_class(runtime_class: v1.RuntimeClass) -> ErrorList:
    """Requires a handler, and valid overhead, node selector and unique tolerations."""
    handler = runtime_class["handler"]
    errors = validate_dns1123_label(handler, _HANDLER) if handler else [required(_HANDLER)]
    errors = [each.marked(covered_by_declarative=True) for each in errors]
    if "overhead" in runtime_class:
        amounts = runtime_class["overhead"].get("podFixed", {})
        errors += validate_resources({"limits": amounts}, FieldPath.of("overhead"))
    if "scheduling" not in runtime_class:
        return errors
    scheduling = runtime_class["scheduling"]
    errors += validate_label_map(scheduling.get("nodeSelector", {}), _SCHEDULING.child("nodeSelector"))
    return errors + _validate_tolerations(scheduling.get("tolerations", ()), _SCHEDULING.child("tolerations"))


def validate_same_handler(new: v1.RuntimeClass, old: v1.RuntimeClass) -> ErrorList:
    """Rejects a changed handler."""
    changed = validate_immutable(new["handler"], old["handler"], _HANDLER)
    return [each.with_origin("immutable").marked(covered_by_declarative=True) for each in changed]


def _validate_tolerations(tolerations: Sequence[core.Toleration], path: FieldPath) -> ErrorList:
    errors = validate_tolerations(tolerations, path)
    seen: set[tuple[object, ...]] = set()
    for position, toleration in enumerate(tolerations):
        key = tuple(toleration.get(field, "") for field in _KEYS)
        if key in seen:
            errors.append(duplicate(path.index(position), internal_form({**toleration}, "core.Toleration")))
        seen.add(key)
    return errors
