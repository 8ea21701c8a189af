"""What a cost is asked about before anything runs: a call, its operands, and what is known of their sizes."""

from __future__ import annotations

from typing import Protocol

from kapivara.cel.ast import Const, Expr
from kapivara.cel.cost.ranges import UNKNOWN_SIZE, CostEstimate, SizeEstimate
from kapivara.cel.types import Type
from kapivara.values.record import record

ITEMS, VALUES, KEYS, INDICES = "@items", "@values", "@keys", "@indices"
"""The steps of a path that are not names of fields."""


class SizeEstimator(Protocol):
    """Knows how large data may be, from what is declared about it."""

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        """The size of what stands at a path, or None.

        A path starts with the name of a variable and goes on with names of fields, `@items`, `@keys`, `@values`;
        `@indices` leads nowhere. It is never empty. A path whose start is no variable belongs to something that
        the expression made: upstream's estimators take no notice, and read it from their root all the same.
        """


class NoSizes:
    """Knows nothing about the sizes of data."""

    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:  # noqa: ARG002 the protocol's signature
        """Says of no path how large the data there may be."""
        return None


@record(eq=False)
class Operand:
    """An operand of a call: its node, type, path (empty where it is no declared data), and size where known."""

    expr: Expr
    type: Type
    path: tuple[str, ...]
    size: SizeEstimate | None


@record(eq=False)
class CallEstimate:
    """What a call costs, its operands aside, and the size of what it gives where that is known."""

    cost: CostEstimate
    result_size: SizeEstimate | None = None


@record(eq=False)
class StaticCall:
    """A call before it is made; `operands` starts with the target of a member call."""

    operands: tuple[Operand, ...]
    sizes: SizeEstimator

    def size(self, place: int) -> SizeEstimate:
        """The size of an operand, the widest range where it is not known."""
        return self.operands[place].size or UNKNOWN_SIZE

    def item_type(self, place: int) -> Type | None:
        """The first type parameter of an operand's type: a list's items; None for strings and what is dynamic."""
        params = self.operands[place].type.params
        return params[0] if params else None

    def item_size(self, place: int) -> SizeEstimate:
        """The size of the items of a list, by what is declared about them."""
        path = self.operands[place].path
        found = self.sizes.size_at((*path, ITEMS)) if path else None
        return found or UNKNOWN_SIZE

    def number(self, place: int, otherwise: int) -> int:
        """An operand that is written as an integer, not below zero; something else where it is not."""
        expr = self.operands[place].expr
        if isinstance(expr, Const) and type(expr.value) is int:
            return max(expr.value, 0)
        return otherwise
