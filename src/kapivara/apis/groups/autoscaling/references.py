"""Validation rules of an autoscaler's references to other objects.

Upstream: pkg/apis/autoscaling/validation/validation.go ValidateCrossVersionObjectReference, ValidateAPIVersion (1.37).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from kapivara.content.names import is_path_segment_name
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.meta import ApiVersionError, parse_api_version

if TYPE_CHECKING:
    import kapivara.apis.groups.autoscaling.v2.zz_generated_types as v2


class VersionRule(Enum):
    """The rule for the apiVersion of a reference: any text, well-formed, or with a group."""

    ANY = "any"
    WELL_FORMED = "well formed"
    WITH_GROUP = "with a group"


def validate_reference(
    reference: v2.CrossVersionObjectReference, path: FieldPath, rule: VersionRule, *, is_covered: bool = False
) -> ErrorList:
    """Requires a kind and a name that are path segments; with `is_covered`, declarative rules repeat this."""
    errors: ErrorList = []
    for field, text in (("kind", reference["kind"]), ("name", reference["name"])):
        if text:
            errors += [invalid(path.child(field), text, problem) for problem in is_path_segment_name(text)]
        else:
            errors.append(required(path.child(field)).marked(covered_by_declarative=is_covered))
    if problem := api_version_problem(reference, rule):
        errors.append(invalid(path.child("apiVersion"), reference.get("apiVersion", ""), problem))
    return errors


def api_version_problem(reference: v2.CrossVersionObjectReference, rule: VersionRule) -> str:
    """Returns the error of a reference's apiVersion; empty if it is valid."""
    if rule is VersionRule.ANY:
        return ""
    try:
        group, _ = parse_api_version(reference.get("apiVersion", ""))
    except ApiVersionError as error:
        return str(error)
    return "apiVersion must specify API group" if rule is VersionRule.WITH_GROUP and not group else ""
