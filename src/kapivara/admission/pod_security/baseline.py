"""The checks of the baseline level, which forbid settings that ordinary pods do not need.

Each takes the metadata and spec of a pod, and returns the violation, or None. Upstream:
pod-security-admission/policy/check_*.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.admission.pod_security.violations import (
    Violation,
    bad_containers,
    containers_of,
    context_of,
    counted,
    has_own_users,
    named,
    pod_context,
    quoted,
    setters,
)
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

_APP_ARMOR: Final = "container.apparmor.security.beta.kubernetes.io/"
_SECCOMP_POD: Final = "seccomp.security.alpha.kubernetes.io/pod"
_SECCOMP_CONTAINER: Final = "container.seccomp.security.alpha.kubernetes.io/"
SAFE_PROFILES: Final = ("RuntimeDefault", "Localhost")
_CAPABILITIES: Final = frozenset(
    (
        *("AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE"),
        *("SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT"),
    )
)
_SELINUX_TYPES: Final = frozenset(("container_t", "container_init_t", "container_kvm_t"))
_SYSCTLS: Final = frozenset(
    (
        *("kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.tcp_syncookies"),
        *("net.ipv4.ping_group_range", "net.ipv4.ip_unprivileged_port_start"),
    )
)
_SYSCTLS_27: Final = _SYSCTLS | {"net.ipv4.ip_local_reserved_ports"}
_SYSCTLS_29: Final = _SYSCTLS_27 | {
    f"net.ipv4.tcp_{each}" for each in ("keepalive_time", "fin_timeout", "keepalive_intvl", "keepalive_probes")
}
_SYSCTLS_32: Final = _SYSCTLS_29 | {"net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"}
_SYSCTLS_37: Final = _SYSCTLS_32 | {"net.ipv4.tcp_slow_start_after_idle", "net.ipv4.tcp_notsent_lowat"}


def app_armor_profile(metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids disabling AppArmor."""
    values: set[str] = set()

    def is_bad(context: dict[str, Any]) -> bool:
        profile = context.get("appArmorProfile")
        if profile is None or profile["type"] in SAFE_PROFILES:
            return False
        values.add(profile["type"])
        return True

    who = setters(spec, is_bad)
    annotations = sorted(
        f"{key}={quote(value)}"
        for key, value in metadata.get("annotations", {}).items()
        if key.startswith(_APP_ARMOR) and value not in ("", "runtime/default") and not value.startswith("localhost/")
    )
    if annotations:
        who = " and ".join(each for each in (who, counted(annotations, "annotation")) if each)
    if not who:
        return None
    profiles = [*sorted(values), *annotations]
    return Violation(
        counted(profiles, "forbidden AppArmor profile"),
        f"{who} must not set AppArmor profile type to {quoted(profiles)}",
    )


def capabilities(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids capabilities beyond the default ones."""
    added = {each["name"]: _added(each) - _CAPABILITIES for each in containers_of(spec)}
    names = [name for name, extra in added.items() if extra]
    if not names:
        return None
    extra = sorted(set().union(*added.values()))
    detail = f"{named(names)} must not include {quoted(extra)} in securityContext.capabilities.add"
    return Violation("non-default capabilities", detail)


def _added(container: v1.Container) -> set[str]:
    return set(context_of(container).get("capabilities", {}).get("add", ()))


def host_namespaces(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids host namespaces."""
    used = [f"{each}=true" for each in ("hostNetwork", "hostPID", "hostIPC") if spec.get(each)]
    return Violation("host namespaces", ", ".join(used)) if used else None


def host_path_volumes(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids hostPath volumes."""
    names = [each["name"] for each in spec.get("volumes", ()) if "hostPath" in each]
    return Violation("hostPath volumes", named(names, "volume")) if names else None


def host_ports(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids host ports."""
    ports = {each["name"]: {str(port["hostPort"]) for port in _host_ports(each)} for each in containers_of(spec)}
    names = [name for name, used in ports.items() if used]
    if not names:
        return None
    used = sorted(set().union(*ports.values()))
    detail = f"{named(names)} {counted(names, 'uses', 'use')} {counted(used, 'hostPort')} {', '.join(used)}"
    return Violation("hostPort", detail)


def _host_ports(container: v1.Container) -> Iterator[v1.ContainerPort]:
    return (each for each in container.get("ports", ()) if each.get("hostPort"))


def host_probes_and_lifecycle(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids probes and lifecycle hooks with a host."""
    hosts = {each["name"]: set(_hosts(each)) for each in containers_of(spec)}
    names = sorted(name for name, asked in hosts.items() if asked)
    if not names:
        return None
    asked = sorted(set().union(*hosts.values()))
    noun = counted(asked, "probe or lifecycle host")
    return Violation(
        "probe or lifecycle host", f"{named(names)} {counted(names, 'uses', 'use')} {noun} {quoted(asked)}"
    )


def _hosts(container: v1.Container) -> Iterator[str]:
    given = cast("dict[str, Any]", container)
    lifecycle = given.get("lifecycle", {})
    handlers = [given.get(each) for each in ("livenessProbe", "readinessProbe", "startupProbe")]
    for handler in (*handlers, lifecycle.get("postStart"), lifecycle.get("preStop")):
        for way in ("httpGet", "tcpSocket"):
            if host := ((handler or {}).get(way) or {}).get("host"):
                yield host


def privileged(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids privileged containers."""
    names = bad_containers(spec, lambda container: context_of(container).get("privileged") is True)
    return Violation("privileged", f"{named(names)} must not set securityContext.privileged=true") if names else None


def proc_mount(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids non-default mounts of /proc."""
    mounts = {each["name"]: context_of(each).get("procMount", "Default") for each in containers_of(spec)}
    names = [name for name, mount in mounts.items() if mount != "Default"]
    if not names:
        return None
    bad = sorted({mounts[name] for name in names})
    return Violation("procMount", f"{named(names)} must not set securityContext.procMount to {quoted(bad)}")


def proc_mount_35(metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids them, except in pods with their own user namespace."""
    return None if has_own_users(spec) else proc_mount(metadata, spec)


def selinux_options(metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids SELinux users, roles and most types."""
    return _selinux_options(metadata, spec, _SELINUX_TYPES)


def selinux_options_31(metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids them, with one more type allowed."""
    return _selinux_options(metadata, spec, _SELINUX_TYPES | {"container_engine_t"})


def _selinux_options(_metadata: ObjectMeta, spec: v1.PodSpec, allowed: frozenset[str]) -> Violation | None:
    types: set[str] = set()
    fields: set[str] = set()

    def is_bad(context: dict[str, Any]) -> bool:
        options = context.get("seLinuxOptions", {})
        bad_types = {options["type"]} - allowed if options.get("type") else set()
        bad_fields = {each for each in ("user", "role") if options.get(each)}
        types.update(bad_types)
        fields.update(bad_fields)
        return bool(bad_types or bad_fields)

    if not (who := setters(spec, is_bad)):
        return None
    problems = [f"{counted(types, 'type')} {quoted(sorted(types))}"] if types else []
    problems += [f"{each} may not be set" for each in ("user", "role") if each in fields]
    return Violation("seLinuxOptions", f"{who} set forbidden securityContext.seLinuxOptions: {'; '.join(problems)}")


def seccomp_annotations(metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids disabling seccomp by annotations, which preceded the fields."""
    annotations = metadata.get("annotations", {})
    keys = {_SECCOMP_POD, *(f"{_SECCOMP_CONTAINER}{each['name']}" for each in containers_of(spec))}
    unsafe = {key: value for key, value in annotations.items() if key in keys and not _is_safe(value)}
    bad = sorted(f"{key}={quote(value)}" for key, value in unsafe.items())
    return Violation("seccompProfile", f"forbidden {counted(bad, 'annotation')} {', '.join(bad)}") if bad else None


def _is_safe(profile: str) -> bool:
    return profile in ("runtime/default", "docker/default") or profile.startswith("localhost/")


def seccomp_profile(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids disabling seccomp."""
    values: set[str] = set()

    def is_bad(context: dict[str, Any]) -> bool:
        profile = context.get("seccompProfile")
        if profile is None or profile["type"] in SAFE_PROFILES:
            return False
        values.add(profile["type"])
        return True

    if not (who := setters(spec, is_bad)):
        return None
    detail = f"{who} must not set securityContext.seccompProfile.type to {quoted(sorted(values))}"
    return Violation("seccompProfile", detail)


def _sysctls(spec: v1.PodSpec, allowed: frozenset[str]) -> Violation | None:
    bad = [each["name"] for each in pod_context(spec).get("sysctls", ()) if each["name"] not in allowed]
    return Violation("forbidden sysctls", ", ".join(bad)) if bad else None


def sysctls(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids sysctls that are not known to be safe."""
    return _sysctls(spec, _SYSCTLS)


def sysctls_27(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids them, as of 1.27."""
    return _sysctls(spec, _SYSCTLS_27)


def sysctls_29(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids them, as of 1.29."""
    return _sysctls(spec, _SYSCTLS_29)


def sysctls_32(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids them, as of 1.32."""
    return _sysctls(spec, _SYSCTLS_32)


def sysctls_37(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids them, as of 1.37."""
    return _sysctls(spec, _SYSCTLS_37)


def windows_host_process(_metadata: ObjectMeta, spec: v1.PodSpec) -> Violation | None:
    """Forbids host processes on Windows."""
    who = setters(spec, lambda context: context.get("windowsOptions", {}).get("hostProcess") is True)
    detail = f"{who} must not set securityContext.windowsOptions.hostProcess=true"
    return Violation("hostProcess", detail) if who else None
