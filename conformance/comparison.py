"""Compares responses with recorded ones: exactly, in verdict, and whether the server serves the request at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from conformance.conversation import Answer

_SHOWN = 400
_NOT_SERVED = "the server could not find the requested resource"
_NOT_SPOKEN = (405, 406, 415)
"""Codes for a method or a media type that a server does not know."""


def differences(expected: Answer, actual: Answer) -> list[str]:
    """Returns the differences as text; none if the responses agree exactly."""
    found = []
    if expected.code != actual.code:
        found.append(f"code: expected {expected.code}, got {actual.code}")
    if expected.warnings != actual.warnings:
        found.append(f"warnings: expected {expected.warnings}, got {actual.warnings}")
    found += _compare(expected.body, actual.body, "")
    if expected.headers is not None:
        found += _compare(expected.headers, actual.headers, "headers")
    return found


def same_verdict(expected: Answer, actual: Answer) -> bool:
    """Returns whether two responses have the same code, and errors at the same fields for the same reasons."""
    return expected.code == actual.code and _blamed(expected.body) == _blamed(actual.body)


def is_served(expected: Answer, actual: Answer) -> bool:
    """Returns whether a server serves the path, the method and the media types of a request.

    A recorded error of the same kind counts as served.
    """
    if actual.code == expected.code:
        return True
    if actual.code == 404:
        told = actual.body.get("message") if isinstance(actual.body, dict) else _NOT_SERVED
        return told != _NOT_SERVED
    return actual.code not in _NOT_SPOKEN


def _blamed(body: Any) -> list[tuple[str, str]]:
    details = body.get("details") if isinstance(body, dict) else None
    causes = details.get("causes") if isinstance(details, dict) else None
    return sorted((cause.get("field", ""), cause.get("reason", "")) for cause in causes or ())


def _compare(expected: Any, actual: Any, path: str) -> Iterator[str]:
    match expected, actual:
        case dict(), dict():
            for key in sorted(expected.keys() | actual.keys()):
                here = f"{path}.{key}" if path else key
                if key not in actual:
                    yield f"{here}: missing, expected {_show(expected[key])}"
                elif key not in expected:
                    yield f"{here}: unexpected {_show(actual[key])}"
                else:
                    yield from _compare(expected[key], actual[key], here)
        case list(), list() if len(expected) == len(actual):
            for index, pair in enumerate(zip(expected, actual, strict=True)):
                yield from _compare(*pair, f"{path}[{index}]")
        case _:
            if expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
                yield f"{path or 'body'}: expected {_show(expected)}, got {_show(actual)}"


def _show(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
