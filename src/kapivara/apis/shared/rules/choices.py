"""Validation rules of enums and required fields.

Upstream: apimachinery/pkg/util/validation/field/errors.go NotSupported, Required (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kapivara.field import ErrorList, FieldPath, not_supported, required
from kapivara.values.rendering import NamedString


def validate_choice(value: str, path: FieldPath, choices: Sequence[str]) -> ErrorList:
    """Requires one of several values, which errors list in order; an empty value is treated like any other."""
    return [] if value in choices else [not_supported(path, NamedString(value), choices)]


def validate_required_choice(value: str, path: FieldPath, choices: Sequence[str]) -> ErrorList:
    """Requires one of several values; an empty value is reported as missing."""
    return validate_choice(value, path, choices) if value else [required(path)]


def validate_present(value: Mapping[str, Any], path: FieldPath, *fields: str) -> ErrorList:
    """Requires that fields of a struct are not empty."""
    return [required(path.child(field)) for field in fields if not value.get(field)]
