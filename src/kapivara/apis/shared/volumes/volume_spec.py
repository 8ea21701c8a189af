"""Validation rules of a volume's spec: capacity, access modes, node affinity and source.

Upstream: pkg/apis/core/validation/validation.go ValidatePersistentVolumeSpec (1.37).
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.apis.shared.rules.node_selectors import validate_node_selector
from kapivara.apis.shared.rules.quantities import validate_basic_quantity, validate_positive_quantity
from kapivara.apis.shared.volumes.claim_spec import VOLUME_MODES, validate_access_modes
from kapivara.apis.shared.volumes.volume_sources import validate_source
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_POLICIES: Final = ("Delete", "Recycle", "Retain")
_INLINE: Final = "in the context of inline volumes"


def validate_volume_spec(spec: v1.PersistentVolumeSpec, name: str, *, any_values: bool) -> ErrorList:
    """Requires access modes, a storage capacity, a valid node affinity, and one source."""
    errors = _validate_access_modes(spec, _SPEC) + _validate_capacity(spec.get("capacity"))
    if policy := spec.get("persistentVolumeReclaimPolicy"):
        errors += validate_choice(policy, _SPEC.child("persistentVolumeReclaimPolicy"), _POLICIES)
    if "nodeAffinity" in spec:
        affinity, place = spec["nodeAffinity"], _SPEC.child("nodeAffinity", "required")
        if "required" in affinity:
            errors += validate_node_selector(affinity["required"], place, any_values=any_values)
        else:
            errors.append(required(place, "must specify required node constraints"))
    errors += validate_source(spec, _SPEC, name)
    errors += _validate_recycling(spec, _SPEC)
    if class_name := spec.get("storageClassName"):
        place = _SPEC.child("storageClassName")
        errors += [invalid(place, class_name, problem) for problem in subdomain_problems(class_name)]
    if "volumeMode" in spec:
        errors += validate_choice(spec["volumeMode"], _SPEC.child("volumeMode"), VOLUME_MODES)
    return errors + _validate_attributes_class(spec)


def validate_inline_volume(spec: v1.PersistentVolumeSpec, path: FieldPath) -> ErrorList:
    """Requires a CSI volume, and rejects fields that only claimed volumes have."""
    errors = [forbidden(path.child(field), f"may not be specified {_INLINE}") for field in _claimed(spec)]
    if "csi" not in spec:
        errors.append(required(path.child("csi"), f"has to be specified {_INLINE}"))
    errors += _validate_access_modes(spec, path)
    if spec.get("persistentVolumeReclaimPolicy") not in (None, "", "Retain"):
        errors.append(forbidden(path.child("persistentVolumeReclaimPolicy"), f"may only be Retain {_INLINE}"))
    if "nodeAffinity" in spec:
        errors.append(forbidden(path.child("nodeAffinity"), f"may not be specified {_INLINE}"))
    errors += validate_source(spec, path, "")
    errors += _validate_recycling(spec, path)
    if spec.get("storageClassName"):
        errors.append(forbidden(path.child("storageClassName"), f"may not be specified {_INLINE}"))
    if spec.get("volumeMode", "Filesystem") != "Filesystem":
        detail = f"may not specify volumeMode other than Filesystem {_INLINE}"
        errors.append(forbidden(path.child("volumeMode"), detail))
    return errors


def _claimed(spec: v1.PersistentVolumeSpec) -> list[str]:
    return [field for field in ("claimRef", "capacity") if field in spec and (field == "claimRef" or spec["capacity"])]


def _validate_access_modes(spec: v1.PersistentVolumeSpec, path: FieldPath) -> ErrorList:
    modes, place = spec.get("accessModes"), path.child("accessModes")
    return validate_access_modes(modes, place) if modes else [required(place)]


def _validate_capacity(capacity: Mapping[str, str] | None) -> ErrorList:
    """Requires a storage capacity, and no other resource."""
    path = _SPEC.child("capacity")
    errors: ErrorList = [] if capacity else [required(path)]
    if not capacity or capacity.keys() != {"storage"}:
        errors.append(not_supported(path, capacity, ("storage",)))
    for resource, amount in (capacity or {}).items():
        errors += validate_basic_quantity(amount, path.key(resource))
        errors += validate_positive_quantity(amount, path.key(resource))
    return errors


def _validate_recycling(spec: v1.PersistentVolumeSpec, path: FieldPath) -> ErrorList:
    """Rejects recycling of a node's root directory."""
    if "hostPath" not in spec or spec.get("persistentVolumeReclaimPolicy") != "Recycle":
        return []
    folder = spec["hostPath"]["path"]
    if not folder.startswith("/") or posixpath.normpath(f"/{folder.lstrip('/')}") != "/":
        return []
    detail = "may not be 'recycle' for a hostPath mount of '/'"
    return [forbidden(path.child("persistentVolumeReclaimPolicy"), detail)]


def _validate_attributes_class(spec: v1.PersistentVolumeSpec) -> ErrorList:
    """Requires a valid class name, if set, and a CSI volume."""
    name, place = spec.get("volumeAttributesClassName"), _SPEC.child("volumeAttributesClassName")
    if name is None:
        return []
    if name:
        errors: ErrorList = [invalid(place, name, problem) for problem in subdomain_problems(name)]
    else:
        errors = [required(place, "an empty string is disallowed")]
    if "csi" not in spec:
        errors.append(required(_SPEC.child("csi"), "has to be specified when using volumeAttributesClassName"))
    return errors
