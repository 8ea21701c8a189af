"""Validation rules of node selectors.

Upstream: pkg/apis/core/validation/validation.go ValidateNodeSelector, ValidateNodeSelectorTerm,
ValidateNodeSelectorRequirement, ValidateNodeFieldSelectorRequirement (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.shared.rules.labels import validate_label_name
from kapivara.apis.shared.rules.names import subdomain_problems
from kapivara.content.names import is_label_value
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_UNKNOWN = "not a valid selector operator"
_OF_SEVERAL = frozenset(("In", "NotIn"))
_OF_NONE = frozenset(("Exists", "DoesNotExist"))
_OF_ONE = frozenset(("Gt", "Lt"))


def validate_node_selector(selector: v1.NodeSelector, path: FieldPath, *, any_values: bool = False) -> ErrorList:
    """Requires at least one term, and valid terms.

    `any_values` accepts invalid label values, for values stored before.
    """
    place = path.child("nodeSelectorTerms")
    terms = selector["nodeSelectorTerms"]
    if not terms:
        return [required(place, "must have at least one node selector term")]
    errors: ErrorList = []
    for position, term in enumerate(terms):
        errors += validate_node_selector_term(term, place.index(position), any_values=any_values)
    return errors


def validate_node_selector_term(term: v1.NodeSelectorTerm, path: FieldPath, *, any_values: bool = False) -> ErrorList:
    """Validates the label and field requirements of a term."""
    errors: ErrorList = []
    for position, each in enumerate(term.get("matchExpressions", ())):
        place = path.child("matchExpressions").index(position)
        errors += validate_node_selector_requirement(each, place, any_values=any_values)
    for position, each in enumerate(term.get("matchFields", ())):
        errors += _validate_field_requirement(each, path.child("matchFields").index(position))
    return errors


def validate_node_selector_requirement(
    requirement: v1.NodeSelectorRequirement, path: FieldPath, *, any_values: bool = False
) -> ErrorList:
    """Requires a known operator, the number of values that it takes, and a valid key."""
    errors: ErrorList = []
    operator, values = requirement["operator"], requirement.get("values") or ()
    if operator in _OF_SEVERAL:
        if not values:
            errors.append(required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'"))
    elif operator in _OF_NONE:
        if values:
            detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
            errors.append(forbidden(path.child("values"), detail))
    elif operator in _OF_ONE:
        if len(values) != 1:
            detail = "must be specified single value when `operator` is 'Lt' or 'Gt'"
            errors.append(required(path.child("values"), detail))
    else:
        errors.append(invalid(path.child("operator"), NamedString(operator), _UNKNOWN))
    errors += validate_label_name(requirement["key"], path.child("key"))
    for position, value in enumerate(() if any_values else values):
        for problem in is_label_value(value):
            error = invalid(path.child("values").index(position), value, problem)
            errors.append(error.with_origin("format=k8s-label-value"))
    return errors


def _validate_field_requirement(requirement: v1.NodeSelectorRequirement, path: FieldPath) -> ErrorList:
    """Requires one value of `metadata.name`, the only selectable field."""
    errors: ErrorList = []
    operator, values = requirement["operator"], requirement.get("values") or ()
    if operator not in _OF_SEVERAL:
        errors.append(invalid(path.child("operator"), NamedString(operator), _UNKNOWN))
    elif len(values) != 1:
        detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
        errors.append(required(path.child("values"), detail))
    if requirement["key"] != "metadata.name":
        errors.append(invalid(path.child("key"), requirement["key"], "not a valid field selector key"))
        return errors
    for position, value in enumerate(values):
        place = path.child("values").index(position)
        errors += [invalid(place, value, problem) for problem in subdomain_problems(value)]
    return errors


def has_invalid_node_values(terms: list[v1.NodeSelectorTerm] | None) -> bool:
    """Returns True if stored terms have invalid label values, so that an update may have them, too."""
    return any(
        is_label_value(value)
        for term in terms or ()
        for each in term.get("matchExpressions", ())
        for value in each.get("values") or ()
    )
