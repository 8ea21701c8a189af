"""Validates references to objects by API group, kind (or resource) and name.

Upstream: pkg/apis/networking/validation/validation.go validateIngressTypedLocalObjectReference,
validateIPAddressParentReference (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.content.names import is_path_segment_name
from kapivara.field import ErrorList, FieldPath, invalid, required


def validate_kind_and_name(reference: Mapping[str, Any], path: FieldPath, *, is_covered: bool = False) -> ErrorList:
    """Validates `kind` and `name` as `validate_segments` does, and `apiGroup`, if set, as a DNS subdomain."""
    errors: ErrorList = []
    group = reference.get("apiGroup")
    if group is not None:
        errors += [invalid(path.child("apiGroup"), group, problem) for problem in subdomain_problems(group)]
    return errors + validate_segments(reference, path, "kind", "name", is_covered=is_covered)


def validate_segments(
    reference: Mapping[str, Any], path: FieldPath, *fields: str, is_covered: bool = False
) -> ErrorList:
    """Requires non-empty fields that are valid path segment names.

    With `is_covered`, errors for empty fields are marked as covered by declarative validation.
    """
    errors: ErrorList = []
    for field in fields:
        value = reference.get(field, "")
        if not value:
            errors.append(required(path.child(field)).marked(covered_by_declarative=is_covered))
        errors += [invalid(path.child(field), value, problem) for problem in is_path_segment_name(value)]
    return errors
