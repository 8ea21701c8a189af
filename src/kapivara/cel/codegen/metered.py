"""Prints expressions with cost tracking, for expressions whose worst case could exceed the limit.

Prices are those of `kapivara.cel.cost.runtime`; loops of macros charge the steps of their expansion. A cost that does
not depend on the result is charged before the node is evaluated, so that a failing node is charged, too. It includes
the costs of operands up to the first that may fail, since each charge takes as long as an addition.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.codegen.emitter import Emitter
from kapivara.cel.codegen.operands import FAILURES, evaluate_all
from kapivara.cel.cost.runtime import LoopPrices, Prices, loop_prices
from kapivara.cel.cost.table import ACCESS
from kapivara.cel.errors import CelError, CostExceededError
from kapivara.cel.functions import OverloadCost
from kapivara.cel.messages.provider import TypeProvider
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, Select
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.strictness import ONE_FOR_ALL, operands_of
from kapivara.cel.types import CelKind
from kapivara.cel.values import OptionalValue
from kapivara.cel.values.failed import FAILED
from kapivara.emit.source import SourceWriter

METER = "meter"
_OPERATORS = ONE_FOR_ALL - {"@in", "matches", "size", "sort", "@sortByAssociatedKeys"}
"""Functions whose operands are all evaluated, the first one first."""

_LOOK = 5_000
"""The cost between two checks of the deadline."""


class Meter:
    """Counts the cost of one evaluation, and ends it where it exceeds its limit or deadline."""

    __slots__ = ("_next", "budget", "limit", "spent")

    def __init__(self, limit: int, budget: Budget):
        self.limit = limit
        self.budget = budget
        self.spent = 0
        self._next = min(limit, _LOOK)

    def spend(self, cost: int) -> None:
        """Charges one step; raises CostExceededError above the limit."""
        self.spent += cost
        if self.spent > self._next:
            self._look()

    def _look(self) -> None:
        if self.spent > self.limit:
            raise CostExceededError("operation cancelled: actual cost limit exceeded")
        self.budget.deadline.check()
        self._next = min(self.limit, self.spent + _LOOK)

    def pay(self, value: Any, cost: int) -> Any:
        """Charges a cost and returns the value."""
        self.spend(cost)
        return value

    def pay_present(self, value: OptionalValue | bool) -> OptionalValue | bool:
        """Charges a non-empty optional value, or a true `has()`, and returns it."""
        if value is True or (value is not False and value.has_value):
            self.spend(ACCESS)
        return value

    def pay_link(self, owner: Any) -> None:
        """Charges a selection from a value of unknown type, unless it is an optional value."""
        if not isinstance(owner, OptionalValue):
            self.spend(ACCESS)

    def pay_found(self, owner: Any, value: Any) -> Any:
        """Charges a non-empty selection from an optional value, and returns the selected value."""
        return self.pay_present(value) if isinstance(owner, OptionalValue) else value

    def call(
        self, cost: OverloadCost, implementation: Callable[..., Any], payers: tuple[Budget, ...], *args: Any
    ) -> Any:
        """Calls a function and charges its cost; `payers` are the arguments before the operands.

        The cost is charged before the call, by the sizes of its arguments, so that a call beyond the limit does not
        begin; if the cost depends on the result, it is charged after the call. A failing call is charged, too.
        """
        if not cost.by_result:
            self.spend(cost.actual(args, FAILED))
            return implementation(*payers, *args)
        try:
            result = implementation(*payers, *args)
        except CelError:
            self.spend(cost.actual(args, FAILED))
            raise
        self.spend(cost.actual(args, result))
        return result


class MeteredEmitter(Emitter):
    """Prints expressions that charge the function's `meter`."""

    metered = True

    def __init__(
        self, checked: CheckedAst, provider: TypeProvider, writer: SourceWriter, prices: Prices, *, prefix: str = "t"
    ):
        super().__init__(checked, provider, writer, prefix=prefix)
        self._prices = prices
        self._before: dict[int, int] = {}
        self._after: dict[int, int] = {}
        self._paid: set[int] = set()
        """Nodes whose own cost is charged with the node above them."""
        self._printed: dict[int, str] = {}

    @property
    def budget(self) -> str:
        """Prints the `Budget` of the evaluation, which the meter holds."""
        return f"{METER}.budget"

    def extra_parameters(self) -> tuple[str, ...]:
        """Returns the name of the meter, which every function needs."""
        return (METER,)

    def spend(self, cost: int) -> None:
        """Prints the charge for a loop's step."""
        if cost:
            self.writer.line(f"{METER}.spend({cost})")

    def spend_for(self, node: Expr, cost: int) -> None:
        """Charges a loop's step together with the node that is evaluated next."""
        if self.failures.can_panic(node):
            self.spend(cost)
        elif cost:
            self._before[node.id] = self._before.get(node.id, 0) + cost

    def loop_prices(self, node: Comprehension) -> LoopPrices:
        """Returns the costs of the steps of a macro's loop."""
        return loop_prices(node, self._prices)

    def matters(self, node: Expr) -> bool:
        """Returns whether a node has a cost."""
        return node.id not in self._prices.constants

    def expr(self, node: Expr) -> str:
        """Prints one node, unless it has been printed already."""
        return self._printed.pop(node.id, "") or super().expr(node)

    def _print(self, node: Expr) -> str:
        before = self._before.pop(node.id, 0)
        if node.id not in self._paid:
            before += self._prices.nodes.get(node.id, 0)
        after = self._after.pop(node.id, 0)
        if isinstance(node, Ident) and not self.failures.can_fail(node):
            before, after = before + after, 0
        if before and not self.failures.can_panic(node):
            before += self._paid_ahead(node)
        if before and self.failures.can_panic(node):
            printed = self._paid_at_the_end(node, before)
        else:
            printed, statements = self.writer.captured(self._print_parts, node)
            if before and statements:
                self.writer.line(f"{METER}.spend({before})")
            elif before:
                printed = f"({METER}.spend({before}) or {printed})"
            self.writer.put(statements)
        return f"{METER}.pay({printed}, {after})" if after else printed

    def _paid_ahead(self, node: Expr) -> int:
        """Returns the cost of an operator's operands up to the first that may fail, and marks them as charged."""
        if not isinstance(node, Call) or node.function not in _OPERATORS or node.id in self._prices.constants:
            return 0
        due = 0
        for operand in node.args:
            if self.failures.can_panic(operand):
                break
            due += self._prices.nodes.get(operand.id, 0) + self._paid_ahead(operand)
            self._paid.add(operand.id)
            if not isinstance(operand, Const) and (not isinstance(operand, Ident) or self.failures.can_fail(operand)):
                break
        return due

    def _print_parts(self, node: Expr) -> str:
        """Prints a node without its own fixed cost."""
        cost = self._prices.calls.get(node.id)
        if cost is not None and isinstance(node, Call):
            return self._priced_call(node, cost)
        if node.id in self._prices.optional:
            return f"{METER}.pay_present({super()._print(node)})"
        link = self._prices.links.get(node.id)
        if link is not None and isinstance(node, (Call, Select)):
            operand = node.operand if isinstance(node, Select) else operands_of(node)[0]
            if self.type_of(operand).kind is CelKind.DYN:
                return self._unsure_link(node, operand)
            self._after[operand.id] = link
        last = self._prices.last.get(node.id)
        if last is not None and isinstance(node, Call):
            self._before[operands_of(node)[-1].id] = last
        return super()._print(node)

    def _unsure_link(self, node: Call | Select, operand: Expr) -> str:
        """Prints a selection or an index of a value that may be an optional value at run time."""
        owner = self._printed[operand.id] = self.assign(self.expr(operand))
        self.writer.line(f"{METER}.pay_link({owner})")
        return f"{METER}.pay_found({owner}, {super()._print(node)})"

    def _paid_at_the_end(self, node: Expr, due: int) -> str:
        """Prints a node that can end the evaluation: its cost is charged only if it does not."""
        name = self.new_name()
        with self.block("try"):
            self.writer.line(f"{name} = {self._print_parts(node)}")
        with self.writer.block(f"except {self.bind(FAILURES)}"):
            self.writer.line(f"{METER}.spend({due})")
            self.writer.line("raise")
        self.writer.line(f"{METER}.spend({due})")
        return name

    def _priced_call(self, node: Call, cost: OverloadCost) -> str:
        """Prints a call whose cost depends on its operands."""
        nodes, asked = operands_of(node), self.bind(cost)
        first = len(nodes) - 1 if node.id in self._prices.early else 0
        if any(map(self.failures.can_fail, nodes[first:])):
            failed = self.bind(FAILED)
            args = evaluate_all(
                self,
                nodes,
                first=first,
                before_raising=lambda given: self.writer.line(f"{METER}.spend({asked}.actual(({given},), {failed}))"),
            )
        else:
            args = self.operands(nodes)
        payers = "".join(f"{each}, " for each in self.payers(node))
        return f"{METER}.call({asked}, {self.implementation(node)}, ({payers}), {', '.join(args)})"
