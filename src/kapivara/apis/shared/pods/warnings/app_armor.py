"""AppArmor profiles of containers: the old annotations, and the fields that replace them.

Upstream: pkg/api/pod/util.go ApparmorFieldForAnnotation, pkg/registry/core/pod/strategy.go applyAppArmorVersionSkew
(1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.containers import all_containers
from kapivara.field import FieldPath

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.containers import Container

ANNOTATION_PREFIX: Final = "container.apparmor.security.beta.kubernetes.io/"
_LOCALHOST: Final = "localhost/"
_KNOWN: Final = {"unconfined": "Unconfined", "runtime/default": "RuntimeDefault"}
_LONGEST_PROFILE: Final = 4095


def profile_of(annotation: str) -> v1.AppArmorProfile | None:
    """Returns the profile of an annotation's value; None if it is not valid."""
    if annotation in _KNOWN:
        return {"type": _KNOWN[annotation]}
    name = annotation.removeprefix(_LOCALHOST)
    return {"type": "Localhost", "localhostProfile": name} if name and name != annotation else None


def annotation_warnings(pod: v1.Pod) -> list[str]:
    """Warns of annotations that no field of a new pod replaces."""
    profile = pod["spec"].get("securityContext", {}).get("appArmorProfile")
    path = FieldPath.of("metadata", "annotations")
    return [
        deprecation(path, container) for container, wanted in _annotated(pod) if wanted is None or wanted != profile
    ]


def deprecation(annotations: FieldPath, container: Container) -> str:
    """Returns the deprecation warning about a container's annotation."""
    key = annotations.key(ANNOTATION_PREFIX + container["name"])
    return f'{key}: deprecated since v1.30; use the "appArmorProfile" field instead'


def take_over_annotations(pod: v1.Pod) -> None:
    """Sets the fields of valid annotations on a new pod, unless they equal the pod's own profile."""
    profile = pod["spec"].get("securityContext", {}).get("appArmorProfile")
    for container, wanted in _annotated(pod):
        if wanted is not None and wanted != profile:
            container.setdefault("securityContext", {})["appArmorProfile"] = wanted


def _annotated(pod: v1.Pod) -> Iterator[tuple[Container, v1.AppArmorProfile | None]]:
    """Yields containers with an annotation and no field, each with the profile, or None if that is not valid."""
    annotations = pod["metadata"].get("annotations", {})
    if not annotations or pod["spec"].get("os", {}).get("name") == "windows":
        return
    for container in all_containers(pod["spec"]):
        annotation = annotations.get(ANNOTATION_PREFIX + container["name"])
        if annotation is not None and "appArmorProfile" not in container.get("securityContext", {}):
            profile = profile_of(annotation)
            yield container, profile if profile and _is_valid(profile) else None


def _is_valid(profile: v1.AppArmorProfile) -> bool:
    name = profile.get("localhostProfile", "")
    return name == name.strip() and len(name.encode()) <= _LONGEST_PROFILE
