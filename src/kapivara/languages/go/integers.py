"""Validates texts of integers as Go parses them, with its errors.

Upstream: strconv Atoi, ParseInt, ParseUint (Go 1.26).
"""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_INTEGER = lazy_pattern(r"[+-]?[0-9]+\Z")


def integer_problem(written: str, function: str, low: int, high: int) -> str:
    """Returns the error of Go's strconv about a text that is not an integer; empty if it is one."""
    if not _INTEGER.match(written) or (function == "ParseUint" and written[0] in "+-"):
        return f"strconv.{function}: parsing {quote(written)}: invalid syntax"
    if len(written) > 40 or not low <= int(written) <= high:
        return f"strconv.{function}: parsing {quote(written)}: value out of range"
    return ""
