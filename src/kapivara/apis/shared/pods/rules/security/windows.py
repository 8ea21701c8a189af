"""Validation rules of Windows security options and host process containers.

Upstream: pkg/apis/core/validation/validation.go validateWindowsSecurityContextOptions, validateWindowsHostProcessPod
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.pods.containers import containers_with_paths
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, forbidden, invalid
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_LONGEST_SPEC: Final = 64
_LONGEST_DOMAIN: Final = 256
_LONGEST_USER: Final = 104
_CONTROL: Final = lazy_pattern(r"[\x00-\x1f\x7f]")
_NET_BIOS: Final = lazy_pattern(r'[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}')
_DNS_LABEL: Final = lazy_pattern(r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?")
_DOTS_AND_SPACES: Final = lazy_pattern(r"[. ]+")
_NOT_OF_USERS: Final = frozenset('"/\\:;|=,+*?<>@[]')


def validate_windows_options(options: v1.WindowsSecurityContextOptions, path: FieldPath) -> ErrorList:
    """Requires a valid credential spec name, credential spec and user name."""
    errors: ErrorList = []
    name = options.get("gmsaCredentialSpecName")
    if name is not None:
        place = path.child("gmsaCredentialSpecName")
        errors += [invalid(place, NamedString(name), problem) for problem in subdomain_problems(name)]
    specification = options.get("gmsaCredentialSpec")
    if specification is not None:
        place, shown = path.child("gmsaCredentialSpec"), NamedString(specification)
        if not specification:
            errors.append(invalid(place, shown, "gmsaCredentialSpec cannot be an empty string"))
        elif byte_length(specification) > _LONGEST_SPEC * 1024:
            errors.append(invalid(place, shown, f"gmsaCredentialSpec size must be under {_LONGEST_SPEC} KiB"))
    user = options.get("runAsUserName")
    if user is not None:
        place = path.child("runAsUserName")
        errors += [invalid(place, NamedString(user), f"runAsUserName{problem}") for problem in _user_problems(user)]
    return errors


def _user_problems(text: str) -> list[str]:
    """Returns the errors of a user name, with or without a domain."""
    if not text:
        return [" cannot be an empty string"]
    if _CONTROL.search(text):
        return [" cannot contain control characters"]
    if text.count("\\") > 1:
        return [" cannot contain more than one backslash"]
    domain, backslash, user = text.rpartition("\\")
    problems = []
    if byte_length(domain) >= _LONGEST_DOMAIN:
        problems.append(f"'s Domain length must be under {_LONGEST_DOMAIN} characters")
    if backslash and not _is_domain(domain):
        problems.append("'s Domain doesn't match the NetBios nor the DNS format")
    if not user:
        problems.append("'s User cannot be empty")
    elif byte_length(user) > _LONGEST_USER:
        problems.append(f"'s User length must not be longer than {_LONGEST_USER} characters")
    if _DOTS_AND_SPACES.fullmatch(user):
        problems.append("'s User cannot contain only periods or spaces")
    if not _NOT_OF_USERS.isdisjoint(user):
        problems.append("'s User cannot contain the following characters: \"/\\:;|=,+*?<>@[]")
    return problems


def _is_domain(domain: str) -> bool:
    return bool(_NET_BIOS.fullmatch(domain)) or all(map(_DNS_LABEL.fullmatch, domain.split(".")))


def validate_host_processes(spec: v1.PodSpec, path: FieldPath) -> ErrorList:
    """Rejects host process containers, which servers allow only when privileged containers are enabled."""
    of_pod = spec.get("securityContext", {}).get("windowsOptions", {}).get("hostProcess")
    errors: ErrorList = []
    count = on_host = 0
    for container, place in containers_with_paths(spec, path):
        count += 1
        own = container.get("securityContext", {}).get("windowsOptions", {}).get("hostProcess")
        if of_pod is not None and own is not None and of_pod != own:
            where = place.child("securityContext", "windowsOptions", "hostProcess")
            detail = f"pod hostProcess value must be identical if both are specified, was {str(of_pod).lower()}"
            errors.append(invalid(where, own, detail))
        on_host += bool(of_pod if own is None else own)
    if not on_host:
        return errors
    if on_host != count:
        detail = "If pod contains any hostProcess containers then all containers must be HostProcess containers"
        errors.append(invalid(path, "", detail))
    if not spec.get("hostNetwork"):
        detail = "hostNetwork must be true if pod contains any hostProcess containers"
        errors.append(invalid(path.child("hostNetwork"), False, detail))
    return [*errors, forbidden(path, "hostProcess containers are disallowed by cluster policy")]
