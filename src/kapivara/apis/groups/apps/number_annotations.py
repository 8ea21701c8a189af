"""Annotations that hold a number: fields of older versions. Upstream: pkg/apis/apps/v1/conversion.go (1.37)."""

from __future__ import annotations

from kapivara.codec import DecodeError
from kapivara.languages.go.integers import integer_problem
from kapivara.values.json_value import INT64_MAX, INT64_MIN

ROLLBACK = "deprecated.deployment.rollback.to"
"""The annotation that requested a rollback of a deployment."""


def read_number(text: str) -> int:
    """Returns the number in an annotation; raises DecodeError if it is not one."""
    problem = integer_problem(text, "ParseInt", INT64_MIN, INT64_MAX)
    if problem:
        raise DecodeError(problem)
    return int(text)
