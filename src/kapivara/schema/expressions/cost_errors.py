"""The cost limits of rules together, and the server's errors about them.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/{validation,cel_validation}.go getCostErrorMessage,
TotalCost (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.cel.cost.ranges import add, multiply
from kapivara.field import ErrorList, FieldPath, forbidden
from kapivara.schema.expressions.limits import MAX_REQUEST_BYTES, SCHEMA_COST_LIMIT
from kapivara.values import JsonObject

_ADVICE: Final = (
    "try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are "
    "declared"
)
_MOST_EXPENSIVE: Final = 4


def excess_message(what: str, cost: int, limit: int) -> str:
    """Returns the error text about a cost above its limit."""
    factor = float(cost) / float(limit)
    text = f"{factor:f}x" if factor < 1.5 else f"{factor:.1f}x"
    if factor > 100.0:
        text = "more than 100x"
    return f"{what} exceeds budget by factor of {text} ({_ADVICE})"


def children_factor(raw: JsonObject) -> int | None:
    """Returns how often a child can occur below one value of a schema; None if unbounded."""
    bound: int | None = 1
    if raw.get("type") == "object" and "additionalProperties" in raw:
        bound = raw.get("maxProperties")
    elif raw.get("type") == "array":
        bound = raw.get("maxItems")
    return bound if bound is None else max(bound, 0)


def occurrences(bound: int | None, min_size: int) -> int:
    """Returns how often a value of a minimum size fits into a request, unless a bound is given."""
    return MAX_REQUEST_BYTES // (min_size + 1) if bound is None else bound


class CostTally:
    """Adds up the costs of a schema's rules, and remembers the most expensive ones."""

    def __init__(self) -> None:
        self.total = 0
        self._expensive: list[tuple[int, FieldPath]] = []

    def add(self, path: FieldPath, cost: int) -> None:
        """Adds the cost of an expression; remembers it if it is at least a hundredth of the limit."""
        self.total = add(self.total, cost)
        if cost >= SCHEMA_COST_LIMIT // 100:
            self._expensive.append((cost, path))
            self._expensive.sort(key=lambda each: -each[0])
            del self._expensive[_MOST_EXPENSIVE:]

    def errors(self, path: FieldPath) -> ErrorList:
        """Returns errors if the schema's total exceeds the limit."""
        if self.total <= SCHEMA_COST_LIMIT:
            return []
        detail = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"
        errors = [forbidden(place, detail) for _, place in self._expensive]
        what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema"
        return [*errors, forbidden(path, excess_message(what, self.total, SCHEMA_COST_LIMIT))]


def cost_everywhere(cost: int, times: int) -> int:
    """Returns the cost of a rule for a number of runs."""
    return multiply(cost, times)
