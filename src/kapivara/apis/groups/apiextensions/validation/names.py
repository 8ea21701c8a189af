"""Validation rules of the names in a CRD.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation ValidateCustomResourceDefinitionNames (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.content.names import is_dns1035_label
from kapivara.field import ErrorList, FieldPath, invalid, required

if TYPE_CHECKING:
    from kapivara.apis.groups.apiextensions.v1 import zz_generated_types as v1

_MIXED_CASE = "may have mixed case, but should otherwise match: "


def validate_required_names(names: v1.CustomResourceDefinitionNames, path: FieldPath) -> ErrorList:
    """Requires the names that every CRD must have."""
    return [required(path.child(name)) for name in ("plural", "singular", "kind", "listKind") if not names.get(name)]


def validate_names(names: v1.CustomResourceDefinitionNames, path: FieldPath) -> ErrorList:
    """Validates the form of all given names."""
    errors: ErrorList = []
    errors += _validate_label(names.get("plural", ""), path.child("plural"))
    errors += _validate_label(names.get("singular", ""), path.child("singular"))
    errors += _validate_kind(names.get("kind", ""), path.child("kind"))
    errors += _validate_kind(names.get("listKind", ""), path.child("listKind"))
    errors += _validate_labels(names.get("shortNames") or [], path.child("shortNames"))
    if names.get("kind") and names.get("kind") == names.get("listKind"):
        errors.append(invalid(path.child("listKind"), names["listKind"], "kind and listKind may not be the same"))
    return errors + _validate_labels(names.get("categories") or [], path.child("categories"))


def _validate_label(value: str, path: FieldPath) -> ErrorList:
    problems = is_dns1035_label(value) if value else []
    return [invalid(path, value, ",".join(problems))] if problems else []


def _validate_kind(value: str, path: FieldPath) -> ErrorList:
    problems = is_dns1035_label(value.lower()) if value else []
    return [invalid(path, value, _MIXED_CASE + ",".join(problems))] if problems else []


def _validate_labels(values: list[str], path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for position, value in enumerate(values):
        if problems := is_dns1035_label(value):
            errors.append(invalid(path.index(position), value, ",".join(problems)))
    return errors
