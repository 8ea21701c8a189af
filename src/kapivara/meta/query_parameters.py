"""Parses query parameters as the server does: the first value counts, and numbers are parsed as in Go.

Upstream: apimachinery/pkg/runtime/conversion.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kapivara.meta import ApiError, bad_request_status
from kapivara.values.json_value import INT64_MAX, INT64_MIN

Query = Mapping[str, Sequence[str]]


def text(query: Query, name: str) -> str:
    """Returns a parameter; empty if absent."""
    values = query.get(name)
    return values[0] if values else ""


def texts(query: Query, name: str) -> list[str]:
    """Returns all values of a parameter."""
    return list(query.get(name, ()))


def truth(query: Query, name: str) -> bool | None:
    """Returns a boolean parameter, None if absent; all values but `false` and `0` are true."""
    values = query.get(name)
    return values[0].lower() not in ("false", "0") if values else None


def integer(query: Query, name: str) -> int | None:
    """Returns an integer parameter, None if absent; raises ApiError if it is not an integer."""
    values = query.get(name)
    if not values:
        return None
    from kapivara.languages.go.integers import integer_problem  # few requests have numbers

    problem = integer_problem(values[0], "ParseInt", INT64_MIN, INT64_MAX)
    if problem:
        raise ApiError(bad_request_status(problem))
    return int(values[0])
