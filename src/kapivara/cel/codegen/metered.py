"""The same printing, with every step paid for: used only where an expression's worst case could pass its limit.

Prices are those of `kapivara.cel.cost.runtime`; loops of macros pay for the steps of their expansion.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.ast import Call, Comprehension, Expr
from kapivara.cel.checked import CheckedAst
from kapivara.cel.codegen import operators
from kapivara.cel.codegen.emitter import Emitter
from kapivara.cel.codegen.failures import static_overload
from kapivara.cel.cost.runtime import LoopPrices, Prices, loop_prices
from kapivara.cel.cost.table import ACCESS
from kapivara.cel.errors import CostExceededError
from kapivara.cel.functions import OverloadCost
from kapivara.cel.library.dynamic import dynamic_call
from kapivara.cel.provider import TypeProvider
from kapivara.cel.values import OptionalValue
from kapivara.emit.source import SourceWriter

METER = "meter"


class Meter:
    """Counts what one evaluation costs, and ends it where that is too much."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int):
        self.limit = limit
        self.spent = 0

    def spend(self, cost: int) -> None:
        """Pays for one step."""
        self.spent += cost
        if self.spent > self.limit:
            raise CostExceededError("operation cancelled: actual cost limit exceeded")

    def pay(self, value: Any, cost: int) -> Any:
        """Pays for a value, and returns it."""
        self.spend(cost)
        return value

    def pay_optional(self, value: OptionalValue, cost: int) -> OptionalValue:
        """Pays for an optional value, less where it holds nothing; and returns it."""
        self.spend(cost if value.has_value else cost - ACCESS)
        return value

    def call(self, cost: OverloadCost, implementation: Callable[..., Any], *args: Any) -> Any:
        """Calls a function and pays for it by the sizes of its arguments and result."""
        result = implementation(*args)
        self.spend(cost.actual(args, result))
        return result


class MeteredEmitter(Emitter):
    """Prints expressions that pay to the function's `meter`."""

    metered = True

    def __init__(self, checked: CheckedAst, provider: TypeProvider, writer: SourceWriter, prices: Prices):
        super().__init__(checked, provider, writer)
        self._prices = prices

    def extra_parameters(self) -> tuple[str, ...]:
        """The meter goes wherever the expression goes."""
        return (METER,)

    def spend(self, cost: int) -> None:
        """Prints the payment of a loop's step."""
        if cost:
            self.writer.line(f"{METER}.spend({cost})")

    def loop_prices(self, node: Comprehension) -> LoopPrices:
        """What the steps of a macro's loop cost."""
        return loop_prices(node, self._prices)

    def condition(self, node: Expr, *, guarded: bool = False) -> str:  # noqa: ARG002 - nothing is left out here
        """Prints a boolean node as it is: every step of it is paid for."""
        return operators.boolean(self, node, self.expr(node))

    def _print(self, node: Expr) -> str:
        cost = self._prices.calls.get(node.id)
        if cost is not None and isinstance(node, Call):
            return self._priced_call(node, cost)
        printed = super()._print(node)
        price = self._prices.nodes.get(node.id, 0)
        pay = "pay_optional" if node.id in self._prices.optional else "pay"
        return f"{METER}.{pay}({printed}, {price})" if price else printed

    def _priced_call(self, node: Call, cost: OverloadCost) -> str:
        """Prints a call whose price depends on its operands."""
        args = self.operands(node.args if node.target is None else (node.target, *node.args))
        static = static_overload(self.checked, node)
        overloads = self.checked.references[node.id].overloads
        called = dynamic_call(node.function, overloads) if static is None else static.implementation
        return f"{METER}.call({', '.join((self.bind(cost), self.bind(called), *args))})"
