"""Validation rules of port numbers and port names.

Upstream: apimachinery/pkg/util/validation/validation.go IsValidPortNum, IsValidPortName;
pkg/apis/core/validation/validation.go ValidatePortNumOrName (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.shared.rules.numbers import range_message
from kapivara.content.messages import byte_length, max_length_message
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.values.caches import cache_short_texts
from kapivara.values.lazy_pattern import lazy_pattern

LAST_PORT = 65535
PROTOCOLS = ("SCTP", "TCP", "UDP")
PORT_RANGE = range_message(1, LAST_PORT)
_LONGEST_NAME = 15
_NAME = lazy_pattern("[-a-z0-9]+")
_LETTER = lazy_pattern("[a-z]")


def validate_port_number(port: int, path: FieldPath) -> ErrorList:
    """Requires a valid port number."""
    return [] if 1 <= port <= LAST_PORT else [invalid(path, port, PORT_RANGE)]


@cache_short_texts(512)
def port_name_problems(name: str) -> Sequence[str]:
    """Returns the errors of a port name."""
    problems = []
    if byte_length(name) > _LONGEST_NAME:
        problems.append(max_length_message(_LONGEST_NAME))
    if not _NAME.fullmatch(name):
        problems.append("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)")
    if not _LETTER.search(name):
        problems.append("must contain at least one letter (a-z)")
    if "--" in name:
        problems.append("must not contain consecutive hyphens")
    if name.startswith("-") or name.endswith("-"):
        problems.append("must not begin or end with a hyphen")
    return tuple(problems)


def validate_port_name(name: str, path: FieldPath) -> ErrorList:
    """Requires a valid port name."""
    return [invalid(path, name, problem) for problem in port_name_problems(name)]


def validate_port_number_or_name(port: int | str, path: FieldPath) -> ErrorList:
    """Requires a valid port number or port name."""
    return validate_port_number(port, path) if isinstance(port, int) else validate_port_name(port, path)
