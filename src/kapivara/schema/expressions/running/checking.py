"""Evaluates rules for their callers: for objects of a schema, and for a schema's defaults.

Upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go, pkg/apiserver/schema/defaulting/validation.go
(1.37).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.cel.budget import ATTEMPT, Budget
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.schema.expressions.data.schema_fit import fit_of
from kapivara.schema.expressions.limits import OBJECT_COST_BUDGET
from kapivara.schema.expressions.running.evaluation import evaluate
from kapivara.schema.expressions.running.rule_nodes import RuleNode, rules_of
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.schema.expressions.running.observing import RuleObserver
    from kapivara.schema.steps.ratcheting import Ratchet

_UNTYPED = "rule compiler initialization error: failed to convert to declType for CEL validation rules"


class ResourceRules:
    """Evaluates all rules of a resource's schema; rules with `optionalOldSelf` only if enabled."""

    def __init__(self, schema: Structural, *, optional_old_self: bool = True, resource: bool = True):
        self.root: RuleNode | None = rules_of(schema, resource=resource)
        """The node of the whole resource; None if its rules cannot see it."""
        self._optional_old_self = optional_old_self

    @cached_property
    def reaches_rules(self) -> bool:
        """True if a node with rules is reachable; fields of values that are not declared as objects are not."""
        waiting, seen = [] if self.root is None else [self.root], set()
        while waiting:
            node = waiting.pop()
            if node.has_rules:
                return True
            if node in seen:
                continue
            seen.add(node)
            waiting.extend(node.fields.values())
            if node.elements is not None:
                waiting.append(node.elements)
        return False

    def errors(
        self,
        new: JsonObject,
        old: JsonObject | Absent,
        ratchet: Ratchet | None = None,
        *,
        fits: bool = False,
        deadline: Deadline = NO_DEADLINE,
        observer: RuleObserver | None = None,
    ) -> ErrorList:
        """Returns the errors of rules for an object and its old value, if any; a ratchet forgives some.

        `fits` is True if the schema found no error in the new object. The `observer` is called for every rule that
        runs. Raises DeadlineExceededError.
        """
        root = self.root
        if root is None:
            return []
        fits = fits or fit_of(root.declared)(new)
        if fits and observer is None:
            cost = root.quick.run(new, None if old is ABSENT else old, Budget(ATTEMPT, deadline))
            if 0 <= cost <= OBJECT_COST_BUDGET:
                return []
        pair = Correlated(new, old, root.schema) if ratchet is None else ratchet.root
        run = evaluate(
            root,
            None,
            pair,
            fits=fits and _old_fits(root, old),
            deadline=deadline,
            ratchet=ratchet,
            optional_old_self=self._optional_old_self,
            quick=fits and observer is None,
            observer=observer,
        )
        if ratchet is not None:
            ratchet.forgive_rules(run.forgiven)
        return run.errors


def _old_fits(root: RuleNode, old: JsonObject | Absent) -> bool:
    """Returns True if the old object fits the schema, or no rule reads it."""
    return old is ABSENT or not root.schema.holds_transition_rules or fit_of(root.declared)(old)


def default_rule_errors(
    schema: Structural, path: FieldPath, budget: int | None, deadline: Deadline = NO_DEADLINE
) -> tuple[ErrorList, int | None]:
    """Evaluates the rules at and below a schema on its default; returns the errors and the remaining budget.

    The rules run on the default as an unchanged value, and if it passes, as a new one.
    """
    node, default = rules_of(schema, resource=schema.embedded_resource), schema.default
    if node is None:
        return _untyped_rule_errors(schema, path, default), budget
    left = OBJECT_COST_BUDGET if budget is None else budget
    fits = fit_of(node.declared)(default)
    run = evaluate(node, path, Correlated(default, default, schema), left, fits=fits, deadline=deadline)
    if run.errors:
        return run.errors, run.remaining
    again = evaluate(node, path, Correlated(default, ABSENT, schema), left, fits=fits, deadline=deadline)
    return again.errors, min(run.remaining, again.remaining)


def _untyped_rule_errors(schema: Structural, path: FieldPath, value: JsonValue) -> ErrorList:
    """Returns an error if a value reaches a rule at or below a schema without a declared type.

    Kept: declared fields are not examined.
    """
    if value is None or not schema.holds_rules:
        return []
    if schema.rules:
        return [invalid(path, schema.type or "", _UNTYPED)]
    if isinstance(value, list) and schema.items is not None:
        return [
            each for n, item in enumerate(value) for each in _untyped_rule_errors(schema.items, path.index(n), item)
        ]
    if isinstance(value, dict) and (each_value := schema.additional_schema) is not None:
        return [
            each for name in sorted(value) for each in _untyped_rule_errors(each_value, path.key(name), value[name])
        ]
    return []
