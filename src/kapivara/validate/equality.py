"""Disallowed values. Upstream: apimachinery/pkg/api/validate/equality.go, content/errors.go (1.37)."""

from __future__ import annotations

from kapivara.field import ErrorList, FieldPath, Operation, invalid
from kapivara.values.rendering import NamedString, format_value, quote

_Scalar = str | int | bool | None


def neq(
    _op: Operation,
    path: FieldPath | None,
    new: _Scalar,
    _old: _Scalar,
    disallowed: str | int | bool,
    named: bool = False,
) -> ErrorList:
    """Rejects one value; `named` means that the string has a named Go type, which shows in the message."""
    if new is None or new != disallowed:
        return []
    shown = quote(disallowed) if isinstance(disallowed, str) else format_value(disallowed)
    value = NamedString(new) if named and isinstance(new, str) else new
    return [invalid(path, value, f"must not be equal to {shown}").with_origin("neq")]
