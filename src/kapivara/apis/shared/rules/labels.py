"""Validation rules of labels and label selectors inside objects; `meta.object_meta` validates the object's own labels.

Upstream: apimachinery/pkg/apis/meta/v1/validation/validation.go ValidateLabelSelector (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from kapivara.content.names import is_label_key, is_label_value
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, required
from kapivara.meta.object_meta import are_labels, validate_labels
from kapivara.values.rendering import GoStruct, NamedString

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import LabelSelector, LabelSelectorRequirement
    from kapivara.values import JsonObject

_WITH_VALUES = frozenset(("In", "NotIn"))
_WITHOUT_VALUES = frozenset(("Exists", "DoesNotExist"))


def validate_label_name(name: str, path: FieldPath) -> ErrorList:
    """Requires a valid label key."""
    return [invalid(path, name, problem).with_origin("format=k8s-label-key") for problem in is_label_key(name)]


def validate_label_map(labels: Mapping[str, str], path: FieldPath) -> ErrorList:
    """Requires valid labels; errors name the whole map."""
    return [] if are_labels(labels) else validate_labels(dict(labels), path)


def has_invalid_label_value(selector: LabelSelector | None) -> bool:
    """Returns True if a stored selector has invalid label values, so that an update may have them, too."""
    expressions = selector.get("matchExpressions", ()) if selector else ()
    return any(is_label_value(value) for each in expressions for value in each.get("values") or ())


def shown_selector(selector: LabelSelector) -> GoStruct:
    """Returns a selector as errors print it."""
    from kapivara.apis.machinery.objects.sent_empties import without_empties  # only errors need it
    from kapivara.codec.typed.described import described

    printed = without_empties(cast("JsonObject", selector), described("meta.v1").struct("LabelSelector"))
    return GoStruct((name, printed[name]) for name in ("matchLabels", "matchExpressions") if name in printed)


def validate_label_selector(
    selector: LabelSelector | None, path: FieldPath, *, any_values: bool = False, any_operator: bool = False
) -> ErrorList:
    """Requires a valid selector, if there is one.

    `any_values` accepts invalid label values, for values stored before; `any_operator` accepts unknown operators.
    """
    if not selector:
        return []
    errors: ErrorList = []
    if labels := selector.get("matchLabels"):
        errors += validate_label_map(labels, path.child("matchLabels"))
    for position, each in enumerate(selector.get("matchExpressions", ())):
        place = path.child("matchExpressions").index(position)
        errors += validate_label_requirement(each, place, any_values=any_values, any_operator=any_operator)
    return errors


def validate_label_requirement(
    requirement: LabelSelectorRequirement, path: FieldPath, *, any_values: bool = False, any_operator: bool = False
) -> ErrorList:
    """Requires a known operator, values exactly where it needs them, and a valid key."""
    errors: ErrorList = []
    operator, values = requirement["operator"], requirement.get("values") or ()
    if operator in _WITH_VALUES:
        if not values:
            errors.append(required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'"))
    elif operator in _WITHOUT_VALUES:
        if values:
            detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
            errors.append(forbidden(path.child("values"), detail))
    elif not any_operator:
        errors.append(invalid(path.child("operator"), NamedString(operator), "not a valid selector operator"))
    errors += validate_label_name(requirement["key"], path.child("key"))
    for position, value in enumerate(() if any_values else values):
        errors += [invalid(path.child("values").index(position), value, problem) for problem in is_label_value(value)]
    return errors
