"""Validation rules of a pod's status: conditions, addresses, containers and claims.

Upstream: pkg/apis/core/validation/validation.go ValidatePodStatusUpdate, validatePodConditions, validatePodIPs,
validateHostIPs, validatePodResourceClaimStatuses, validatePodExtendedResourceClaimStatus (1.37; the status fields of
features that are off by default are dropped before).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.pods.rules.updates.container_statuses import validate_container_statuses
from kapivara.apis.shared.rules.addresses import ip_family, validate_legacy_ip
from kapivara.apis.shared.rules.changes import validate_immutable
from kapivara.apis.shared.rules.names import subdomain_problems, validate_dns1123_label, validate_qualified_name
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, internal_error, invalid, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_STATUS: Final = FieldPath.of("status")
_OF_SYSTEM: Final = ("PodScheduled", "Ready", "Initialized")
_NOT_NEGATIVE: Final = "must be a non-negative integer"


def validate_status_update(new: v1.Pod, old: v1.Pod) -> ErrorList:
    """Validates a new status, and rejects transitions out of final states."""
    status, before, spec = new["status"], old["status"], new["spec"]
    errors = _validate_conditions(status.get("conditions", ()), _STATUS.child("conditions"))
    errors += _validate_nominated_node(status, old)
    generation = status.get("observedGeneration", 0)
    if generation < 0:
        errors.append(invalid(_STATUS.child("observedGeneration"), generation, _NOT_NEGATIVE))
    quality, known = status.get("qosClass", ""), before.get("qosClass", "")
    errors += validate_immutable(NamedString(quality), NamedString(known), _STATUS.child("qosClass"))
    statuses = validate_container_statuses(status, before, spec)
    errors += statuses.transitions
    claims = status.get("resourceClaimStatuses", ())
    errors += _validate_claims(claims, spec.get("resourceClaims", ()), _STATUS.child("resourceClaimStatuses"))
    if "extendedResourceClaimStatus" in status:
        place = _STATUS.child("extendedResourceClaimStatus")
        errors += _validate_extended_claim(status["extendedResourceClaimStatus"], spec, place)
    errors += _validate_pod_ips(status, before)
    errors += _validate_host_ips(status, before)
    return errors + statuses.details


def _validate_conditions(conditions: Iterable[v1.PodCondition], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for position, condition in enumerate(conditions):
        place, generation = path.index(position), condition.get("observedGeneration", 0)
        if generation < 0:
            errors.append(invalid(place.child("observedGeneration"), generation, _NOT_NEGATIVE))
        if condition["type"] not in _OF_SYSTEM:
            errors += validate_qualified_name(condition["type"], place.child("Type"))
    return errors


def _validate_nominated_node(status: v1.PodStatus, old: v1.Pod) -> ErrorList:
    """Requires a valid node name, and only for a pod without a node."""
    name, place = status.get("nominatedNodeName", ""), _STATUS.child("nominatedNodeName")
    if not name or name == old["status"].get("nominatedNodeName"):
        return []
    errors = [invalid(place, name, problem) for problem in subdomain_problems(name)]
    if old["spec"].get("nodeName"):
        errors.append(forbidden(place, "may not be set on pods that are already bound to a node"))
    return errors


def _validate_claims(
    statuses: Iterable[v1.PodResourceClaimStatus], claims: Iterable[v1.PodResourceClaim], path: FieldPath
) -> ErrorList:
    """Requires claims of the pod, each at most once, with valid names."""
    known = {each["name"] for each in claims}
    seen: set[str] = set()
    errors: ErrorList = []
    for position, status in enumerate(statuses):
        place, name = path.index(position), status["name"]
        if name not in known:
            detail = "must match the name of an entry in `spec.resourceClaims`"
            errors.append(invalid(place.child("name"), name, detail))
        if name in seen:
            errors.append(duplicate(place.child("name"), name))
        seen.add(name)
        if "resourceClaimName" in status:
            claim = status["resourceClaimName"]
            where = place.child("resourceClaimName")
            errors += [invalid(where, NamedString(claim), problem) for problem in subdomain_problems(claim)]
    return errors


def _validate_extended_claim(status: v1.PodExtendedResourceClaimStatus, spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Requires that the requests of an extended resource claim match the containers' requests, each at most once."""
    containers = {each["name"]: each for each in (*spec.get("initContainers", ()), *(spec["containers"] or ()))}
    mappings, place = status["requestMappings"] or (), path.child("requestMappings")
    errors = [] if mappings else [required(place, "at least one request mapping is required")]
    seen: set[tuple[str, str, str]] = set()
    for position, mapping in enumerate(mappings):
        errors += _validate_mapping(mapping, containers, place.index(position))
        errors += validate_dns1123_label(mapping["requestName"], path.child("requestName"))
        key = (mapping["containerName"], mapping["resourceName"], mapping["requestName"])
        if key in seen:
            fields = ("containerName", "resourceName", "requestName")
            errors += [
                duplicate(place.index(position).child(each), value) for each, value in zip(fields, key, strict=True)
            ]
        seen.add(key)
    name, where = status["resourceClaimName"], path.child("resourceClaimName")
    if not name:
        return [*errors, required(where)]
    return errors + [invalid(where, name, problem) for problem in subdomain_problems(name)]


def _validate_mapping(
    mapping: v1.ContainerExtendedResourceRequest, containers: dict[str, v1.Container], path: FieldPath
) -> ErrorList:
    name, resource = mapping["containerName"], mapping["resourceName"]
    if name not in containers:
        detail = "must match the name of an entry in spec.initContainers.name or spec.containers.name"
        return [invalid(path.child("containerName"), name, detail)]
    if resource in containers[name]["resources"].get("requests", ()):
        return []
    detail = (
        "must match the extended resource name of an entry in spec.initContainers.resources.requests "
        "or spec.containers.resources.requests"
    )
    return [invalid(path.child("resourceName"), resource, detail)]


def _validate_pod_ips(status: v1.PodStatus, old: v1.PodStatus) -> ErrorList:
    """Requires valid pod IPs, at most one per family, the first equal to `podIP`."""
    place = _STATUS.child("podIPs")
    addresses, known = _texts(status.get("podIPs", ())), _texts(old.get("podIPs", ()))
    errors = _validate_addresses(addresses, known, place, "core.PodIP")
    first = status.get("podIP", "")
    if bool(first) != bool(addresses):
        shown = internal_form(status.get("podIPs"), "[]core.PodIP")
        errors.append(invalid(place, shown, "podIP and podIPs must either both be set or both be unset"))
    elif addresses and first != addresses[0]:
        errors.append(invalid(place.index(0).child("ip"), addresses[0], "must be equal to `podIP`"))
    return errors


def _validate_host_ips(status: v1.PodStatus, old: v1.PodStatus) -> ErrorList:
    """Requires valid host IPs, at most one per family, the first equal to `hostIP`."""
    addresses, known = _texts(status.get("hostIPs", ())), _texts(old.get("hostIPs", ()))
    if not addresses:
        return []
    place = _STATUS.child("hostIPs")
    errors: ErrorList = []
    if status.get("hostIP", "") != addresses[0]:
        errors.append(invalid(place.index(0).child("ip"), addresses[0], "must be equal to `hostIP`"))
    return errors + _validate_addresses(addresses, known, place, "core.HostIP")


def _texts(addresses: Iterable[v1.PodIP | v1.HostIP]) -> list[str]:
    return [each["ip"] for each in addresses]


def _validate_addresses(addresses: Sequence[str], known: Sequence[str], path: FieldPath, shown: str) -> ErrorList:
    errors: ErrorList = []
    for position, address in enumerate(addresses):
        errors += validate_legacy_ip(address, path.index(position), known)
    if len(addresses) < 2:
        return errors
    families = [ip_family(address) for address in addresses]
    if None in families:
        position = families.index(None)
        problem = f"invalid IP[{position}]: {addresses[position]}"
        errors.append(internal_error(path, f"failed to check for dual stack with error:{problem}"))
    if len(addresses) > 2 or set(families) != {4, 6}:
        value = internal_form([{"ip": each} for each in addresses], f"[]{shown}")
        errors.append(invalid(path, value, "may specify no more than one IP for each IP family"))
    return errors
