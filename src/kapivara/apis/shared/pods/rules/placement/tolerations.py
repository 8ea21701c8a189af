"""Validation rules of tolerations.

Upstream: pkg/apis/core/validation/validation.go ValidateTolerations, validateTaintEffect, validateOnlyAddedTolerations
(1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.rules.labels import validate_label_name
from kapivara.content.messages import EMPTY
from kapivara.content.names import is_label_value
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported
from kapivara.field.path import NOWHERE
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import NamedString, quote

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

TAINT_EFFECTS: Final = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_OPERATORS: Final = ("Equal", "Exists")
_COMPARING: Final = ("Lt", "Gt")
_ALL_KEYS: Final = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
_DECIMAL: Final = lazy_pattern("0|-?[1-9][0-9]*")
_INTEGER: Final = lazy_pattern("[+-]?[0-9]+")
_MOST_DIGITS: Final = 20


def validate_tolerations(
    tolerations: Sequence[v1.Toleration], path: FieldPath, *, comparing: bool = False, covered: bool = True
) -> ErrorList:
    """Validates tolerations; `comparing` enables the operators of a feature that is off by default.

    `covered` marks errors about keys as covered by declarative rules, which do not apply to annotations.
    """
    errors: ErrorList = []
    for position, each in enumerate(tolerations):
        errors += _validate_toleration(each, path.index(position), comparing=comparing, covered=covered)
        if errors and path is NOWHERE:
            break  # callers without a path only need to know if there is an error
    return errors


def _validate_toleration(toleration: v1.Toleration, path: FieldPath, *, comparing: bool, covered: bool) -> ErrorList:
    errors: ErrorList = []
    key, operator, effect = toleration.get("key"), toleration.get("operator", ""), toleration.get("effect", "")
    if key:
        problems = validate_label_name(key, path.child("key"))
        errors += [each.marked(covered_by_declarative=True) for each in problems] if covered else problems
    elif operator != "Exists":
        errors.append(invalid(path.child("operator"), NamedString(operator), _ALL_KEYS))
    if "tolerationSeconds" in toleration and effect != "NoExecute":
        detail = "effect must be 'NoExecute' when `tolerationSeconds` is set"
        errors.append(invalid(path.child("effect"), NamedString(effect), detail))
    errors += _validate_operator(operator, toleration.get("value", ""), path, comparing=comparing)
    if effect:
        errors += validate_choice(effect, path.child("effect"), TAINT_EFFECTS)
    return errors


def _validate_operator(operator: str, value: str, path: FieldPath, *, comparing: bool) -> ErrorList:
    if operator in ("", "Equal"):
        problems = is_label_value(value)
        return [invalid(path.child("operator"), value, ";".join(problems))] if problems else []
    if operator == "Exists":
        detail = "value must be empty when `operator` is 'Exists'"
        return [invalid(path.child("operator"), value, detail)] if value else []
    if operator not in _COMPARING:
        return [not_supported(path.child("operator"), NamedString(operator), _OPERATORS)]
    if not comparing:
        return [not_supported(path.child("operator"), NamedString(operator), (*_OPERATORS, *_COMPARING))]
    return _validate_number(value, path.child("value"))


def _validate_number(text: str, path: FieldPath) -> ErrorList:
    """Requires a 64-bit integer in canonical form."""
    errors: ErrorList = []
    if not text:
        errors.append(invalid(path, text, EMPTY))
    elif not _DECIMAL.fullmatch(text):
        errors.append(invalid(path, text, "must be a valid decimal integer in canonical form"))
    problem = _parsing_problem(text)
    if problem:
        errors.append(invalid(path, text, f"strconv.ParseInt: parsing {quote(text)}: {problem}"))
    return errors


def _parsing_problem(text: str) -> str:
    if not _INTEGER.fullmatch(text):
        return "invalid syntax"
    digits = text.lstrip("+-").lstrip("0") or "0"
    number = int(digits) if len(digits) < _MOST_DIGITS else INT64_MAX + 2
    return "" if INT64_MIN <= (-number if text.startswith("-") else number) <= INT64_MAX else "value out of range"


def validate_added_tolerations(
    new: Sequence[v1.Toleration], old: Sequence[v1.Toleration], path: FieldPath, *, comparing: bool
) -> ErrorList:
    """Rejects removed or changed tolerations; only `tolerationSeconds` may change."""
    known = {_without_seconds(each) for each in new}
    if any(_without_seconds(each) not in known for each in old):
        return [forbidden(path, "existing toleration can not be modified except its tolerationSeconds")]
    return validate_tolerations(new, path, comparing=comparing)


def _without_seconds(toleration: v1.Toleration) -> tuple[str, ...]:
    fields = (toleration.get("key"), toleration.get("operator"), toleration.get("value"), toleration.get("effect"))
    return tuple(field or "" for field in fields)
