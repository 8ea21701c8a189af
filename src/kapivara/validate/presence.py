"""Required, optional and forbidden fields.

A pointer is given where it is not nil, a list or map where it is not empty, any other value where it is not zero.
Upstream: apimachinery/pkg/api/validate/required.go (1.37).
"""

from __future__ import annotations

from typing import Any

from kapivara.field import ErrorList, FieldPath, Operation, forbidden, required

_NOT_GIVEN = "optional value was not specified"


def required_value(_op: Operation, path: FieldPath | None, new: Any, _old: Any) -> ErrorList:
    """Requires a value, list or map that is neither zero nor empty."""
    return [] if new else [required(path)]


def required_pointer(_op: Operation, path: FieldPath | None, new: Any, _old: Any) -> ErrorList:
    """Requires a pointer that is not nil."""
    return [required(path)] if new is None else []


def required_time(_op: Operation, path: FieldPath | None, new: Any, _old: Any) -> ErrorList:
    """Requires a time other than the zero time, which is null in JSON.

    Upstream: apimachinery/pkg/apis/meta/v1/validation/validation.go ValidateCustom_Condition_LastTransitionTime (1.37).
    """
    from kapivara.codec.typed.meta_json import TIME  # few rules parse times

    return [] if new and TIME.read(new) else [required(path)]


def optional_value(_op: Operation, path: FieldPath | None, new: Any, _old: Any) -> ErrorList:
    """Fails for a value that is not given: the later rules are skipped, and this error is not reported."""
    return [] if new else [required(path, _NOT_GIVEN)]


def optional_pointer(_op: Operation, path: FieldPath | None, new: Any, _old: Any) -> ErrorList:
    """Fails for a nil pointer: the later rules are skipped, and this error is not reported."""
    return [required(path, _NOT_GIVEN)] if new is None else []


def forbidden_value(_op: Operation, path: FieldPath | None, new: Any, _old: Any) -> ErrorList:
    """Forbids a value, list or map that is neither zero nor empty."""
    return [forbidden(path, "")] if new else []


def forbidden_pointer(_op: Operation, path: FieldPath | None, new: Any, _old: Any) -> ErrorList:
    """Forbids a pointer that is not nil."""
    return [] if new is None else [forbidden(path, "")]
