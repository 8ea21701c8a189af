"""Validation rules of StorageVersionMigration: the resource, and a final condition.

Upstream: pkg/apis/storagemigration/validation/validation.go; apimachinery/pkg/util/resourceversion/resourceversion.go
CompareResourceVersion (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.conditions import validate_conditions
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.codec.typed.described import described
from kapivara.content.names import is_dns1035_label
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.validate.parts.values import shown
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import kapivara.apis.groups.storagemigration.v1.zz_generated_types as v1

_RESOURCE: Final = FieldPath.of("spec", "resource")
_VERSION: Final = FieldPath.of("status", "resourceVersion")
_CONDITIONS: Final = FieldPath.of("status", "conditions")
_WELL_FORMED: Final = lazy_pattern("[1-9][0-9]*")
_BOTH: Final = "Both success and failed conditions cannot be true at the same time"


def validate_migration(spec: v1.StorageVersionMigrationSpec) -> ErrorList:
    """Requires a valid resource and group."""
    group, resource = spec["resource"]["group"], spec["resource"]["resource"]
    errors: ErrorList = []
    if not resource:
        errors.append(required(_RESOURCE.child("resource"), "resource is required to be set"))
    elif problems := is_dns1035_label(resource):
        errors.append(invalid(_RESOURCE.child("resource"), resource, ",".join(problems)))
    if group and (problems := list(subdomain_problems(group))):
        errors.append(invalid(_RESOURCE.child("group"), group, ",".join(problems)))
    return errors


def validate_migration_status(
    status: v1.StorageVersionMigrationStatus, old: v1.StorageVersionMigrationStatus
) -> ErrorList:
    """Requires an immutable resource version, valid conditions, and at most one final condition, which stays."""
    version, before = status.get("resourceVersion", ""), old.get("resourceVersion", "")
    errors: ErrorList = []
    if version and not _WELL_FORMED.fullmatch(version):
        errors.append(invalid(_VERSION, version, f"resource version is not well formed: {version}"))
    errors += validate_conditions(status.get("conditions", ()), _CONDITIONS)
    if before and before != version:
        errors.append(invalid(_VERSION, version, "field is immutable"))
    ends = {end: (_holds(status, end), _holds(old, end)) for end in ("Succeeded", "Failed")}
    problems = [_BOTH] if all(now for now, _ in ends.values()) else []
    problems += [
        f"{word} condition cannot be set to false once it is true"
        for word, (now, was) in zip(("Success", "Failed"), ends.values(), strict=True)
        if was and not now
    ]
    if problems:
        shape = described("apis.groups.storagemigration.v1").struct("StorageVersionMigrationStatus").tables.by_name
        conditions = shown(shape["conditions"].shape, status["conditions"]) if "conditions" in status else None
        errors += [invalid(_CONDITIONS, conditions, problem) for problem in problems]
    return errors


def _holds(status: v1.StorageVersionMigrationStatus, kind: str) -> bool:
    """Returns True if the first condition of a type is true."""
    first = next((each for each in status.get("conditions", ()) if each["type"] == kind), None)
    return first is not None and first["status"] == "True"
