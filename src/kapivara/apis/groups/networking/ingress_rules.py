"""Validation rules of Ingress: hosts, paths and backends, and the addresses of its status.

Upstream: pkg/apis/networking/validation/validation.go ValidateIngressCreate, ValidateIngressUpdate,
ValidateIngressLoadBalancerStatus; apimachinery/pkg/util/validation/validation.go IsWildcardDNS1123Subdomain (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.networking.references import validate_kind_and_name
from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.addresses import validate_legacy_ip
from kapivara.apis.shared.rules.names import label_problems, subdomain_problems
from kapivara.apis.shared.rules.ports import validate_port_name, validate_port_number
from kapivara.content.addresses import parse_ip_sloppily
from kapivara.content.messages import byte_length, max_length_message, regex_message
from kapivara.field import ErrorList, FieldPath, invalid, not_supported, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.networking.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_POINTS: Final = FieldPath.of("status", "loadBalancer", "ingress")
_PATH_TYPES: Final = ("Exact", "ImplementationSpecific", "Prefix")
_NOT_IN_PATHS: Final = ("//", "/./", "/../", "%2f", "%2F")
_NOT_AT_END: Final = ("/..", "/.")
_NO_ADDRESS: Final = "must be a DNS name, not an IP address"
_LONGEST_HOST: Final = 253
_WILDCARD: Final = r"\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"
_WILDCARD_RULE: Final = (
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of "
    "lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character"
)


def validate_ingress(spec: v1.IngressSpec, old: v1.IngressSpec | None) -> ErrorList:
    """Requires rules or a default backend; an update may keep invalid secret names and wildcard rules."""
    errors: ErrorList = []
    rules, backend = spec.get("rules") or [], spec.get("defaultBackend")
    if not rules and backend is None:
        shown = internal_form(spec.get("rules"), "[]networking.IngressRule")
        errors.append(invalid(_SPEC, shown, "either `defaultBackend` or `rules` must be specified"))
    if backend is not None:
        errors += _validate_backend(backend, _SPEC.child("defaultBackend"))
    any_wildcard = old is not None and _has_bad_wildcard_rule(old)
    for position, rule in enumerate(rules):
        errors += _validate_rule(rule, _SPEC.child("rules").index(position), any_wildcard=any_wildcard)
    any_secret = old is not None and any(map(_secret_problems, old.get("tls") or ()))
    for position, each in enumerate(spec.get("tls") or ()):
        errors += _validate_tls(each, _SPEC.child("tls").index(position), any_secret=any_secret)
    name = spec.get("ingressClassName")
    if name is not None:
        errors += [invalid(_SPEC.child("ingressClassName"), name, problem) for problem in subdomain_problems(name)]
    return errors


def validate_ingress_status(status: v1.IngressStatus, old: v1.IngressStatus) -> ErrorList:
    """Requires valid addresses and host names; accepts the old addresses."""
    known = {each["ip"] for each in old["loadBalancer"].get("ingress") or () if each.get("ip")}
    errors: ErrorList = []
    for position, point in enumerate(status["loadBalancer"].get("ingress") or ()):
        path = _POINTS.index(position)
        if ip := point.get("ip"):
            errors += validate_legacy_ip(ip, path.child("ip"), known)
        if host := point.get("hostname"):
            errors += [invalid(path.child("hostname"), host, problem) for problem in subdomain_problems(host)]
            if parse_ip_sloppily(host) is not None:
                errors.append(invalid(path.child("hostname"), host, _NO_ADDRESS))
    return errors


def _host_problems(host: str) -> Sequence[str]:
    if "*" not in host:
        return subdomain_problems(host)
    problems = [max_length_message(_LONGEST_HOST)] if byte_length(host) > _LONGEST_HOST else []
    if not host.startswith("*.") or subdomain_problems(host[2:][:_LONGEST_HOST]):
        problems.append(regex_message(_WILDCARD_RULE, _WILDCARD, "*.example.com"))
    return problems


def _secret_problems(tls: v1.IngressTLS) -> Sequence[str]:
    name = tls.get("secretName", "")
    return subdomain_problems(name) if name else ()


def _validate_tls(tls: v1.IngressTLS, path: FieldPath, *, any_secret: bool) -> ErrorList:
    errors = [
        invalid(path.child("hosts").index(position), host, problem)
        for position, host in enumerate(tls.get("hosts") or ())
        for problem in _host_problems(host)
    ]
    if not any_secret:
        place = path.child("secretName")
        errors += [invalid(place, tls.get("secretName", ""), problem) for problem in _secret_problems(tls)]
    return errors


def _has_bad_wildcard_rule(spec: v1.IngressSpec) -> bool:
    return any("*" in rule.get("host", "") and _validate_paths(rule, _SPEC) for rule in spec.get("rules") or ())


def _validate_rule(rule: v1.IngressRule, path: FieldPath, *, any_wildcard: bool) -> ErrorList:
    host = rule.get("host", "")
    errors: ErrorList = []
    if host:
        if parse_ip_sloppily(host) is not None:
            errors.append(invalid(path.child("host"), host, _NO_ADDRESS))
        errors += [invalid(path.child("host"), host, problem) for problem in _host_problems(host)]
    return errors if any_wildcard and "*" in host else errors + _validate_paths(rule, path)


def _validate_paths(rule: v1.IngressRule, path: FieldPath) -> ErrorList:
    http = rule.get("http")
    if http is None:
        return []
    place, paths = path.child("http").child("paths"), http.get("paths") or ()
    errors: ErrorList = [] if paths else [required(place)]
    for position, each in enumerate(paths):
        errors += _validate_path(each, place.index(position))
    return errors


def _validate_path(each: v1.HTTPIngressPath, path: FieldPath) -> ErrorList:
    kind, text, place = each.get("pathType"), each.get("path", ""), path.child("path")
    if kind is None:
        return [required(path.child("pathType"), "pathType must be specified")]
    errors: ErrorList = []
    if kind not in _PATH_TYPES:
        errors.append(not_supported(path.child("pathType"), NamedString(kind), _PATH_TYPES))
    elif not text.startswith("/") and (text or kind != "ImplementationSpecific"):
        errors.append(invalid(place, text, "must be an absolute path"))
    if kind in ("Exact", "Prefix"):
        errors += [invalid(place, text, f"must not contain '{part}'") for part in _NOT_IN_PATHS if part in text]
        errors += [invalid(place, text, f"cannot end with '{end}'") for end in _NOT_AT_END if text.endswith(end)]
    return errors + _validate_backend(each["backend"], path.child("backend"))


def _validate_backend(backend: v1.IngressBackend, path: FieldPath) -> ErrorList:
    resource, service = backend.get("resource"), backend.get("service")
    if resource is not None and service is not None:
        return [invalid(path, "", "cannot set both resource and service backends")]
    if resource is not None:
        return validate_kind_and_name(resource, path.child("resource"))
    if service is None:
        return [invalid(path, "", "resource or service backend is required")]
    place = path.child("service")
    if not service["name"]:
        errors = [required(place.child("name"))]
    else:
        problems = label_problems(service["name"])
        errors = [invalid(place.child("name"), service["name"], problem) for problem in problems]
    port = service.get("port") or {}
    name, number = port.get("name"), port.get("number")
    if name and number:
        errors.append(invalid(path, "", "cannot set both port name & port number"))
    elif name:
        errors += validate_port_name(name, place.child("port").child("name"))
    elif number:
        errors += validate_port_number(number, place.child("port").child("number"))
    else:
        errors.append(required(path, "port name or number is required"))
    return errors
