"""What rules may cost together, and how the server tells that they cost too much.

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
    """Tells by how much something is over its limit."""
    factor = float(cost) / float(limit)
    text = f"{factor:f}x" if factor < 1.5 else f"{factor:.1f}x"
    if factor > 100.0:
        text = "more than 100x"
    return f"{what} exceeds budget by factor of {text} ({_ADVICE})"


def children_factor(raw: JsonObject) -> int | None:
    """How often a child can stand below one value of a schema; None where nothing bounds it."""
    bound: int | None = 1
    if raw.get("type") == "object" and "additionalProperties" in raw:
        bound = raw.get("maxProperties")
    elif raw.get("type") == "array":
        bound = raw.get("maxItems")
    return bound if bound is None else max(bound, 0)


def occurrences(bound: int | None, min_size: int) -> int:
    """How often a value of at least some size can stand in a request, where nothing else bounds that."""
    return MAX_REQUEST_BYTES // (min_size + 1) if bound is None else bound


class CostTally:
    """Adds up the rules of one schema, and remembers the few that cost most."""

    def __init__(self) -> None:
        self.total = 0
        self._expensive: list[tuple[int, FieldPath]] = []

    def add(self, path: FieldPath, cost: int) -> None:
        """Takes note of one expression; those below a hundredth of the limit are not remembered by name."""
        self.total = add(self.total, cost)
        if cost >= SCHEMA_COST_LIMIT // 100:
            self._expensive.append((cost, path))
            self._expensive.sort(key=lambda each: -each[0])
            del self._expensive[_MOST_EXPENSIVE:]

    def errors(self, path: FieldPath) -> ErrorList:
        """Tells that the schema at a path costs too much, where it does."""
        if self.total <= SCHEMA_COST_LIMIT:
            return []
        detail = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"
        errors = [forbidden(place, detail) for _, place in self._expensive]
        what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema"
        return [*errors, forbidden(path, excess_message(what, self.total, SCHEMA_COST_LIMIT))]


def cost_everywhere(cost: int, times: int) -> int:
    """The cost of a rule that runs so many times."""
    return multiply(cost, times)
