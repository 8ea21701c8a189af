"""The options that several commands have."""

from __future__ import annotations

from kapivara.cli.command import Option
from kapivara.cli.usage_error import BadValueError

_USUAL_TIME, _USUAL_SECONDS = "60s", 60.0


def output_option(*forms: str) -> Option:
    """Makes the option `-o` of a command that can print in several forms; the first is the usual one."""
    return Option("-o, --output", "How to print.", choices=forms, default=forms[0])


def timeout_option() -> Option:
    """Makes the option that says how long a request may take, in seconds as a number or as a duration of Go's."""
    return Option(
        "--request-timeout",
        "How long a request may take; the server then answers that it did not complete.",
        metavar="TIME",
        default=_USUAL_TIME,
        read=_read_seconds,
    )


def _read_seconds(given: str) -> float:
    if given == _USUAL_TIME:
        return _USUAL_SECONDS
    from kapivara.content.go_durations import parse_go_duration

    nanoseconds = parse_go_duration(f"{given}s" if given.isdecimal() else given)
    if nanoseconds is None or nanoseconds <= 0:
        raise BadValueError(f"{given!r} is no time such as 30, 30s or 1m30s")
    return nanoseconds / 1e9
