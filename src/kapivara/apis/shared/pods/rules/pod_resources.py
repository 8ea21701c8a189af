"""Validation rules of pod-level resources.

Upstream: pkg/apis/core/validation/validation.go validatePodResources, validatePodResourceConsistency (1.37).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from kapivara.apis.shared.pods.resources import aggregate
from kapivara.apis.shared.pods.rules.containers.resources import validate_resources
from kapivara.apis.shared.rules.quantities import read_quantity
from kapivara.apis.shared.rules.resource_names import is_huge_pages
from kapivara.field import ErrorList, FieldPath, forbidden, invalid

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1


def validate_pod_resources(
    spec: v1.PodSpec, path: FieldPath, claims: Collection[str], *, any_huge_pages: bool
) -> ErrorList:
    """Requires valid amounts that are not less than the containers' total; rejects them for Windows pods."""
    if spec.get("os", {}).get("name") == "windows":
        return [forbidden(path, "may not be set for a windows pod")]
    resources = spec["resources"]
    errors: ErrorList = []
    if "claims" in resources:
        errors.append(forbidden(path.child("claims"), "claims may not be set for Resources at pod-level"))
    errors += validate_resources(resources, path, claims, of_pod=True, any_huge_pages=any_huge_pages)
    return errors + _validate_totals(spec, path) + _validate_limits(spec, path)


def _validate_totals(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Rejects requests below the containers' total, and hugepage limits below it."""
    errors: ErrorList = []
    requests, limits = spec["resources"].get("requests", {}), spec["resources"].get("limits", {})
    for name, total in aggregate(spec, "requests").items():
        if name in requests and total.compare(read_quantity(requests[name])) > 0:
            detail = f"must be greater than or equal to aggregate container requests of {total}"
            errors.append(invalid(path.child("requests").key(name), requests[name], detail))
    for name, total in aggregate(spec, "limits").items():
        if is_huge_pages(name) and name in limits and total.compare(read_quantity(limits[name])) > 0:
            detail = f"must be greater than or equal to aggregate container limits of {total}"
            errors.append(invalid(path.child("limits").key(name), limits[name], detail))
    return errors


def _validate_limits(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Rejects containers with higher limits than the pod."""
    errors: ErrorList = []
    limits = spec["resources"].get("limits", {})
    for position, container in enumerate(spec["containers"] or ()):
        for name, limit in container["resources"].get("limits", {}).items():
            if name in limits and read_quantity(limit).compare(read_quantity(limits[name])) > 0:
                place = path.child("containers").index(position).key(name).child("limits")
                detail = f"must be less than or equal to pod limits of {limits[name]}"
                errors.append(invalid(place, limit, detail))
    return errors
