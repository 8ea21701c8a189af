"""Validation rules of a StatefulSet's update strategy.

Upstream: pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec, validateRollingUpdateStatefulSet (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.int_or_percent import (
    int_or_percent_value,
    shown_int_or_percent,
    validate_not_more_than_100_percent,
    validate_positive_int_or_percent,
)
from kapivara.apis.shared.rules.numbers import validate_non_negative_fields
from kapivara.field import ErrorList, FieldPath, invalid, required
from kapivara.values import ABSENT, Absent

if TYPE_CHECKING:
    import kapivara.apis.groups.apps.v1.zz_generated_types as v1

_PATH: Final = FieldPath.of("spec", "updateStrategy")
_ROLLING: Final = "RollingUpdate"
_RECREATE: Final = "Recreate"


def validate_update_strategy(
    strategy: v1.StatefulSetUpdateStrategy, old: v1.StatefulSetUpdateStrategy | Absent
) -> ErrorList:
    """Requires a known strategy, and rolling update parameters only for RollingUpdate.

    Recreate is not enabled by default: it is only accepted if the old strategy was Recreate.
    """
    kind, rolling = strategy.get("type", ""), strategy.get("rollingUpdate")
    recreates = old is not ABSENT and old.get("type") == _RECREATE
    if not kind:
        return [required(_PATH)]
    if kind == _ROLLING:
        return [] if rolling is None else _validate_rolling(rolling, _PATH.child("rollingUpdate"))
    from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

    if kind == "OnDelete" or (recreates and kind == _RECREATE):
        shown = internal_form({**rolling} if rolling else None, "apps.RollingUpdateStatefulSetStrategy")
        detail = "only allowed for updateStrategy 'RollingUpdate'"
        return [] if rolling is None else [invalid(_PATH.child("rollingUpdate"), shown, detail)]
    known = "'RollingUpdate', 'OnDelete', or 'Recreate'" if recreates else "'RollingUpdate' or 'OnDelete'"
    return [invalid(_PATH, internal_form({**strategy}, "apps.StatefulSetUpdateStrategy"), f"must be {known}")]


def _validate_rolling(rolling: v1.RollingUpdateStatefulSetStrategy, path: FieldPath) -> ErrorList:
    """Requires a positive `maxUnavailable` of at most 100 %."""
    errors = validate_non_negative_fields(rolling, path, "partition")
    unavailable, place = rolling.get("maxUnavailable"), path.child("maxUnavailable")
    if unavailable is None:
        return errors
    errors += validate_positive_int_or_percent(unavailable, place)
    if int_or_percent_value(unavailable) == 0:
        errors.append(invalid(place, shown_int_or_percent(unavailable), "cannot be 0"))
    return errors + validate_not_more_than_100_percent(unavailable, place)
