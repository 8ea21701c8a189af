"""Validation rules of match conditions: named CEL expressions that select the requests of a webhook or policy.

Upstream: pkg/apis/admissionregistration/validation/validation.go validateMatchConditions (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from kapivara.apis.shared.rules.names import validate_qualified_name
from kapivara.field import ErrorList, FieldPath, duplicate, required, too_many

if TYPE_CHECKING:
    from kapivara.apis.groups.admissionregistration.v1.zz_generated_types import MatchCondition

_MOST = 64


def validate_match_conditions(
    conditions: Sequence[MatchCondition],
    path: FieldPath,
    *,
    has_parameters: bool = False,
    has_libraries: bool = False,
    known: Collection[str] = (),
) -> ErrorList:
    """Requires unique names and boolean expressions; expressions in `known` may use newer parts of CEL.

    `has_libraries` enables the functions that KEP-4153 names.
    """
    if not conditions:
        return []
    from kapivara.apis.groups.admissionregistration.expressions import validate_expression  # few have conditions

    errors: ErrorList = []
    if len(conditions) > _MOST:
        errors.append(too_many(path, len(conditions), _MOST))
    names: set[str] = set()
    for position, condition in enumerate(conditions):
        place = path.index(position)
        expression, name = condition["expression"].strip(), condition["name"]
        if not expression:
            errors.append(required(place.child("expression")))
        else:
            errors += validate_expression(
                expression,
                place.child("expression"),
                has_parameters=has_parameters,
                has_libraries=has_libraries,
                is_known=expression in known,
            )
        errors += validate_qualified_name(name, place.child("name")) if name else [required(place.child("name"))]
        if name in names:
            errors.append(duplicate(place.child("name"), name))
        if name:
            names.add(name)
    return errors
