"""Rules under anyOf, oneOf and not, which also decide whether a branch holds.

CRDs may not have any there; OpenAPI documents may (KEP-4153). A branch is validated without an old value: transition
rules are rejected when the document is checked.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from kapivara.cel.budget import ATTEMPT, Budget
from kapivara.field import ErrorList, FieldPath
from kapivara.schema.expressions.data.schema_fit import fit_of
from kapivara.schema.expressions.limits import OBJECT_COST_BUDGET
from kapivara.schema.expressions.running.evaluation import evaluate
from kapivara.schema.expressions.running.rule_nodes import RuleNode, rules_of
from kapivara.schema.steps.correlated import Correlated
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT

if TYPE_CHECKING:
    from kapivara.schema.rules.report import Report


class BranchRules:
    """The rules at and below one branch. `schema` has the types that the branch inherits from its surroundings."""

    __slots__ = ("__dict__", "_schema")

    def __init__(self, schema: Structural):
        self._schema = schema

    @cached_property
    def _root(self) -> RuleNode | None:
        return rules_of(self._schema, resource=False)

    def hold(self, value: Any) -> bool:
        """Returns True if all rules hold for a value."""
        root = self._root
        if root is not None and fit_of(root.declared)(value):
            cost = root.quick.run(value, None, Budget(ATTEMPT))
            if 0 <= cost <= OBJECT_COST_BUDGET:
                return True
        return not self._errors(None, value)

    def explain(self, report: Report, path: str, value: Any) -> None:
        """Adds the errors of failing rules to a report."""
        place = report.field(path)
        errors = self._errors(FieldPath.of(str(place)) if place is not None else None, value)
        for error in errors:
            report.add(error)
        if not errors:
            report.matched += 1

    def _errors(self, path: FieldPath | None, value: Any) -> ErrorList:
        root = self._root
        if root is None:
            return []
        pair = Correlated(value, ABSENT, self._schema)
        return evaluate(root, path, pair, fits=fit_of(root.declared)(value), optional_old_self=False).errors
