"""Fields that hold one of several words, and fields that must not be empty.

Upstream: apimachinery/pkg/util/validation/field/errors.go NotSupported, Required (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kapivara.field import ErrorList, FieldPath, not_supported, required
from kapivara.values.rendering import NamedString


def validate_choice(value: str, path: FieldPath, choices: Sequence[str]) -> ErrorList:
    """Requires one of several words, which messages list in the order given; the empty one is a word as others are."""
    return [] if value in choices else [not_supported(path, NamedString(value), choices)]


def validate_required_choice(value: str, path: FieldPath, choices: Sequence[str]) -> ErrorList:
    """Requires one of several words; where there is none, it is missing."""
    return validate_choice(value, path, choices) if value else [required(path)]


def validate_present(value: Mapping[str, Any], path: FieldPath, *fields: str) -> ErrorList:
    """Requires that fields of a struct are not empty."""
    return [required(path.child(field)) for field in fields if not value.get(field)]
