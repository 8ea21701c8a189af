"""The checks of the restricted level, which enforce current hardening practices.

Each takes the metadata and spec of a pod, and returns the violation, or None. Upstream:
pod-security-admission/policy/check_*.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.admission.pod_security.baseline import SAFE_PROFILES, seccomp_profile
from kapivara.admission.pod_security.violations import (
    Violation,
    bad_containers,
    containers_of,
    context_of,
    counted,
    has_own_users,
    is_windows,
    named,
    pod_context,
    quoted,
    setters,
)

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

Check = Callable[["ObjectMeta", "v1.PodSpec"], Violation | None]
_VOLUMES: Final = frozenset(
    (
        *("configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim", "projected"),
        "secret",
    )
)
_OTHER_VOLUMES: Final = (
    *("hostPath", "gcePersistentDisk", "awsElasticBlockStore", "gitRepo", "nfs", "iscsi", "glusterfs", "rbd"),
    *("flexVolume", "cinder", "cephfs", "flocker", "fc", "azureFile", "vsphereVolume", "quobyte", "azureDisk"),
    *("photonPersistentDisk", "portworxVolume", "scaleIO", "storageos"),
)
_BINDING: Final = "NET_BIND_SERVICE"


def not_on_windows(check: Check) -> Check:
    """Returns a check that skips Windows pods."""
    return lambda metadata, spec: None if is_windows(spec) else check(metadata, spec)


def not_with_own_users(check: Check) -> Check:
    """Returns a check that skips pods with their own user namespace."""
    return lambda metadata, spec: None if has_own_users(spec) else check(metadata, spec)


def privilege_escalation(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Requires containers to forbid privilege escalation."""
    names = bad_containers(spec, lambda each: context_of(each).get("allowPrivilegeEscalation") is not False)
    detail = f"{named(names)} must set securityContext.allowPrivilegeEscalation=false"
    return Violation("allowPrivilegeEscalation != false", detail) if names else None


def capabilities(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Requires containers to drop all capabilities; one may be added again."""
    missing, adding, forbidden = [], [], set[str]()
    for container in containers_of(spec):
        given = context_of(container).get("capabilities", {})
        if "ALL" not in given.get("drop", ()):
            missing.append(container["name"])
        if extra := {*given.get("add", ())} - {_BINDING}:
            adding.append(container["name"])
            forbidden |= extra
    problems = [f'{named(missing)} must set securityContext.capabilities.drop=["ALL"]'] if missing else []
    if adding:
        problems.append(
            f"{named(adding)} must not include {quoted(sorted(forbidden))} in securityContext.capabilities.add"
        )
    return Violation("unrestricted capabilities", "; ".join(problems)) if problems else None


def volumes(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids volume types other than those of the cluster."""
    bad = {each["name"]: _source(cast("dict[str, Any]", each)) for each in spec.get("volumes", ())}
    bad = {name: source for name, source in bad.items() if source}
    if not bad:
        return None
    sources = sorted({*bad.values()})
    detail = f"{counted(sources, 'restricted volume type')} {quoted(sources)}"
    return Violation("restricted volume types", f"{named(bad, 'volume')} {counted(bad, 'uses', 'use')} {detail}")


def _source(volume: dict[str, Any]) -> str:
    """Returns the source of a forbidden volume; empty for an allowed one."""
    if not _VOLUMES.isdisjoint(volume):
        return ""
    return next((each for each in _OTHER_VOLUMES if each in volume), "unknown")


def run_as_non_root(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Requires containers to run as non-root."""
    reason = "runAsNonRoot != true"
    if who := setters(spec, lambda context: context.get("runAsNonRoot") is False):
        return Violation(reason, f"{who} must not set securityContext.runAsNonRoot=false")
    if pod_context(spec).get("runAsNonRoot"):
        return None
    names = bad_containers(spec, lambda each: "runAsNonRoot" not in context_of(each))
    detail = f"pod or {named(names)} must set securityContext.runAsNonRoot=true"
    return Violation(reason, detail) if names else None


def run_as_user(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids the user ID 0."""
    who = setters(spec, lambda context: context.get("runAsUser") == 0)
    return Violation("runAsUser=0", f"{who} must not set runAsUser=0") if who else None


def seccomp(metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Requires containers to have a seccomp profile."""
    if (bad := seccomp_profile(metadata, spec)) is not None:
        return bad
    if pod_context(spec).get("seccompProfile", {}).get("type") in SAFE_PROFILES:
        return None
    names = bad_containers(spec, lambda each: "seccompProfile" not in context_of(each))
    detail = f'pod or {named(names)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"'
    return Violation("seccompProfile", detail) if names else None
