"""Validation rules of the stop signals of containers.

Upstream: pkg/apis/core/validation/validation.go validateStopSignal (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.field import ErrorList, FieldPath, forbidden

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
