"""Validation rules for resizing a running pod.

Upstream: pkg/apis/core/validation/validation.go ValidatePodResize, validatePodLevelResourcesResize,
validateContainerResize, validatePodResizeContainerOrdering (1.37; InPlacePodLevelResourcesVerticalScaling and
InPlacePodVerticalScalingInitContainers on, InPlacePodVerticalScalingMemoryBackedVolumes off).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.shared.pods.resources import quality_of_service
from kapivara.apis.shared.pods.rules.annotations.pod_annotations import MIRROR
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, forbidden, invalid
from kapivara.field.path import NAMELESS
from kapivara.validate.parts.values import same
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_TYPES: Final = described("apis.groups.core.v1")
_RESIZED: Final = ("cpu", "memory")
_ONLY_THESE: Final = "only cpu and memory resources are mutable"


def validate_resize(new: v1.Pod, old: v1.Pod, errors: ErrorList) -> ErrorList:
    """Rejects changes to anything but CPU and memory amounts, and a changed QoS class; extends `errors`."""
    if MIRROR in old["metadata"].get("annotations", ()):
        return [forbidden(NAMELESS, "static pods cannot be resized")]
    if old["spec"].get("os", {}).get("name") == "windows":
        return [forbidden(NAMELESS, "windows pods cannot be resized")]
    spec, before = new["spec"], old["spec"]
    known = old["status"].get("qosClass") or quality_of_service(before)
    if known != quality_of_service(spec):
        shown = NamedString(new["status"].get("qosClass", ""))
        errors.append(invalid(_SPEC, shown, "Pod QOS Class may not change as a result of resizing"))
    if not _can_be_resized(old["status"]):
        errors.append(forbidden(_SPEC, "Pod running on node without support for resize"))
    kept: dict[str, Any] = {**spec}
    if _has_amounts(before.get("resources")) or _has_amounts(spec.get("resources")):
        errors += _validate_pod_level(kept, before)
    changed = _validate_order(spec, before)
    if changed:
        return errors + changed
    errors += _validate_containers(kept, before)
    if not same(_TYPES.shape("[]Volume"), spec.get("volumes"), before.get("volumes")):
        gate = "InPlacePodVerticalScalingMemoryBackedVolumes feature gate is disabled"
        errors.append(forbidden(_SPEC.child("volumes"), f"volumes are immutable on resize when {gate}"))
    if not errors and not same(_TYPES.struct("PodSpec"), kept, before):
        errors.append(forbidden(_SPEC, _ONLY_THESE))
    return errors


def _can_be_resized(status: v1.PodStatus) -> bool:
    """Returns True if the kubelet of a pod supports resizing, by the status of the first running container."""
    for container in status.get("containerStatuses", ()):
        if "running" in container["state"]:
            return "resources" in container
    return True


def _has_amounts(resources: v1.ResourceRequirements | None) -> bool:
    return resources is not None and bool(resources.get("requests") or resources.get("limits"))


def _validate_pod_level(kept: dict[str, Any], old: v1.PodSpec) -> ErrorList:
    """Rejects removed pod-level resources; restores the old mutable amounts in `kept`."""
    before, new = old.get("resources"), kept.get("resources")
    place = _SPEC.child("resources")
    if new is None:
        return [forbidden(place, "pod-level resources cannot be removed")]
    errors: ErrorList = []
    if before is not None:
        for part, given, was in (
            ("requests", new.get("requests", {}), before.get("requests", {})),
            ("limits", new.get("limits", {}), before.get("limits", {})),
        ):
            if not was.keys() <= given.keys():
                errors.append(forbidden(place.child(part), f"pod-level resource {part} cannot be removed"))
    masked = _with_old_amounts(new, before or {})
    if before is None and not any(masked.values()):
        del kept["resources"]
    else:
        kept["resources"] = masked
    if not same(_TYPES.struct("ResourceRequirements"), kept.get("resources"), before):
        errors.append(forbidden(_SPEC, f"{_ONLY_THESE} at pod-level"))
    return errors


def _with_old_amounts(new: v1.ResourceRequirements, old: v1.ResourceRequirements) -> dict[str, Any]:
    """Returns resources in which the mutable amounts have their old values."""
    return {
        **new,
        "limits": _masked(new.get("limits", {}), old.get("limits", {})),
        "requests": _masked(new.get("requests", {}), old.get("requests", {})),
    }


def _masked(new: Mapping[str, str], old: Mapping[str, str]) -> dict[str, str]:
    kept = {name: amount for name, amount in new.items() if name not in _RESIZED}
    return kept | {name: old[name] for name in _RESIZED if name in old}


def _validate_order(spec: v1.PodSpec, old: v1.PodSpec) -> ErrorList:
    """Rejects added, removed or reordered containers."""
    errors: ErrorList = []
    for field, containers, before in (
        ("containers", spec["containers"] or (), old["containers"] or ()),
        ("initContainers", spec.get("initContainers", ()), old.get("initContainers", ())),
    ):
        if len(containers) != len(before):
            errors.append(forbidden(_SPEC.child(field), f"{field} may not be added or removed on resize"))
            continue
        for position, (container, was) in enumerate(zip(containers, before, strict=True)):
            if container["name"] != was["name"]:
                place = _SPEC.child(field).index(position).child("name")
                errors.append(forbidden(place, f"{field} may not be renamed or reordered on resize"))
    return errors


def _validate_containers(kept: dict[str, Any], old: v1.PodSpec) -> ErrorList:
    """Rejects removed resources and changes to immutable ones; restores the old mutable amounts in `kept`."""
    first, before_first = kept.get("initContainers", ()), old.get("initContainers", ())
    others, before = kept["containers"] or (), old["containers"] or ()
    errors: ErrorList = []
    for position, (container, was) in enumerate(zip(first, before_first, strict=True)):
        place = _SPEC.child("initContainers").index(position).child("resources")
        errors += _validate_not_removed(container["resources"], was["resources"], place)
    for position, (container, was) in enumerate(zip(others, before, strict=True)):
        place = _SPEC.child("containers").index(position).child("resources")
        errors += _validate_not_removed(container["resources"], was["resources"], place)
    kept["containers"] = [_with_old_resources(each, was) for each, was in zip(others, before, strict=True)]
    for container, was in zip(kept["containers"], before, strict=True):
        if not same(_TYPES.struct("Container"), container, was):
            errors.append(forbidden(_SPEC, _ONLY_THESE))
    if first:
        kept["initContainers"] = [_with_old_resources(each, was) for each, was in zip(first, before_first, strict=True)]
    for position, (sent, was) in enumerate(zip(first, before_first, strict=True)):
        errors += _validate_init_container(sent, was, _SPEC.child("initContainers").index(position))
    return errors


def _validate_not_removed(new: v1.ResourceRequirements, old: v1.ResourceRequirements, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    if not old.get("requests", {}).keys() <= new.get("requests", {}).keys():
        errors.append(forbidden(path.child("requests"), "resource requests cannot be removed"))
    if not old.get("limits", {}).keys() <= new.get("limits", {}).keys():
        errors.append(forbidden(path.child("limits"), "resource limits cannot be removed"))
    return errors


def _with_old_resources(container: v1.Container, old: v1.Container) -> v1.Container:
    resources = cast("v1.ResourceRequirements", _with_old_amounts(container["resources"], old["resources"]))
    return {**container, "resources": resources}


def _validate_init_container(sent: v1.Container, old: v1.Container, path: FieldPath) -> ErrorList:
    """Rejects other changes to an init container, and resizes that would require its restart."""
    shape = _TYPES.struct("Container")
    errors: ErrorList = []
    if not same(shape, _with_old_resources(sent, old), old):
        detail = "only cpu and memory resources for init or sidecar containers are mutable"
        errors.append(forbidden(path, detail))
    if sent.get("restartPolicy") == "Always" or same(shape, sent, old):
        return errors
    detail = "non-sidecar init containers with a resize policy of RestartContainer cannot be resized"
    restarting = [each for each in sent.get("resizePolicy", ()) if each["restartPolicy"] == "RestartContainer"]
    return errors + [forbidden(path, detail) for _ in restarting]
