"""Validation rules of probes and lifecycle hooks.

Upstream: pkg/apis/core/validation/validation.go validateProbe, validateLivenessProbe, validateReadinessProbe,
validateStartupProbe, validateHandler, validateHTTPGetAction, validateLifecycle, validateStopSignal (1.37).
Upstream: pkg/apis/core/validation/validation.go validateStopSignal (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.names import header_name_problems
from kapivara.apis.shared.rules.numbers import validate_non_negative
from kapivara.apis.shared.rules.ports import validate_port_number_or_name
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1
    from kapivara.apis.shared.pods.containers import Container
    from kapivara.apis.shared.pods.rules.pod_spec import PodContext


_WINDOWS: Final = ("SIGKILL", "SIGTERM")
_NAMED: Final = (
    *("ABRT", "ALRM", "BUS", "CHLD", "CLD", "CONT", "FPE", "HUP", "ILL", "INT", "IO", "IOT", "KILL", "PIPE", "POLL"),
    *("PROF", "PWR", "QUIT", "SEGV", "STKFLT", "STOP", "SYS", "TERM", "TRAP", "TSTP", "TTIN", "TTOU", "URG"),
    *("USR1", "USR2", "VTALRM", "WINCH", "XCPU", "XFSZ"),
)
_REAL_TIME: Final = (
    *("RTMIN", *(f"RTMIN+{number}" for number in range(1, 16))),
    *("RTMAX", *(f"RTMAX-{number}" for number in range(1, 15))),
)
_LINUX: Final = tuple(sorted(f"SIG{name}" for name in (*_NAMED, *_REAL_TIME)))


def validate_stop_signal(signal: str, path: FieldPath, os: str | None) -> ErrorList:
    """Requires a signal of the pod's operating system, which the pod must name."""
    if os is None:
        return [forbidden(path, "may not be set for containers with empty `spec.os.name`")]
    known = {"windows": _WINDOWS, "linux": _LINUX}.get(os)
    return [] if known is None else validate_choice(signal, path, known)


_SCHEMES: Final = ("HTTP", "HTTPS")
_PROTOCOLS: Final = ("HTTP1", "HTTP2")
_GRPC_MODES: Final = ("Plaintext", "TLS")
_HANDLERS: Final = ("exec", "httpGet", "tcpSocket", "grpc", "sleep")
_NUMBERS: Final = ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")


def validate_probes(container: Container, path: FieldPath, pod: PodContext) -> ErrorList:
    """Validates the lifecycle hooks and the probes of a container."""
    errors: ErrorList = []
    if "lifecycle" in container:
        errors += _validate_lifecycle(container["lifecycle"], path.child("lifecycle"), pod)
    if "livenessProbe" in container:
        place = path.child("livenessProbe")
        errors += _validate_probe(container["livenessProbe"], place, pod)
        errors += _validate_success_threshold(container["livenessProbe"], place)
    if "readinessProbe" in container:
        probe, place = container["readinessProbe"], path.child("readinessProbe")
        errors += _validate_probe(probe, place, pod)
        if "terminationGracePeriodSeconds" in probe:
            where, seconds = place.child("terminationGracePeriodSeconds"), probe["terminationGracePeriodSeconds"]
            errors.append(invalid(where, seconds, "must not be set for readinessProbes"))
    if "startupProbe" in container:
        place = path.child("startupProbe")
        errors += _validate_probe(container["startupProbe"], place, pod)
        errors += _validate_success_threshold(container["startupProbe"], place)
    return errors


def _validate_success_threshold(probe: v1.Probe, path: FieldPath) -> ErrorList:
    threshold = probe.get("successThreshold", 0)
    return [] if threshold == 1 else [invalid(path.child("successThreshold"), threshold, "must be 1")]


def _validate_probe(probe: v1.Probe, path: FieldPath, pod: PodContext) -> ErrorList:
    given: Any = probe
    errors = _validate_handler(given, path, pod)
    for name in _NUMBERS:
        if given.get(name, 0) < 0:
            errors += validate_non_negative(given[name], path.child(name))
    seconds = probe.get("terminationGracePeriodSeconds", 1)
    if seconds <= 0:
        errors.append(invalid(path.child("terminationGracePeriodSeconds"), seconds, "must be greater than 0"))
    return errors


def _validate_handler(handler: Any, path: FieldPath, pod: PodContext) -> ErrorList:
    """Requires exactly one handler; validates the first of several."""
    given = [name for name in _HANDLERS if name in handler]
    if not given:
        return [required(path, "must specify a handler type")]
    name = given[0]
    errors = _validate_action(name, handler[name], path.child(name), pod)
    return errors + [forbidden(path.child(each), "may not specify more than 1 handler type") for each in given[1:]]


def _validate_action(name: str, action: Any, path: FieldPath, pod: PodContext) -> ErrorList:
    match name:
        case "exec":
            return [] if action.get("command") else [required(path.child("command"))]
        case "httpGet":
            return _validate_http_get(action, path)
        case "tcpSocket":
            return validate_port_number_or_name(action["port"], path.child("port"))
        case "grpc":
            errors = validate_port_number_or_name(action["port"], path.child("port"))
            mode = action.get("mode")
            return errors + ([] if mode is None else validate_choice(mode, path.child("mode"), _GRPC_MODES))
    return _validate_sleep(action["seconds"], path, pod.grace_seconds)


def _validate_sleep(seconds: int, path: FieldPath, grace: int | None) -> ErrorList:
    if grace is None or 0 <= seconds <= grace:
        return []
    detail = f"must be non-negative and less than terminationGracePeriodSeconds ({grace})"
    return [invalid(path, seconds, detail)]


def _validate_http_get(action: v1.HTTPGetAction, path: FieldPath) -> ErrorList:
    """Requires a path, a port and valid headers; HTTP/2 requires no TLS, and the pod as the host."""
    errors: ErrorList = []
    scheme = action.get("scheme", "")
    if not action.get("path"):
        errors.append(required(path.child("path")))
    errors += validate_port_number_or_name(action["port"], path.child("port"))
    if scheme not in _SCHEMES:
        errors += validate_choice(scheme, path.child("scheme"), _SCHEMES)
    for header in action.get("httpHeaders", ()):
        for problem in header_name_problems(header["name"]):
            errors.append(invalid(path.child("httpHeaders"), header["name"], problem))
    protocol = action.get("protocol")
    if protocol is None or protocol == "HTTP1":
        return errors
    if protocol != "HTTP2":
        return errors + validate_choice(protocol, path.child("protocol"), _PROTOCOLS)
    if scheme != "HTTP":
        errors.append(invalid(path.child("protocol"), NamedString(protocol), "is only supported with HTTP (H2C)"))
    elif action.get("host"):
        errors.append(invalid(path.child("host"), action["host"], 'must be empty when `protocol` is "HTTP2"'))
    return errors


def _validate_lifecycle(lifecycle: v1.Lifecycle, path: FieldPath, pod: PodContext) -> ErrorList:
    errors: ErrorList = []
    if "postStart" in lifecycle:
        errors += _validate_handler(lifecycle["postStart"], path.child("postStart"), pod)
    if "preStop" in lifecycle:
        errors += _validate_handler(lifecycle["preStop"], path.child("preStop"), pod)
    if "stopSignal" in lifecycle:
        errors += validate_stop_signal(lifecycle["stopSignal"], path.child("stopSignal"), pod.os)
    return errors
