"""Validation rules of CSINode, CSIDriver and CSIStorageCapacity.

Upstream: pkg/apis/storage/validation/validation.go ValidateCSINode, ValidateCSIDriver, ValidateCSIStorageCapacity
(1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.changes import IMMUTABLE, validate_immutable
from kapivara.apis.shared.rules.names import validate_csi_driver_name, validate_qualified_name
from kapivara.apis.shared.rules.numbers import validate_non_negative
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, not_supported, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.storage.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_DRIVERS: Final = _SPEC.child("drivers")
_LONGEST_ID: Final = 256
_POLICIES: Final = ("File", "None", "ReadWriteOnceWithFSType")
_MODES: Final = ("Persistent", "Ephemeral")


def validate_node_drivers(drivers: Sequence[v1.CSINodeDriver]) -> ErrorList:
    """Requires unique drivers, each with a node ID."""
    errors: ErrorList = []
    names: set[str] = set()
    for position, driver in enumerate(drivers):
        path, node = _DRIVERS.index(position), driver["nodeID"]
        errors += validate_csi_driver_name(driver["name"], path.child("name"))
        if not node:
            errors.append(required(path.child("nodeID")))
        if byte_length(node) > _LONGEST_ID:
            errors.append(invalid(path.child("nodeID"), node, f"must be {_LONGEST_ID} characters or less"))
        count = (driver.get("allocatable") or {}).get("count")
        if count is not None:
            errors += validate_non_negative(count, path.child("allocatable").child("count"))
        if driver["name"] in names:
            errors.append(duplicate(path.child("name"), driver["name"]))
        names.add(driver["name"])
        errors += _validate_topology_keys(driver.get("topologyKeys") or (), path)
    return errors


def _validate_topology_keys(keys: Sequence[str], path: FieldPath) -> ErrorList:
    """Requires valid topology keys. Kept: errors name the whole driver."""
    errors: ErrorList = []
    seen: set[str] = set()
    for key in keys:
        if not key:
            errors.append(required(path))
        if key in seen:
            errors.append(duplicate(path, key))
        seen.add(key)
        errors += validate_qualified_name(key, path)
    return errors


def validate_same_drivers(new: Sequence[v1.CSINodeDriver], old: Sequence[v1.CSINodeDriver]) -> ErrorList:
    """Rejects changes to a driver, except to its allocatable count."""
    errors: ErrorList = []
    by_name: dict[str, list[v1.CSINodeDriver]] = {}
    for driver in new:
        by_name.setdefault(driver["name"], []).append(driver)
    for before in old:
        for now in by_name.get(before["name"], ()):
            left, right = [{k: v for k, v in each.items() if k != "allocatable" and v} for each in (now, before)]
            if left != right:
                shown = internal_form({**now, "allocatable": None}, "storage.CSINodeDriver")
                errors.append(invalid(_DRIVERS, shown, IMMUTABLE))
    return errors


def validate_driver(spec: v1.CSIDriverSpec) -> ErrorList:
    """Requires the mandatory fields. Kept: errors misspell one field name."""
    errors = [
        required(_SPEC.child(shown))
        for field, shown in (
            ("attachRequired", "attachedRequired"),
            ("podInfoOnMount", "podInfoOnMount"),
            ("storageCapacity", "storageCapacity"),
        )
        if spec.get(field) is None
    ]
    policy = spec.get("fsGroupPolicy")
    if policy is not None and policy not in _POLICIES:
        errors.append(not_supported(_SPEC.child("fsGroupPolicy"), NamedString(policy), _POLICIES))
    errors += _validate_tokens(spec.get("tokenRequests") or ())
    errors += [
        not_supported(_SPEC.child("volumeLifecycleModes"), NamedString(mode), _MODES)
        for mode in spec.get("volumeLifecycleModes") or ()
        if mode not in _MODES
    ]
    if spec.get("seLinuxMount") is None:
        errors.append(required(_SPEC.child("seLinuxMount")))
    period = spec.get("nodeAllocatableUpdatePeriodSeconds")
    if period is not None and period < 10:
        path = _SPEC.child("nodeAllocatableUpdatePeriodSeconds")
        errors.append(invalid(path, period, "must be greater than or equal to 10 seconds"))
    in_secrets = spec.get("serviceAccountTokenInSecrets")
    if in_secrets is not None and not spec.get("tokenRequests"):
        detail = "serviceAccountTokenInSecrets is set but no tokenRequests are specified"
        errors.append(invalid(_SPEC.child("serviceAccountTokenInSecrets"), in_secrets, detail))
    return errors


def _validate_tokens(requests: Sequence[v1.TokenRequest]) -> ErrorList:
    errors: ErrorList = []
    audiences: set[str] = set()
    for position, request in enumerate(requests):
        path = _SPEC.child("tokenRequests").index(position)
        audience, seconds = request["audience"], request.get("expirationSeconds")
        if audience in audiences:
            errors.append(duplicate(path.child("audience"), audience))
            continue
        audiences.add(audience)
        place = path.child("expirationSeconds")
        if seconds is not None and seconds < 600:
            errors.append(invalid(place, seconds, "may not specify a duration less than 10 minutes"))
        if seconds is not None and seconds > 2**32:
            errors.append(invalid(place, seconds, "may not specify a duration larger than 2^32 seconds"))
    return errors


def validate_same_driver(new: v1.CSIDriverSpec, old: v1.CSIDriverSpec) -> ErrorList:
    """Rejects changes to `attachRequired` and the volume lifecycle modes."""
    errors = validate_immutable(new.get("attachRequired"), old.get("attachRequired"), _SPEC.child("attachedRequired"))
    path = _SPEC.child("volumeLifecycleModes")
    changed = validate_immutable(new.get("volumeLifecycleModes"), old.get("volumeLifecycleModes"), path)
    return errors + [each.with_origin("immutable").marked(covered_by_declarative=True) for each in changed]
