"""Validation rules of APIService: group, version, priorities and service.

Upstream: kube-aggregator/pkg/apis/apiregistration/validation/validation.go ValidateAPIService (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.apis.shared.rules.ports import LAST_PORT, PORT_RANGE
from kapivara.content.names import is_dns1035_label
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required
from kapivara.languages.go.base64 import decode_base64
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.apiregistration.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_CONDITIONS: Final = FieldPath.of("status", "conditions")
_STATES: Final = ("True", "False", "Unknown")
_HIGHEST_GROUP, _HIGHEST_VERSION = 20000, 1000


def validate_api_service(spec: v1.APIServiceSpec) -> ErrorList:
    """Requires a group and a version, priorities within bounds, and a valid service."""
    group, version = spec.get("group", ""), spec.get("version", "")
    errors: ErrorList = []
    if not group and version != "v1":
        detail = "only v1 may have an empty group and it better be legacy kube"
        errors.append(required(_SPEC.child("group"), detail))
    if group:
        errors += [invalid(_SPEC.child("group"), group, problem) for problem in subdomain_problems(group)]
    errors += [invalid(_SPEC.child("version"), version, problem) for problem in is_dns1035_label(version)]
    priority, place = spec["groupPriorityMinimum"], _SPEC.child("groupPriorityMinimum")
    if not 0 < priority <= _HIGHEST_GROUP:
        errors.append(invalid(place, priority, f"must be positive and less than {_HIGHEST_GROUP}"))
    priority, place = spec["versionPriority"], _SPEC.child("versionPriority")
    if not 0 < priority <= _HIGHEST_VERSION:
        errors.append(invalid(place, priority, f"must be positive and less than {_HIGHEST_VERSION}"))
    service = spec.get("service")
    return errors + (_validate_local(spec) if service is None else _validate_remote(spec, service))


def _validate_local(spec: v1.APIServiceSpec) -> ErrorList:
    errors: ErrorList = []
    if bundle := spec.get("caBundle"):
        size = f"{len(decode_base64(bundle))} bytes"
        errors.append(invalid(_SPEC.child("caBundle"), size, "local APIServices may not have a caBundle"))
    if spec.get("insecureSkipTLSVerify"):
        detail = "local APIServices may not have insecureSkipTLSVerify"
        errors.append(invalid(_SPEC.child("insecureSkipTLSVerify"), True, detail))
    return errors


def _validate_remote(spec: v1.APIServiceSpec, service: v1.ServiceReference) -> ErrorList:
    path = _SPEC.child("service")
    errors = [required(path.child(field)) for field in ("namespace", "name") if not service.get(field)]
    port = service.get("port") or 0
    if not 1 <= port <= LAST_PORT:
        errors.append(invalid(path.child("port"), port, f"port is not valid: {PORT_RANGE}"))
    if spec.get("insecureSkipTLSVerify") and spec.get("caBundle"):
        path = _SPEC.child("insecureSkipTLSVerify")
        errors.append(invalid(path, True, "may not be true if caBundle is present"))
    return errors


def validate_api_service_status(status: v1.APIServiceStatus) -> ErrorList:
    """Requires a known status in each condition."""
    return [
        not_supported(_CONDITIONS.index(position).child("status"), NamedString(each["status"]), _STATES)
        for position, each in enumerate(status.get("conditions") or ())
        if each["status"] not in _STATES
    ]
