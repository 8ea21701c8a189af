"""Annotations that hold a number: what were fields of older versions, and are read as such.

Upstream: pkg/apis/apps/v1/conversion.go (1.37).
"""

from __future__ import annotations

from kapivara.codec import DecodeError
from kapivara.content.go_integers import integer_problem
from kapivara.values.json_value import INT64_MAX, INT64_MIN

ROLLBACK = "deprecated.deployment.rollback.to"
"""By it clients asked a deployment to go back to a revision."""


def read_number(text: str) -> int:
    """Reads the value of an annotation; raises DecodeError where it is no number."""
    problem = integer_problem(text, "ParseInt", INT64_MIN, INT64_MAX)
    if problem:
        raise DecodeError(problem)
    return int(text)
