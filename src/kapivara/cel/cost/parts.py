"""The cost of the parts of an expression as written, and how often each may run.

The numbers are those of the server's estimate. The steps of a macro's expansion count for the macro.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.cel.cost.calls import NoSizes, SizeEstimator
from kapivara.cel.cost.estimator import Estimation
from kapivara.cel.cost.ranges import CostEstimate, multiply
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, Select
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.source_text import source_text
from kapivara.cel.tree.walk import children
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_LOOPS = frozenset(("all", "exists", "exists_one", "existsOne", "map", "filter"))


@record
class PartCost:
    """A part of an expression: its own cost, without the parts below it, and how often it may run."""

    text: str
    cost: int
    times: int


@deep_stack()
def part_costs(checked: CheckedAst, sizes: SizeEstimator | None = None) -> tuple[PartCost, ...]:
    """Returns the highest costs of the parts of an expression, most expensive first; equal parts are merged."""
    estimation = _Recording(checked, sizes or NoSizes())
    estimation.cost(checked.ast.expr)
    found: dict[str, PartCost] = {}
    for part in _Walk(checked, estimation).parts(checked.ast.expr, 1):
        known = found.get(part.text)
        cost = part.cost if known is None else known.cost + part.cost
        found[part.text] = PartCost(part.text, cost, part.times if known is None else max(part.times, known.times))
    return tuple(sorted((each for each in found.values() if each.cost), key=lambda each: -each.cost))


class _Recording(Estimation):
    """An estimation that records the cost of every node, and how often loops run."""

    def __init__(self, checked: CheckedAst, sizes: SizeEstimator):
        super().__init__(checked, sizes)
        self.costs: dict[int, int] = {}
        self.counts: dict[int, int] = {}

    def cost(self, node: Expr) -> CostEstimate:
        found = super().cost(node)
        self.costs[node.id] = found.max
        if isinstance(node, Comprehension) and node.macro in _LOOPS:
            self.counts[node.id] = self.known.size_or_unknown(node.iter_range).max
        return found


class _Walk:
    """Walks an expression as written."""

    def __init__(self, checked: CheckedAst, estimation: _Recording):
        self._ast = checked.ast
        self._estimation = estimation

    def parts(self, node: Expr, times: int) -> Iterable[PartCost]:
        """Yields a node and all nodes below it, each with its own cost."""
        own = self._total(node, times)
        below: list[PartCost] = []
        for each, runs in self._below(node, times):
            own -= self._total(each, runs)
            below += self.parts(each, runs)
        if not isinstance(node, (Const, Ident)):
            yield PartCost(source_text(self._ast, node), max(own, 0), times)
        yield from below

    def _total(self, node: Expr, times: int) -> int:
        return multiply(self._estimation.costs.get(node.id, 0), times)

    def _below(self, node: Expr, times: int) -> Iterable[tuple[Expr, int]]:
        """Returns the written nodes directly below a node, and how often they run."""
        if isinstance(node, Comprehension) and node.id in self._estimation.counts:
            count = multiply(times, self._estimation.counts[node.id])
            inner = node.macro_args[2 if node.iter_var2 else 1 :]
            return [(node.iter_range, times), *((each, count) for each in inner)]
        if isinstance(node, Select | Call | Comprehension) or children(node):
            return [(each, times) for each in children(node)]
        return ()
