"""Validation rules of sysctls.

Upstream: pkg/apis/core/validation/validation.go validateSysctls, ValidateHostSysctl; component-helpers/node/util/sysctl
(1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, duplicate, invalid, required
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

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
