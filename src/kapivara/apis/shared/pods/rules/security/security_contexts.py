"""Validation rules of security contexts of containers and pods.

Upstream: pkg/apis/core/validation/validation.go ValidateSecurityContext, validatePodSpecSecurityContext (1.37, on a
server that does not allow privileged containers, as it is by default).
Upstream: pkg/apis/core/validation/validation.go validateSeccompProfileField, ValidateAppArmorProfileField (1.37).
Upstream: pkg/apis/core/validation/validation.go validateSysctls, ValidateHostSysctl; component-helpers/node/util/sysctl
(1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.numbers import INT32_MAX, validate_in_range
from kapivara.apis.shared.volumes.file_paths import validate_descending_path
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, duplicate, forbidden, invalid, required, too_long
from kapivara.languages.go.white_space import trim_space
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.rules.options import PodOptions


_SEGMENT: Final = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
_SEGMENT_PATTERN: Final = lazy_pattern(_SEGMENT)
_SEPARATORS: Final = lazy_pattern("[./]")
_NAME: Final = rf"^({_SEGMENT}[\./])*{_SEGMENT}$"
_LONGEST: Final = 253
_OF_IPC: Final = frozenset(
    (
        *("kernel.sem", "kernel.shmall", "kernel.shmmax", "kernel.shmmni", "kernel.shm_rmid_forced", "kernel.shm"),
        *("kernel.msgmax", "kernel.msgmnb", "kernel.msgmni", "kernel.msg"),
    )
)


def validate_sysctls(sysctls: Iterable[v1.Sysctl], spec: v1.PodSpec, path: FieldPath, *, any_host: bool) -> ErrorList:
    """Requires valid, unique sysctl names, and none in namespaces shared with the node.

    With `any_host`, for values stored before, the latter are accepted.
    """
    errors: ErrorList = []
    seen: set[str] = set()
    for position, each in enumerate(sysctls):
        name, place = each["name"], path.index(position).child("name")
        if not name:
            errors.append(required(place))
        elif not _is_name(name):
            detail = f"must have at most {_LONGEST} characters and match regex {_NAME}"
            errors.append(invalid(place, name, detail))
        elif name in seen:
            errors.append(duplicate(place, name))
        shared = "" if any_host else clashing_namespace(name, spec)
        if shared:
            errors.append(invalid(place, name, f"may not be specified when '{shared}' is true"))
        seen.add(name)
    return errors


def _is_name(name: str) -> bool:
    """Returns True if a name matches `_NAME`; checks segment by segment, in linear time."""
    return byte_length(name) <= _LONGEST and all(map(_SEGMENT_PATTERN.fullmatch, _SEPARATORS.split(name)))


def clashing_namespace(name: str, spec: v1.PodSpec) -> str:
    """Returns the pod field that shares a sysctl's namespace with the node; empty if there is none."""
    if not spec.get("hostNetwork") and not spec.get("hostIPC"):
        return ""
    plain = _with_dots(name).partition("*")[0]
    if spec.get("hostNetwork") and plain.startswith("net."):
        return "hostNetwork"
    return "hostIPC" if spec.get("hostIPC") and (plain in _OF_IPC or plain.startswith("fs.mqueue.")) else ""


def _with_dots(name: str) -> str:
    """Returns a name with dots as separators; if slashes separate its segments, dots within them become slashes."""
    first = _SEPARATORS.search(name)
    return name.translate(_SWAPPED) if first is not None and first[0] == "/" else name


_SWAPPED: Final = str.maketrans("./", "/.")


_LOCALHOST: Final = "Localhost"
_TYPES: Final = (_LOCALHOST, "RuntimeDefault", "Unconfined")
_LONGEST_NAME: Final = 4095


def validate_seccomp_profile(profile: v1.SeccompProfile, path: FieldPath) -> ErrorList:
    """Requires a known type, and a profile name exactly for the type Localhost."""
    kind = profile["type"]
    errors: ErrorList = []
    if not kind:
        errors.append(required(path.child("type"), "type is required when seccompProfile is set"))
    elif kind not in _TYPES:
        errors += validate_choice(kind, path.child("type"), _TYPES)
    place = path.child("localhostProfile")
    if kind == _LOCALHOST:
        if "localhostProfile" not in profile:
            errors.append(required(place, "must be set when seccomp type is Localhost"))
        else:
            errors += validate_descending_path(profile["localhostProfile"], place)
    elif "localhostProfile" in profile:
        from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

        shown = internal_form({**profile}, "core.SeccompProfile")
        errors.append(invalid(place, shown, "can only be set when seccomp type is Localhost"))
    return errors


def validate_app_armor_profile(profile: v1.AppArmorProfile, path: FieldPath) -> ErrorList:
    """Requires a known type, and a profile name exactly for the type Localhost."""
    kind, place = profile["type"], path.child("localhostProfile")
    if kind == _LOCALHOST:
        return _validate_name(profile.get("localhostProfile"), place)
    if not kind:
        return [required(path.child("type"), "type is required when appArmorProfile is set")]
    if kind not in _TYPES:
        return validate_choice(kind, path.child("type"), _TYPES)
    if "localhostProfile" not in profile:
        return []
    shown = NamedString(profile["localhostProfile"])
    return [invalid(place, shown, "can only be set when AppArmor type is Localhost")]


def _validate_name(name: str | None, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    trimmed = trim_space(name) if name else ""
    if name and trimmed != name:
        errors.append(invalid(path, name, "must not be padded with whitespace"))
    elif not trimmed:
        errors.append(required(path, "must be set when AppArmor type is Localhost"))
    if name and byte_length(name) > _LONGEST_NAME:
        errors.append(too_long(path, _LONGEST_NAME))
    return errors


SYS_ADMIN: Final = "CAP_SYS_ADMIN"
_PROC_MOUNTS: Final = ("Default", "Unmasked")
_GROUP_CHANGES: Final = ("Always", "OnRootMismatch")
_GROUP_POLICIES: Final = ("Merge", "Strict")
_LABEL_CHANGES: Final = ("MountOption", "Recursive")


def validate_security_context(
    context: v1.SecurityContext, path: FieldPath, *, host_users: bool, any_sys_admin: bool
) -> ErrorList:
    """Requires valid users and groups, known values, and no contradictions."""
    errors: ErrorList = []
    if context.get("privileged"):
        errors.append(forbidden(path.child("privileged"), "disallowed by cluster policy"))
    if "runAsUser" in context:
        errors += validate_in_range(context["runAsUser"], path.child("runAsUser"), 0, INT32_MAX)
    if "runAsGroup" in context:
        errors += validate_in_range(context["runAsGroup"], path.child("runAsGroup"), 0, INT32_MAX)
    if "procMount" in context:
        errors += validate_choice(context["procMount"], path.child("procMount"), _PROC_MOUNTS)
        if host_users and context["procMount"] == "Unmasked":
            detail = "`hostUsers` must be false to use `Unmasked`"
            errors.append(invalid(path.child("procMount"), NamedString(context["procMount"]), detail))
    if "seccompProfile" in context:
        errors += validate_seccomp_profile(context["seccompProfile"], path.child("seccompProfile"))
    if context.get("allowPrivilegeEscalation") is False:
        errors += _validate_no_escalation(context, path, any_sys_admin=any_sys_admin)
    return errors + _validate_system_options(context, path)


def _validate_system_options(context: v1.SecurityContext | v1.PodSecurityContext, path: FieldPath) -> ErrorList:
    """Validates the Windows options and the AppArmor profile."""
    errors: ErrorList = []
    if "windowsOptions" in context:
        from kapivara.apis.shared.pods.rules.security.windows import validate_windows_options  # rare

        errors += validate_windows_options(context["windowsOptions"], path.child("windowsOptions"))
    if "appArmorProfile" in context:
        errors += validate_app_armor_profile(context["appArmorProfile"], path.child("appArmorProfile"))
    return errors


def _validate_no_escalation(context: v1.SecurityContext, path: FieldPath, *, any_sys_admin: bool) -> ErrorList:
    """Rejects privileged containers, and those with CAP_SYS_ADMIN, that forbid privilege escalation."""
    problems = ["`privileged` to true"] if context.get("privileged") else []
    if not any_sys_admin:
        count = context.get("capabilities", {}).get("add", []).count(SYS_ADMIN)
        problems += [f"`capabilities.Add` {SYS_ADMIN}"] * count
    if not problems:
        return []
    from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

    shown = internal_form({**context}, "core.SecurityContext")
    return [invalid(path, shown, f"cannot set `allowPrivilegeEscalation` to false and {each}") for each in problems]


def validate_pod_security_context(spec: v1.PodSpec, path: FieldPath, options: PodOptions) -> ErrorList:
    """Requires valid users and groups, known values, and sysctls that the pod may set."""
    context = spec["securityContext"]
    errors: ErrorList = []
    if "fsGroup" in context:
        errors += validate_in_range(context["fsGroup"], path.child("fsGroup"), 0, INT32_MAX)
    if "runAsUser" in context:
        errors += validate_in_range(context["runAsUser"], path.child("runAsUser"), 0, INT32_MAX)
    if "runAsGroup" in context:
        errors += validate_in_range(context["runAsGroup"], path.child("runAsGroup"), 0, INT32_MAX)
    for position, group in enumerate(context.get("supplementalGroups", ())):
        errors += validate_in_range(group, path.child("supplementalGroups").index(position), 0, INT32_MAX)
    if sysctls := context.get("sysctls"):
        errors += validate_sysctls(sysctls, spec, path.child("sysctls"), any_host=options.any_sysctls)
    if "fsGroupChangePolicy" in context:
        errors += validate_choice(context["fsGroupChangePolicy"], path.child("fsGroupChangePolicy"), _GROUP_CHANGES)
    errors += _validate_pod_profiles(context, path)
    if "supplementalGroupsPolicy" in context:
        place = path.child("supplementalGroupsPolicy")
        errors += validate_choice(context["supplementalGroupsPolicy"], place, _GROUP_POLICIES)
    if "seLinuxChangePolicy" in context:
        errors += validate_choice(context["seLinuxChangePolicy"], path.child("seLinuxChangePolicy"), _LABEL_CHANGES)
    return errors


def _validate_pod_profiles(context: v1.PodSecurityContext, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    if "seccompProfile" in context:
        errors += validate_seccomp_profile(context["seccompProfile"], path.child("seccompProfile"))
    return errors + _validate_system_options(context, path)
