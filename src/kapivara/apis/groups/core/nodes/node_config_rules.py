"""Validation rules of a node's `configSource`, which no component reads any more.

Upstream: pkg/apis/core/validation/validation.go validateNodeConfigSourceSpec, validateNodeConfigStatus (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.names import config_key_problems, label_problems, subdomain_problems
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1


def validate_config_status(status: v1.NodeConfigStatus, path: FieldPath) -> ErrorList:
    """Requires complete references in `assigned`, `active` and `lastKnownGood`."""
    errors: ErrorList = []
    for field in ("assigned", "active", "lastKnownGood"):
        source: v1.NodeConfigSource | None = status.get(field)  # type: ignore[assignment]  # fields of one type
        if source is not None:
            errors += validate_config_source(source, path.child(field), in_status=True)
    return errors


def validate_config_source(source: v1.NodeConfigSource, path: FieldPath, *, in_status: bool) -> ErrorList:
    """Requires a ConfigMap reference; only a status may name its uid and resourceVersion."""
    reference = source.get("configMap")
    if reference is None:
        shown = internal_form(source, "core.NodeConfigSource")
        return [invalid(path, shown, "exactly one reference subfield must be non-nil")]
    path = path.child("configMap")
    errors: ErrorList = []
    for field in ("uid", "resourceVersion"):
        if in_status and not reference.get(field):
            errors.append(required(path.child(field)))
        elif not in_status and reference.get(field):
            errors.append(forbidden(path.child(field), f"{field} must not be set in spec"))
    for field, text, check in (
        ("namespace", reference["namespace"], label_problems),
        ("name", reference["name"], subdomain_problems),
        ("kubeletConfigKey", reference["kubeletConfigKey"], config_key_problems),
    ):
        place = path.child(field)
        errors += [invalid(place, text, problem) for problem in check(text)] if text else [required(place)]
    return errors
