"""Who asks for rules to be evaluated: a resource's schema for its objects, a definition for its defaults.

Upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go,
pkg/apiserver/schema/defaulting/validation.go (1.37).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.cel.budget import ATTEMPT, Budget
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.schema.correlated import Correlated
from kapivara.schema.expressions.evaluation import evaluate
from kapivara.schema.expressions.limits import OBJECT_COST_BUDGET
from kapivara.schema.expressions.rule_nodes import RuleNode, rules_of
from kapivara.schema.expressions.schema_fit import fit_of
from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.schema.expressions.observing import RuleObserver
    from kapivara.schema.ratcheting import Ratchet

_UNTYPED = "rule compiler initialization error: failed to convert to declType for CEL validation rules"


class ResourceRules:
    """Evaluates all rules of a resource's schema; those that may do without an old value only where told so."""

    def __init__(self, schema: Structural, *, optional_old_self: bool = True, resource: bool = True):
        self.root: RuleNode | None = rules_of(schema, resource=resource)
        """The node of the whole resource; None where expressions see nothing of it."""
        self._optional_old_self = optional_old_self

    @cached_property
    def reaches_rules(self) -> bool:
        """Whether expressions see a node that has rules: fields of what is declared as no object are not seen."""
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
        """Tells which rules an object breaks, beside the old one where there is one; a ratchet forgives some.

        `fits` tells that the schema has found nothing wrong with the new object. An `observer` is told of every rule
        that runs. Raises DeadlineExceededError.
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
    """Tells whether the old object, where it is looked at, is what the schema says."""
    return old is ABSENT or not root.schema.holds_transition_rules or fit_of(root.declared)(old)


def default_rule_errors(
    schema: Structural, path: FieldPath, budget: int | None, deadline: Deadline = NO_DEADLINE
) -> tuple[ErrorList, int | None]:
    """Evaluates the rules at and below a schema on its default; -> the errors, and what is left of the budget.

    The default is held to them as one that was there before, and if it passes, as one that was not.
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
    """Refuses the rules at and below a schema that expressions have no type for, where a value reaches them.

    Kept: fields that are declared by their names are not looked at.
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
