"""The rules of one resource, as its schema uses them."""

from __future__ import annotations

from kapivara.field import ErrorList
from kapivara.schema.correlated import Correlated
from kapivara.schema.expressions.evaluation import RuleNode, evaluate, rules_of
from kapivara.schema.structural import Structural
from kapivara.values import Absent, JsonObject


class ResourceRules:
    """Evaluates all rules of a resource's schema."""

    def __init__(self, schema: Structural):
        self._root: RuleNode | None = rules_of(schema)

    def errors(self, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Tells which rules an object breaks, beside the old one where there is one."""
        if self._root is None:
            return []
        return evaluate(self._root, None, Correlated(new, old, self._root.schema)).errors
