"""Validation rules of DeviceClass; unchanged selectors and configuration may be invalid.

Upstream: pkg/apis/resource/validation/validation.go ValidateDeviceClass, ValidateDeviceClassUpdate (1.37).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.resource.bounded_lists import validate_items
from kapivara.apis.groups.resource.claim_rules import MOST_CONFIGURATIONS, validate_configuration, validate_selectors
from kapivara.apis.groups.resource.device_names import covered
from kapivara.apis.shared.rules.resource_names import is_extended
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.validate.parts.values import same
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")


def validate_class(
    spec: v1.DeviceClassSpec, old: v1.DeviceClassSpec | None, deadline: Deadline = NO_DEADLINE
) -> ErrorList:
    """Requires valid selectors and configuration, and an extended resource name."""
    errors: ErrorList = []
    if selectors := spec.get("selectors"):
        is_known = _is_same(spec, old, "selectors")
        errors += validate_selectors(selectors, _SPEC.child("selectors"), deadline, is_known=is_known)
    if config := spec.get("config"):
        check = partial(validate_configuration, is_known=_is_same(spec, old, "config"))
        errors += validate_items(config, _SPEC.child("config"), check, most=MOST_CONFIGURATIONS)
    name = spec.get("extendedResourceName")
    if name is not None and not is_extended(name):
        refused = invalid(_SPEC.child("extendedResourceName"), name, "must be a valid extended resource name")
        errors += covered([refused.with_origin("format=k8s-extended-resource-name")])
    return errors


def _is_same(new: Any, old: Any, field: str) -> bool:
    if old is None:
        return False
    shape = described("apis.groups.resource.v1").struct("DeviceClassSpec").tables.by_name[field].shape
    return same(shape, new.get(field), old.get(field))
