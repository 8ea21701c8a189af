"""Finds values of a stored pod or pod template that newer rules reject: an update may keep them.

Upstream: pkg/api/pod/util.go GetValidationOptionsFromPodSpecAndMeta (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.containers import all_containers
from kapivara.apis.shared.pods.rules.annotations.pod_annotations import is_deletion_cost
from kapivara.apis.shared.pods.rules.containers.resources import is_divisible
from kapivara.apis.shared.pods.rules.options import PodOptions
from kapivara.apis.shared.pods.rules.placement.affinity import has_invalid_affinity_selector
from kapivara.apis.shared.pods.rules.placement.topology_spread import validate_match_label_keys
from kapivara.apis.shared.pods.rules.security.security_contexts import SYS_ADMIN, clashing_namespace
from kapivara.apis.shared.rules.labels import validate_label_selector
from kapivara.apis.shared.rules.node_selectors import has_invalid_node_values
from kapivara.apis.shared.rules.resource_names import is_huge_pages
from kapivara.apis.shared.volumes.file_paths import is_local_path
from kapivara.field.path import NO_PATH

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

_REQUIRED: Final = "requiredDuringSchedulingIgnoredDuringExecution"


def options_of_update(spec: v1.PodSpec, metadata: ObjectMeta, *, is_pod: bool) -> PodOptions:
    """Returns the options for a new pod or template that the old one's values justify."""
    forgiven = {name: True for name, is_in_use in _IN_USE.items() if is_in_use(spec)}
    if not is_deletion_cost(metadata.get("annotations", {})):
        forgiven["any_deletion_cost"] = True
    return PodOptions(is_pod=is_pod, **forgiven)


def _node_values(spec: v1.PodSpec) -> bool:
    required = spec.get("affinity", {}).get("nodeAffinity", {}).get(_REQUIRED)
    return required is not None and has_invalid_node_values(required["nodeSelectorTerms"])


def _huge_pages(spec: v1.PodSpec) -> bool:
    amounts = [spec.get("overhead", {})]
    for container in all_containers(spec):
        resources = container["resources"]
        amounts += (resources.get("limits", {}), resources.get("requests", {}))
    return any(
        is_huge_pages(name) and not is_divisible(name, amount) for each in amounts for name, amount in each.items()
    )


def _spread_selectors(spec: v1.PodSpec) -> bool:
    constraints = spec.get("topologySpreadConstraints", ())
    return any(validate_label_selector(each.get("labelSelector"), NO_PATH) for each in constraints)


def _label_keys(spec: v1.PodSpec) -> bool:
    return any(
        validate_match_label_keys(each.get("matchLabelKeys", ()), (), each.get("labelSelector"), NO_PATH)
        for each in spec.get("topologySpreadConstraints", ())
    )


def _token_paths(spec: v1.PodSpec) -> bool:
    return any(
        not is_local_path(source["serviceAccountToken"]["path"])
        for volume in spec.get("volumes", ())
        if "projected" in volume
        for source in volume["projected"]["sources"] or ()
        if "serviceAccountToken" in source
    )


def _sysctls(spec: v1.PodSpec) -> bool:
    sysctls = spec.get("securityContext", {}).get("sysctls", ())
    return any(clashing_namespace(each["name"], spec) for each in sysctls)


def _empty_image_references(spec: v1.PodSpec) -> bool:
    return any("image" in each and not each["image"].get("reference") for each in spec.get("volumes", ()))


def _comparing_tolerations(spec: v1.PodSpec) -> bool:
    return any(each.get("operator") in ("Lt", "Gt") for each in spec.get("tolerations", ()))


def _user_namespaces_on_host_network(spec: v1.PodSpec) -> bool:
    return spec.get("hostUsers") is False and spec.get("hostNetwork", False)


def _user_namespaces_with_devices(spec: v1.PodSpec) -> bool:
    return spec.get("hostUsers") is False and any(each.get("volumeDevices") for each in all_containers(spec))


def _sys_admin_without_escalation(spec: v1.PodSpec) -> bool:
    contexts = (each["securityContext"] for each in all_containers(spec) if "securityContext" in each)
    return any(
        not each.get("allowPrivilegeEscalation") and SYS_ADMIN in each.get("capabilities", {}).get("add", ())
        for each in contexts
    )


def _restarting_init_containers(spec: v1.PodSpec) -> bool:
    return any(
        policy["restartPolicy"] == "RestartContainer"
        for container in spec.get("initContainers", ())
        if container.get("restartPolicy") != "Always"
        for policy in container.get("resizePolicy", ())
    )


_IN_USE: Final[Mapping[str, Callable[[v1.PodSpec], bool]]] = {
    "any_affinity_values": has_invalid_affinity_selector,
    "any_node_values": _node_values,
    "any_huge_pages": _huge_pages,
    "any_spread_selectors": _spread_selectors,
    "any_label_keys": _label_keys,
    "any_token_paths": _token_paths,
    "any_sysctls": _sysctls,
    "empty_image_references": _empty_image_references,
    "comparing_tolerations": _comparing_tolerations,
    "user_namespaces_on_host_network": _user_namespaces_on_host_network,
    "user_namespaces_with_devices": _user_namespaces_with_devices,
    "sys_admin_without_escalation": _sys_admin_without_escalation,
    "restarting_init_containers": _restarting_init_containers,
}
