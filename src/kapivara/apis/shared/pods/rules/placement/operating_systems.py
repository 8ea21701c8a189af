"""Validation rules of fields that a pod's operating system does not support.

Upstream: pkg/apis/core/validation/validation.go validateOS, validateLinux, validateWindows (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.pods.containers import containers_with_paths
from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.field import ErrorList, FieldPath, forbidden, required

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_KNOWN: Final = ("linux", "windows")
_ON_WINDOWS: Final = "cannot be set for a windows pod"
_OF_POD_CONTEXTS: Final = (
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "fsGroup",
    "fsGroupChangePolicy",
    "sysctls",
    "runAsUser",
    "runAsGroup",
    "supplementalGroups",
    "supplementalGroupsPolicy",
    "seLinuxChangePolicy",
)
_OF_PODS: Final = ("hostUsers", "hostPID", "hostIPC", "shareProcessNamespace")
_OF_CONTEXTS: Final = (
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "capabilities",
    "readOnlyRootFilesystem",
    "privileged",
    "allowPrivilegeEscalation",
    "procMount",
    "runAsUser",
    "runAsGroup",
)


def validate_os(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Requires a known operating system, and rejects fields of the other one."""
    name = spec["os"]["name"]
    if name == "linux":
        return _validate_linux(spec, path)
    if name == "windows":
        return _validate_windows(spec, path)
    return validate_choice(name, path.child("os"), _KNOWN) if name else [required(path.child("os", "name"))]


def _validate_linux(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    detail = "windows options cannot be set for a linux pod"
    errors: ErrorList = []
    if "windowsOptions" in spec.get("securityContext", ()):
        errors.append(forbidden(path.child("securityContext", "windowsOptions"), detail))
    for container, place in containers_with_paths(spec, path):
        if "windowsOptions" in container.get("securityContext", ()):
            errors.append(forbidden(place.child("securityContext", "windowsOptions"), detail))
    return errors


def _validate_windows(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    errors = _refused(spec.get("securityContext", {}), _OF_POD_CONTEXTS, path.child("securityContext"))
    errors += _refused(spec, _OF_PODS, path)
    for container, place in containers_with_paths(spec, path):
        if context := container.get("securityContext"):
            errors += _refused(context, _OF_CONTEXTS, place.child("securityContext"))
    return errors


def _refused(value: Mapping[str, Any], fields: Iterable[str], path: FieldPath) -> ErrorList:
    given = (field for field in fields if field in value and (field != "sysctls" or value[field]))
    return [forbidden(path.child(field), _ON_WINDOWS) for field in given]
