"""A fast check that the rules of containers accept all containers of a pod, as they do for most pods.

It returns True only if `containers` would find no error, whatever the options (verified by a property test). Rare
fields, host ports, claims and devices return False, so that the full rules run. Hot code: runs for every pod and pod
template.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.pods.rules.containers.environment import is_variable_name, validate_value_from
from kapivara.apis.shared.pods.rules.containers.resources import compare_amounts
from kapivara.apis.shared.rules.names import label_problems
from kapivara.apis.shared.rules.ports import LAST_PORT, PROTOCOLS, port_name_problems
from kapivara.apis.shared.rules.quantities import read_quantity
from kapivara.apis.shared.volumes.volume_files import PULL_POLICIES
from kapivara.field.path import NOWHERE
from kapivara.values.caches import cache_short_texts

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_NOT_PLAIN: Final = frozenset(("ephemeralContainers", "resources", "hostNetwork"))
_OF_ALL: Final = frozenset(
    (
        *("name", "image", "command", "args", "workingDir", "env", "ports", "resources", "volumeMounts"),
        *("imagePullPolicy", "terminationMessagePath", "terminationMessagePolicy", "securityContext"),
        *("stdin", "stdinOnce", "tty"),
    )
)
_OF_RUNNING: Final = _OF_ALL | {"livenessProbe", "readinessProbe", "startupProbe"}
_OF_PORTS: Final = frozenset(("name", "containerPort", "protocol"))
_OF_MOUNTS: Final = frozenset(("name", "mountPath", "readOnly"))
_OF_AMOUNTS: Final = frozenset(("limits", "requests"))
_OF_CONTEXTS: Final = frozenset(("allowPrivilegeEscalation", "capabilities", "readOnlyRootFilesystem", "runAsNonRoot"))
_OF_PROBES: Final = frozenset(
    (
        *("httpGet", "initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold"),
        "failureThreshold",
    )
)
_OF_REQUESTS: Final = frozenset(("path", "port", "scheme"))
_NONE: Final[Mapping[str, str]] = {}
_RESOURCES: Final = frozenset(("cpu", "memory", "ephemeral-storage"))
_MESSAGE_POLICIES: Final = ("File", "FallbackToLogsOnError")
_SCHEMES: Final = ("HTTP", "HTTPS")


def are_plain(spec: v1.PodSpec, volumes: Collection[str]) -> bool:
    """Returns True if no rule rejects a container of a pod with these volumes; False if the full rules must run."""
    if not spec["containers"] or not _NOT_PLAIN.isdisjoint(spec):
        return False
    names: set[str] = set()
    for container in spec["containers"]:
        if not _is_plain(container, _OF_RUNNING, names, volumes):
            return False
    for container in spec.get("initContainers", ()):  # noqa: SIM110  hot
        if not _is_plain(container, _OF_ALL, names, volumes):
            return False
    return True


def _is_plain(container: v1.Container, fields: frozenset[str], names: set[str], volumes: Collection[str]) -> bool:
    name, resources = container["name"], container["resources"]
    if (
        not fields.issuperset(container)
        or not name
        or name in names
        or label_problems(name)
        or not container.get("image")
        or container.get("imagePullPolicy") not in PULL_POLICIES
        or container.get("terminationMessagePolicy") not in _MESSAGE_POLICIES
        or (resources and not _are_plain_amounts(resources))
    ):
        return False
    names.add(name)
    return (
        ("ports" not in container or _are_plain_ports(container["ports"]))
        and ("env" not in container or _are_plain_variables(container["env"]))
        and ("volumeMounts" not in container or _are_plain_mounts(container["volumeMounts"], volumes))
        and ("securityContext" not in container or _is_plain_context(container["securityContext"]))
        and ("livenessProbe" not in container or _is_plain_probe(container["livenessProbe"]))
        and ("readinessProbe" not in container or _is_plain_probe(container["readinessProbe"]))
        and ("startupProbe" not in container or _is_plain_probe(container["startupProbe"]))
    )


def _are_plain_amounts(resources: v1.ResourceRequirements) -> bool:
    """Returns True if amounts are valid; short ones are cached, since the same ones recur."""
    if not _OF_AMOUNTS.issuperset(resources):
        return False
    limits, requests = resources.get("limits", _NONE), resources.get("requests", _NONE)
    given = (*limits.items(), *requests.items()), len(limits)
    if given in _fine_amounts:
        return True
    is_fine = _are_fine(limits, requests)
    if is_fine and len(_fine_amounts) < _MOST_FINE and all(len(amount) <= _SHORT for _, amount in given[0]):
        _fine_amounts.add(given)
    return is_fine


_fine_amounts: set[tuple[tuple[tuple[str, str], ...], int]] = set()
_MOST_FINE: Final = 1024
_SHORT: Final = 24


def _are_fine(limits: Mapping[str, str], requests: Mapping[str, str]) -> bool:
    if limits and not (_RESOURCES.issuperset(limits) and all(map(is_amount, limits.values()))):
        return False
    if not (_RESOURCES.issuperset(requests) and all(map(is_amount, requests.values()))):
        return False
    return all(name not in limits or compare_amounts(amount, limits[name]) <= 0 for name, amount in requests.items())


@cache_short_texts(1024)
def is_amount(text: str) -> bool:
    """Returns True if an amount is not negative."""
    return read_quantity(text).sign >= 0


def _are_plain_ports(ports: Iterable[v1.ContainerPort]) -> bool:
    names: set[str] = set()
    for port in ports:
        if not _OF_PORTS.issuperset(port) or not 1 <= port["containerPort"] <= LAST_PORT:
            return False
        if port.get("protocol") not in PROTOCOLS:
            return False
        if "name" in port:
            name = port["name"]
            if name in names or port_name_problems(name):
                return False
            names.add(name)
    return True


def _are_plain_variables(variables: Iterable[v1.EnvVar]) -> bool:
    for variable in variables:
        name = variable["name"]
        if not name or not is_variable_name(name):
            return False
        if "valueFrom" in variable and (
            "fileKeyRef" in variable["valueFrom"] or validate_value_from(variable, NOWHERE)
        ):
            return False
    return True


def _are_plain_mounts(mounts: Iterable[v1.VolumeMount], volumes: Collection[str]) -> bool:
    paths: set[str] = set()
    for mount in mounts:
        place = mount["mountPath"]
        if not place or place in paths or mount["name"] not in volumes or not _OF_MOUNTS.issuperset(mount):
            return False
        paths.add(place)
    return True


def _is_plain_context(context: v1.SecurityContext) -> bool:
    return _OF_CONTEXTS.issuperset(context) and "add" not in context.get("capabilities", ())


def _is_plain_probe(probe: Any) -> bool:
    """Returns True if a probe is a valid HTTP request with a success threshold of 1."""
    if not _OF_PROBES.issuperset(probe) or probe.get("successThreshold") != 1 or "httpGet" not in probe:
        return False
    request = probe["httpGet"]
    if not _OF_REQUESTS.issuperset(request) or not request.get("path") or request.get("scheme") not in _SCHEMES:
        return False
    port = request["port"]
    if not 1 <= port <= LAST_PORT if type(port) is int else port_name_problems(port):
        return False
    for number in probe.values():  # noqa: SIM110  hot
        if type(number) is int and number < 0:
            return False
    return True
