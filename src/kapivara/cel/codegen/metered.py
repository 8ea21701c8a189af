"""Prints expressions with every step paid for: used only where an expression's worst case could pass its limit.

Prices are those of `kapivara.cel.cost.runtime`; loops of macros pay for the steps of their expansion. What is due
whatever comes of a node is paid before it is evaluated, so that failures find it paid; and with it what its operands
pay, up to the first that may fail, for a payment takes as long as an addition.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.ast import Call, Comprehension, Const, Expr, Ident, Select
from kapivara.cel.budget import Budget
from kapivara.cel.checked import CheckedAst
from kapivara.cel.codegen.emitter import Emitter
from kapivara.cel.codegen.operands import FAILURES, evaluate_all
from kapivara.cel.cost.runtime import LoopPrices, Prices, loop_prices
from kapivara.cel.cost.table import ACCESS
from kapivara.cel.errors import CelError, CostExceededError
from kapivara.cel.functions import OverloadCost
from kapivara.cel.provider import TypeProvider
from kapivara.cel.strictness import ONE_FOR_ALL, operands_of
from kapivara.cel.types import CelKind
from kapivara.cel.values import OptionalValue
from kapivara.cel.values.failed import FAILED
from kapivara.emit.source import SourceWriter

METER = "meter"
_OPERATORS = ONE_FOR_ALL - {"@in", "matches", "size", "sort", "@sortByAssociatedKeys"}
"""Functions whose operands are all evaluated, the first one first."""

_LOOK = 5_000
"""How much may be spent between two looks at the clock."""


class Meter:
    """Counts what one evaluation costs, and ends it where that is too much, or its time is up."""

    __slots__ = ("_next", "budget", "limit", "spent")

    def __init__(self, limit: int, budget: Budget):
        self.limit = limit
        self.budget = budget
        self.spent = 0
        self._next = min(limit, _LOOK)

    def spend(self, cost: int) -> None:
        """Pays for one step."""
        self.spent += cost
        if self.spent > self._next:
            self._look()

    def _look(self) -> None:
        if self.spent > self.limit:
            raise CostExceededError("operation cancelled: actual cost limit exceeded")
        self.budget.deadline.check()
        self._next = min(self.limit, self.spent + _LOOK)

    def pay(self, value: Any, cost: int) -> Any:
        """Pays for a value, and returns it."""
        self.spend(cost)
        return value

    def pay_present(self, value: OptionalValue | bool) -> OptionalValue | bool:
        """Pays for an optional value, or what `has()` found, where there is any; and returns it."""
        if value is True or (value is not False and value.has_value):
            self.spend(ACCESS)
        return value

    def pay_link(self, owner: Any) -> None:
        """Pays for a selection from a value of unknown type, unless it is an optional one."""
        if not isinstance(owner, OptionalValue):
            self.spend(ACCESS)

    def pay_found(self, owner: Any, value: Any) -> Any:
        """Pays for a selection from a value of unknown type that is an optional one; and returns what was selected."""
        return self.pay_present(value) if isinstance(owner, OptionalValue) else value

    def call(
        self, cost: OverloadCost, implementation: Callable[..., Any], payers: tuple[Budget, ...], *args: Any
    ) -> Any:
        """Calls a function and pays for it; `payers` is what it takes before its operands.

        It pays before, by the sizes of its arguments, so that what is too much is not begun; afterwards where the
        cost hangs on the result. A failing one pays, too.
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
    """Prints expressions that pay to the function's `meter`."""

    metered = True

    def __init__(
        self, checked: CheckedAst, provider: TypeProvider, writer: SourceWriter, prices: Prices, *, prefix: str = "t"
    ):
        super().__init__(checked, provider, writer, prefix=prefix)
        self._prices = prices
        self._before: dict[int, int] = {}
        self._after: dict[int, int] = {}
        self._paid: set[int] = set()
        """Nodes whose own price is paid by the node above them."""
        self._printed: dict[int, str] = {}

    @property
    def budget(self) -> str:
        """Prints the `Budget` of the evaluation, which the meter has."""
        return f"{METER}.budget"

    def extra_parameters(self) -> tuple[str, ...]:
        """The meter goes wherever the expression goes."""
        return (METER,)

    def spend(self, cost: int) -> None:
        """Prints the payment of a loop's step."""
        if cost:
            self.writer.line(f"{METER}.spend({cost})")

    def spend_for(self, node: Expr, cost: int) -> None:
        """Has a loop's step paid with the node that is evaluated next."""
        if self.failures.can_panic(node):
            self.spend(cost)
        elif cost:
            self._before[node.id] = self._before.get(node.id, 0) + cost

    def loop_prices(self, node: Comprehension) -> LoopPrices:
        """What the steps of a macro's loop cost."""
        return loop_prices(node, self._prices)

    def matters(self, node: Expr) -> bool:
        """Returns whether a node costs anything."""
        return node.id not in self._prices.constants

    def expr(self, node: Expr) -> str:
        """Prints one node, unless that has been done."""
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
        """What the operands of an operator pay before anything may fail; it is theirs no more."""
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
        """Prints a node without what is due for it as a whole."""
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
        """Prints a selection or an index of what may turn out to be an optional value."""
        owner = self._printed[operand.id] = self.assign(self.expr(operand))
        self.writer.line(f"{METER}.pay_link({owner})")
        return f"{METER}.pay_found({owner}, {super()._print(node)})"

    def _paid_at_the_end(self, node: Expr, due: int) -> str:
        """Prints a node that can break off the evaluation: then what is due is not paid any more."""
        name = self.new_name()
        with self.block("try"):
            self.writer.line(f"{name} = {self._print_parts(node)}")
        with self.writer.block(f"except {self.bind(FAILURES)}"):
            self.writer.line(f"{METER}.spend({due})")
            self.writer.line("raise")
        self.writer.line(f"{METER}.spend({due})")
        return name

    def _priced_call(self, node: Call, cost: OverloadCost) -> str:
        """Prints a call whose price depends on its operands."""
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
