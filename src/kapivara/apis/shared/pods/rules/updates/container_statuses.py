"""Validation rules of container statuses: transitions, users and device health.

Upstream: pkg/apis/core/validation/validation.go ValidateContainerStateTransition, ValidateInitContainerStateTransition,
ValidateEphemeralContainerStateTransition, validateContainerStatusUsers,
validateContainerStatusAllocatedResourcesStatus; pkg/api/v1/pod/util.go ContainerShouldRestart (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.numbers import INT32_MAX, validate_in_range
from kapivara.apis.shared.rules.quantities import read_quantity
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, required, too_long
from kapivara.values.record import record
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_STATUS: Final = FieldPath.of("status")
_LAST_USER: Final = 2**32 - 1
_HEALTH: Final = ("Healthy", "Unhealthy", "Unknown")
_LONGEST_MESSAGE: Final = 1024
_CLAIM: Final = "claim:"


@record
class StatusErrors:
    """The errors of container statuses: those of transitions from the old status, and those of single values."""

    transitions: ErrorList
    details: ErrorList


def validate_container_statuses(status: v1.PodStatus, old: v1.PodStatus, spec: v1.PodSpec) -> StatusErrors:
    """Validates the statuses of all containers."""
    os = spec["os"]["name"] if "os" in spec else "linux"
    transitions: ErrorList = []
    users: ErrorList = []
    for field, restarts in (
        ("containerStatuses", _restarts(spec["containers"] or (), spec)),
        ("initContainerStatuses", _restarts(spec.get("initContainers", ()), spec)),
        ("ephemeralContainerStatuses", _never),
    ):
        path, statuses, before = _STATUS.child(field), _statuses(status, field), _statuses(old, field)
        transitions += _validate_transitions(statuses, before, path, restarts)
        users += _validate_users(statuses, path, os)
    return StatusErrors(transitions, users + _validate_devices(status, spec))


def _statuses(status: v1.PodStatus, field: str) -> Sequence[v1.ContainerStatus]:
    found: Sequence[v1.ContainerStatus] = cast("dict[str, Any]", status).get(field, ())
    return found


def _never(name: str, exit_code: int) -> bool:  # noqa: ARG001  the same for all
    return False


def _always(name: str, exit_code: int) -> bool:  # noqa: ARG001  the same for all
    return True


def _restarts_all(spec: v1.PodSpec) -> bool:
    """Returns True if the end of a container may restart all containers."""
    containers = (*spec.get("initContainers", ()), *(spec["containers"] or ()))
    return any(
        rule.get("action") == "RestartAllContainers"
        for container in containers
        for rule in container.get("restartPolicyRules", ())
    )


_Restarts = Callable[[str, int], bool]
"""Returns True if a container is restarted after an exit code; takes the name and the code."""


def _restarts(containers: Iterable[v1.Container], spec: v1.PodSpec) -> _Restarts:
    if _restarts_all(spec):
        return _always
    by_name: dict[str, v1.Container] = {}
    for each in containers:
        by_name.setdefault(each["name"], each)

    def restarts(name: str, exit_code: int) -> bool:
        container = by_name.get(name)
        return container is not None and _is_restarted(container, spec, exit_code)

    return restarts


def _is_restarted(container: v1.Container, spec: v1.PodSpec, exit_code: int) -> bool:
    policy = container.get("restartPolicy")
    if policy is not None:
        for rule in container.get("restartPolicyRules", ()):
            codes = rule.get("exitCodes")
            if codes is not None and (exit_code in codes.get("values", ())) == (codes.get("operator") == "In"):
                return True
    match policy or spec.get("restartPolicy"):
        case "OnFailure":
            return exit_code != 0
        case "Never":
            return False
    return True


def _validate_transitions(
    statuses: Iterable[v1.ContainerStatus], old: Iterable[v1.ContainerStatus], path: FieldPath, restarts: _Restarts
) -> ErrorList:
    """Rejects running containers that terminated before and are never restarted."""
    running = {each["name"] for each in statuses if "terminated" not in each["state"]}
    errors: ErrorList = []
    for position, before in enumerate(old):
        ended, name = before["state"].get("terminated"), before["name"]
        if ended is not None and name in running and not restarts(name, ended["exitCode"]):
            place = path.index(position).child("state")
            errors.append(forbidden(place, "may not be transitioned to non-terminated state"))
    return errors


def _validate_users(statuses: Iterable[v1.ContainerStatus], path: FieldPath, os: str) -> ErrorList:
    """Requires valid Linux users and groups, and only on Linux."""
    errors: ErrorList = []
    for position, status in enumerate(statuses):
        user = status.get("user", {}).get("linux")
        if user is None:
            continue
        place = path.index(position).child("user", "linux")
        if os == "windows":
            errors.append(forbidden(place, "cannot be set for a windows pod"))
        elif os == "linux":
            errors += validate_in_range(user["uid"], place.child("uid"), 0, _LAST_USER)
            errors += validate_in_range(user["gid"], place.child("gid"), 0, INT32_MAX)
            for number, group in enumerate(user.get("supplementalGroups", ())):
                errors += validate_in_range(group, place.child("supplementalGroups").index(number), 0, INT32_MAX)
    return errors


def _validate_devices(status: v1.PodStatus, spec: v1.PodSpec) -> ErrorList:
    """Requires that devices with a health status belong to their containers; ephemeral containers have none."""
    extended = status.get("extendedResourceClaimStatus")
    errors: ErrorList = []
    for field, statuses, containers in (
        ("containerStatuses", status.get("containerStatuses", ()), spec["containers"] or ()),
        ("initContainerStatuses", status.get("initContainerStatuses", ()), spec.get("initContainers", ())),
    ):
        by_name = {each["name"]: each for each in reversed(containers)}
        for position, each in enumerate(statuses):
            place = _STATUS.child(field).index(position).child("allocatedResourcesStatus")
            devices = each.get("allocatedResourcesStatus", ())
            errors += _validate_health(devices, by_name.get(each["name"]), extended, place)
    for position, each in enumerate(status.get("ephemeralContainerStatuses", ())):
        if each.get("allocatedResourcesStatus"):
            place = _STATUS.child("ephemeralContainerStatuses").index(position).child("allocatedResourcesStatus")
            errors.append(forbidden(place, "must not be specified in container status"))
    return errors


def _validate_health(
    devices: Sequence[v1.ResourceStatus],
    container: v1.Container | None,
    extended: v1.PodExtendedResourceClaimStatus | None,
    path: FieldPath,
) -> ErrorList:
    errors: ErrorList = []
    for position, device in enumerate(devices):
        place = path.index(position)
        if container is not None and not _is_of_container(device["name"], container, extended):
            detail = "must match one of the container's resource requests"
            if device["name"].startswith(_CLAIM):
                detail = (
                    "must match one of the container's resource claims as 'claim:<claimName>/<requestName>' when "
                    "container.resources.claims[*].request is set or 'claim:<claimName>' when it is empty"
                )
            errors.append(invalid(place.child("name"), NamedString(device["name"]), detail))
        seen: set[str] = set()
        for number, health in enumerate(device.get("resources", ())):
            where = place.child("resources").index(number)
            errors += _validate_device(health, where)
            if health["resourceID"] in seen:
                errors.append(duplicate(where.child("resourceID"), NamedString(health["resourceID"])))
            seen.add(health["resourceID"])
    return errors


def _validate_device(health: v1.ResourceHealth, path: FieldPath) -> ErrorList:
    errors = validate_choice(health.get("health", ""), path.child("health"), _HEALTH)
    message = health.get("message")
    if message == "":
        errors.append(required(path.child("message"), "must be non-empty if specified"))
    elif message is not None and byte_length(message) > _LONGEST_MESSAGE:
        errors.append(too_long(path.child("message"), _LONGEST_MESSAGE))
    return errors


def _is_of_container(name: str, container: v1.Container, extended: v1.PodExtendedResourceClaimStatus | None) -> bool:
    resources = container["resources"]
    if not name.startswith(_CLAIM):
        return name in resources.get("requests", ())
    for claim in resources.get("claims", ()):
        request = claim.get("request")
        if name == f"{_CLAIM}{claim['name']}" + (f"/{request}" if request else ""):
            return True
    wanted, _, request = name.removeprefix(_CLAIM).partition("/")
    if extended is None or not wanted or not request or wanted != extended["resourceClaimName"]:
        return False
    requests = resources.get("requests", {})
    return any(
        each["containerName"] == container["name"]
        and each["requestName"] == request
        and read_quantity(requests.get(each["resourceName"], "0")).sign != 0
        for each in extended["requestMappings"] or ()
    )
