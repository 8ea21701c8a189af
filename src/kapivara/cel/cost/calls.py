"""The input of cost estimates: a call, its operands, and their known sizes."""

from __future__ import annotations

from typing import Protocol

from kapivara.cel.cost.ranges import UNKNOWN_SIZE, CostEstimate, SizeEstimate
from kapivara.cel.tree.ast import Const, Expr
from kapivara.cel.types import Type
from kapivara.values.record import record

ITEMS, VALUES, KEYS, INDICES = "@items", "@values", "@keys", "@indices"
"""The path steps that are not field names."""


class SizeEstimator(Protocol):
    """Provides the maximum sizes of declared data."""

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        """Returns the size of the value at a path, or None.

        A path begins with the name of a variable, followed by names of fields, `@items`, `@keys`, `@values`; `@indices`
        leads to no value. It is never empty. A path that does not begin with a variable belongs to a value that the
        expression created: upstream's estimators ignore that, and resolve it from their root.
        """


class NoSizes:
    """Provides no sizes."""

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:  # noqa: ARG002 the protocol's signature
        """Returns None: the sizes of all paths are unknown."""
        return None


@record(eq=False)
class Operand:
    """An operand of a call: its node, type, path (empty unless it is declared data), and size if known."""

    expr: Expr
    type: Type
    path: tuple[str, ...]
    size: SizeEstimate | None


@record(eq=False)
class CallEstimate:
    """The cost of a call without its operands, and the size of its result if known."""

    cost: CostEstimate
    result_size: SizeEstimate | None = None


@record(eq=False)
class StaticCall:
    """A call before evaluation; `operands` begins with the target of a member call."""

    operands: tuple[Operand, ...]
    sizes: SizeEstimator

    def size(self, place: int) -> SizeEstimate:
        """Returns the size of an operand; the widest range where it is unknown."""
        return self.operands[place].size or UNKNOWN_SIZE

    def item_type(self, place: int) -> Type | None:
        """Returns the first type parameter of an operand's type (of a list, its items), or None if it has none."""
        params = self.operands[place].type.params
        return params[0] if params else None

    def item_size(self, place: int) -> SizeEstimate:
        """Returns the size of the items of a list, from its declaration."""
        path = self.operands[place].path
        found = self.sizes.size_at((*path, ITEMS)) if path else None
        return found or UNKNOWN_SIZE

    def number(self, place: int, otherwise: int) -> int:
        """Returns the value of an integer literal, at least zero; `otherwise` for other operands."""
        expr = self.operands[place].expr
        if isinstance(expr, Const) and type(expr.value) is int:
            return max(expr.value, 0)
        return otherwise
