"""Rules that require or forbid a field because a sibling is set.

An update is not rejected for a violation that existed before, as long as neither field was set or unset.
Upstream: apimachinery/pkg/api/validate/dependentrequired.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from kapivara.field import ErrorList, FieldError, FieldPath, Operation, Verb, forbidden, required
from kapivara.validate.parts.iteration import step_child

IsSet: TypeAlias = Callable[[Any], bool]


DependentRule: TypeAlias = Callable[[Operation, FieldPath | None, Any, Any, str, IsSet, str, IsSet], ErrorList]
"""A rule on two fields of a struct, the trigger and the dependent one, each with a function that checks it is set."""


def _rule(
    refuse: Callable[[FieldPath | None, str], FieldError], must: str, origin: str, *, refuse_set: bool
) -> DependentRule:
    """Returns the rule that rejects the dependent field where it is set (`refuse_set`), or where it is not."""

    def judge(
        op: Operation,
        path: FieldPath | None,
        new: Any,
        old: Any,
        trigger: str,
        trigger_is_set: IsSet,
        dependent: str,
        dependent_is_set: IsSet,
    ) -> ErrorList:
        if new is None or not trigger_is_set(new) or dependent_is_set(new) is not refuse_set:
            return []
        updated = op.verb is Verb.UPDATE and old is not None
        if updated and trigger_is_set(old) and dependent_is_set(old) is refuse_set:
            return []
        return [refuse(step_child(path, dependent), f"{must} be set when {trigger} is set").with_origin(origin)]

    return judge


dependent_required = _rule(required, "must", "dependentRequired", refuse_set=False)
"""Requires the dependent field where the trigger is set."""

dependent_forbidden = _rule(forbidden, "may not", "dependentForbidden", refuse_set=True)
"""Forbids the dependent field where the trigger is set."""
