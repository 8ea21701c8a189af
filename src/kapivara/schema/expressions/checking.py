"""Who asks for rules to be evaluated: a resource's schema for its objects, a definition for its defaults.

Upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go,
pkg/apiserver/schema/defaulting/validation.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.field import ErrorList, FieldPath
from kapivara.schema.correlated import Correlated
from kapivara.schema.expressions.evaluation import RuleNode, evaluate, rules_of
from kapivara.schema.expressions.limits import OBJECT_COST_BUDGET
from kapivara.schema.structural import Structural
from kapivara.schema.warmth import pays_to_compile
from kapivara.values import ABSENT, Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.schema.expressions.quick import QuickNode
    from kapivara.schema.ratcheting import Ratchet


class ResourceRules:
    """Evaluates all rules of a resource's schema; those that may do without an old value only where told so."""

    def __init__(self, schema: Structural, *, optional_old_self: bool = True):
        self._root: RuleNode | None = rules_of(schema)
        self._optional_old_self = optional_old_self
        self._judged = 0
        self._quick: QuickNode | None = None

    def errors(self, new: JsonObject, old: JsonObject | Absent, ratchet: Ratchet | None = None) -> ErrorList:
        """Tells which rules an object breaks, beside the old one where there is one; a ratchet forgives some."""
        root = self._root
        if root is None or self._surely_hold(root, new, old):
            return []
        pair = Correlated(new, old, root.schema) if ratchet is None else ratchet.root
        run = evaluate(root, None, pair, ratchet=ratchet, optional_old_self=self._optional_old_self)
        if ratchet is not None:
            ratchet.forgive_rules(run.forgiven)
        return run.errors

    def _surely_hold(self, root: RuleNode, new: JsonObject, old: JsonObject | Absent) -> bool:
        """Tells, for large objects and all but the first of others, that every rule holds."""
        if not pays_to_compile(self._judged, new):
            self._judged += 1
            return False
        if self._quick is None:
            from kapivara.schema.expressions.quick import QuickNode

            self._quick = QuickNode(root)
        return 0 <= self._quick.cost(new, None if old is ABSENT else old) <= OBJECT_COST_BUDGET


def default_rule_errors(schema: Structural, path: FieldPath, budget: int | None) -> tuple[ErrorList, int | None]:
    """Evaluates the rules at and below a schema on its default; -> the errors, and what is left of the budget.

    The default is held to them as one that was there before, and if it passes, as one that was not.
    """
    node = rules_of(schema, resource=schema.embedded_resource)
    if node is None:
        return [], budget
    default = schema.default
    left = OBJECT_COST_BUDGET if budget is None else budget
    run = evaluate(node, path, Correlated(default, default, schema), left)
    if run.errors:
        return run.errors, run.remaining
    again = evaluate(node, path, Correlated(default, ABSENT, schema), left)
    return again.errors, min(run.remaining, again.remaining)
