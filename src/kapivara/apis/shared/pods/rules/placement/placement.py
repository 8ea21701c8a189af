"""Validation rules of affinity, DNS, gates, topology spread and host namespaces.

Upstream: pkg/apis/core/validation/validation.go ValidatePodSpec, validateReadinessGates, validateSchedulingGates,
validateHostUsers (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.containers import all_containers, containers_with_paths
from kapivara.apis.shared.rules.names import validate_qualified_name
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions

_OWN_USERS: Final = "when `hostUsers` is false"


def validate_placement(spec: v1.PodSpec, path: FieldPath, options: PodOptions) -> ErrorList:
    """Validates affinity, DNS, gates, topology spread, and the use of the node's processes and users."""
    errors: ErrorList = []
    if "affinity" in spec:
        from kapivara.apis.shared.pods.rules.placement.affinity import validate_affinity  # not all pods have it

        errors += validate_affinity(spec["affinity"], path.child("affinity"), options)
    if "dnsConfig" in spec or spec.get("dnsPolicy") == "None":
        from kapivara.apis.shared.pods.rules.placement.dns import validate_dns_config  # rare

        errors += validate_dns_config(spec, path.child("dnsConfig"))
    for position, gate in enumerate(spec.get("readinessGates", ())):
        place = path.child("readinessGates").index(position).child("conditionType")
        errors += validate_qualified_name(gate["conditionType"], place)
    if "schedulingGates" in spec:
        errors += _validate_scheduling_gates(spec["schedulingGates"], path.child("schedulingGates"))
    if "topologySpreadConstraints" in spec:
        from kapivara.apis.shared.pods.rules.placement.topology_spread import (
            validate_topology_spread,  # not all pods have them
        )

        place = path.child("topologySpreadConstraints")
        errors += validate_topology_spread(spec["topologySpreadConstraints"], place, options)
    if _has_windows_options(spec):
        from kapivara.apis.shared.pods.rules.security.windows import validate_host_processes  # rare

        errors += validate_host_processes(spec, path)
    if spec.get("hostUsers") is False:
        errors += _validate_own_users(spec, path, options)
    return errors


def _validate_scheduling_gates(gates: Iterable[v1.PodSchedulingGate], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    seen: set[str] = set()
    for position, gate in enumerate(gates):
        errors += validate_qualified_name(gate["name"], path.index(position))
        if gate["name"] in seen:
            errors.append(duplicate(path.index(position), gate["name"]))
        seen.add(gate["name"])
    return errors


def _has_windows_options(spec: v1.PodSpec) -> bool:
    if "windowsOptions" in spec.get("securityContext", ()):
        return True
    return any(
        "windowsOptions" in each["securityContext"] for each in all_containers(spec) if "securityContext" in each
    )


def _validate_own_users(spec: v1.PodSpec, path: FieldPath, options: PodOptions) -> ErrorList:
    """Rejects host namespaces for pods with user namespaces. Kept: two field names begin with a capital."""
    errors: ErrorList = []
    if spec.get("hostNetwork") and not options.user_namespaces_on_host_network:
        errors.append(forbidden(path.child("hostNetwork"), _OWN_USERS))
    if spec.get("hostPID"):
        errors.append(forbidden(path.child("HostPID"), _OWN_USERS))
    if spec.get("hostIPC"):
        errors.append(forbidden(path.child("HostIPC"), _OWN_USERS))
    if not options.user_namespaces_with_devices:
        for container, place in containers_with_paths(spec, path):
            if container.get("volumeDevices"):
                errors.append(forbidden(place.child("volumeDevices"), _OWN_USERS))
    return errors
