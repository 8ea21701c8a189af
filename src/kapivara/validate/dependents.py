"""What a field that is set asks of a sibling.

An update that changes neither field's being set is not refused for what was so before.
Upstream: apimachinery/pkg/api/validate/dependentrequired.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from kapivara.field import ErrorList, FieldPath, Operation, Verb, forbidden, required
from kapivara.validate.iteration import step_child

IsSet: TypeAlias = Callable[[Any], bool]


def dependent_required(
    op: Operation,
    path: FieldPath | None,
    new: Any,
    old: Any,
    trigger: str,
    trigger_is_set: IsSet,
    dependent: str,
    dependent_is_set: IsSet,
) -> ErrorList:
    """Requires a field of a struct where another one is set."""
    if not _asked(op, new, old, trigger_is_set, dependent_is_set) or dependent_is_set(new):
        return []
    detail = f"must be set when {trigger} is set"
    return [required(step_child(path, dependent), detail).with_origin("dependentRequired")]


def dependent_forbidden(
    op: Operation,
    path: FieldPath | None,
    new: Any,
    old: Any,
    trigger: str,
    trigger_is_set: IsSet,
    dependent: str,
    dependent_is_set: IsSet,
) -> ErrorList:
    """Forbids a field of a struct where another one is set."""
    if not _asked(op, new, old, trigger_is_set, dependent_is_set) or not dependent_is_set(new):
        return []
    detail = f"may not be set when {trigger} is set"
    return [forbidden(step_child(path, dependent), detail).with_origin("dependentForbidden")]


def _asked(op: Operation, new: Any, old: Any, trigger_is_set: IsSet, dependent_is_set: IsSet) -> bool:
    """Whether the trigger is set, and the update (if it is one) changed whether either field is set."""
    if new is None or not trigger_is_set(new):
        return False
    if op.verb is not Verb.UPDATE or old is None:
        return True
    return not trigger_is_set(old) or dependent_is_set(new) != dependent_is_set(old)
