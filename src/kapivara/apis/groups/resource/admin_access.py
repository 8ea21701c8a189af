"""Admin access to devices that others use, which requires a label on the namespace.

Upstream: pkg/registry/resource/utils.go AuthorizedForAdmin, AuthorizedForAdminStatus (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.machinery.server.surroundings import Surroundings
from kapivara.field import ErrorList, FieldPath, forbidden
from kapivara.meta import GroupVersionResource

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

_LABEL: Final = "resource.kubernetes.io/admin-access"
_REQUESTS: Final = FieldPath.of("spec", "devices", "requests")
_RESULTS: Final = FieldPath.of("status", "allocation", "devices", "results")
_NAMESPACES: Final = GroupVersionResource("", "v1", "namespaces")


def validate_admin_access(spec: v1.ResourceClaimSpec, meta: ObjectMeta, surroundings: Surroundings) -> ErrorList:
    """Requires the label if a request asks for admin access. Kept: templates get the paths of a claim."""
    for position, request in enumerate(spec["devices"]["requests"] or ()):
        if "exactly" in request and request["exactly"].get("adminAccess"):
            return _validate_namespace(meta, _REQUESTS.index(position).child("adminAccess"), surroundings)
    return []


def validate_admin_results(new: v1.ResourceClaim, old: v1.ResourceClaim, surroundings: Surroundings) -> ErrorList:
    """Requires the label if admin access is newly granted."""
    position = _granted(_results(new))
    if position is None or _granted(_results(old)) is not None:
        return []
    return _validate_namespace(new["metadata"], _RESULTS.index(position).child("adminAccess"), surroundings)


def _results(claim: v1.ResourceClaim) -> Sequence[v1.DeviceRequestAllocationResult]:
    status = claim["status"]
    return status["allocation"]["devices"].get("results", ()) if "allocation" in status else ()


def _granted(results: Sequence[v1.DeviceRequestAllocationResult]) -> int | None:
    return next((position for position, each in enumerate(results) if each.get("adminAccess")), None)


def _validate_namespace(meta: ObjectMeta, path: FieldPath, surroundings: Surroundings) -> ErrorList:
    """Validates the namespace's label; accepts all if namespaces are only assumed to exist."""
    if surroundings.assumes_namespaces:
        return []
    labels = surroundings.get(_NAMESPACES, meta.get("namespace", ""))["metadata"].get("labels") or {}
    if labels.get(_LABEL) == "true":
        return []
    return [forbidden(path, f"admin access to devices requires the `{_LABEL}: true` label on the containing namespace")]
