"""Converts label selectors of objects, with `matchLabels` and `matchExpressions`.

Upstream: apimachinery/pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector, FormatLabelSelector, apimachinery/pkg/labels
NewRequirement, FormatLabels (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kapivara.content.names import is_label_key
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.meta.label_selectors import LabelRequirement, LabelSelector, value_errors
from kapivara.meta.selector_error import SelectorError
from kapivara.meta.status import aggregate_text
from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import LabelSelector as SelectorObject
    from kapivara.meta.v1.zz_generated_types import LabelSelectorRequirement

_NONE = "<none>"
_OPERATORS = {"In": "in", "NotIn": "notin", "Exists": "exists", "DoesNotExist": "!"}
_KEY, _VALUES = FieldPath.of("key"), FieldPath.of("values")


def selector_of(selector: SelectorObject) -> LabelSelector:
    """Returns the selector of an object's field; raises SelectorError with the server's text if it is malformed."""
    labels, expressions = selector.get("matchLabels") or {}, selector.get("matchExpressions") or ()
    requirements = [_checked(LabelRequirement(key, "=", (value,))) for key, value in labels.items()]
    requirements += map(_requirement, expressions)
    return LabelSelector(tuple(sorted(requirements, key=lambda requirement: requirement.key)))


def _requirement(expression: LabelSelectorRequirement) -> LabelRequirement:
    operator = _OPERATORS.get(expression["operator"])
    if operator is None:
        raise SelectorError(f"{quote(expression['operator'])} is not a valid label selector operator")
    return _checked(LabelRequirement(expression["key"], operator, tuple(expression.get("values", ()))))


def _checked(requirement: LabelRequirement) -> LabelRequirement:
    key, values = requirement.key, list(requirement.values)
    errors: ErrorList = []
    if problems := is_label_key(key):
        errors.append(invalid(_KEY, key, "; ".join(problems)))
    if requirement.operator in ("in", "notin") and not values:
        errors.append(invalid(_VALUES, values, "for 'in', 'notin' operators, values set can't be empty"))
    if requirement.operator in ("exists", "!") and values:
        errors.append(invalid(_VALUES, values, "values set must be empty for exists and does not exist"))
    errors += value_errors(requirement)
    if errors:
        raise SelectorError(aggregate_text(map(str, errors)))
    return requirement


def selects(selector: SelectorObject | None, labels: Mapping[str, str]) -> bool:
    """Returns True if labels are selected; False for None, and for a malformed selector."""
    try:
        return selector is not None and selector_of(selector).matches(labels)
    except SelectorError:
        return False


def selector_text(selector: SelectorObject | None) -> str:
    """Returns a selector as Tables show it. Kept: one that selects nothing looks like one that selects everything."""
    try:
        return (str(selector_of(selector)) if selector else "") or _NONE
    except SelectorError:
        return "<error>"


def labels_text(labels: Mapping[str, str] | None) -> str:
    """Returns labels as Tables show them."""
    return ",".join(f"{key}={value}" for key, value in sorted((labels or {}).items())) or _NONE
