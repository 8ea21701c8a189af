"""Requires that strings match a regular expression in RE2's syntax, anywhere in the string, as in schemas.

The messages are those of the server for a custom resource whose schema has the pattern.
Upstream: kube-openapi/pkg/validation/validate/values.go Pattern (1.37).
"""

from __future__ import annotations

from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.languages.re2.patterns import PatternLimitError, matcher


def pattern(_op: Operation, path: FieldPath | None, new: str | None, _old: str | None, wanted: str) -> ErrorList:
    """Requires a string in which the pattern matches; a nil string passes."""
    if new is None:
        return []
    why = ""
    try:
        if matcher(wanted)(new):
            return []
    except PatternLimitError as limit:
        why = f", but {limit}"
    place = f"{path} " if path is not None else ""
    return [invalid(path, new, f"{place}in body should match '{wanted}'{why}")]


def pattern_unless_empty(
    op: Operation, path: FieldPath | None, new: str | None, old: str | None, wanted: str
) -> ErrorList:
    """Requires a match unless the string is empty: JSON omits the field then."""
    return pattern(op, path, new, old, wanted) if new else []
