"""The same printing, with every step paid for: used only where an expression's worst case could pass its limit.

Costs are those of `kapivara.cel.cost`; loops of macros pay for the steps of their expansion.
Upstream: cel-go interpreter/runtimecost.go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.ast import Call, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.codegen import operators
from kapivara.cel.codegen.emitter import Emitter
from kapivara.cel.errors import CostExceededError
from kapivara.cel.functions import Overload, OverloadCost
from kapivara.values import ABSENT

METER = "meter"
_SELECT = 1
_LIST, _MAP, _STRUCT = 10, 30, 40
_LAZY = ("_&&_", "_||_", "_?_:_")


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

    def call(self, cost: OverloadCost | None, implementation: Callable[..., Any], *args: Any) -> Any:
        """Calls a function and pays for it by the sizes of its arguments and result."""
        result = implementation(*args)
        self.spend(1 if cost is None else cost.actual(args, result))
        return result


class MeteredEmitter(Emitter):
    """Prints expressions that pay to the function's `meter`."""

    def extra_parameters(self) -> tuple[str, ...]:
        """The meter goes wherever the expression goes."""
        return (METER,)

    def spend(self, cost: int) -> None:
        """Prints the payment of a loop's step."""
        self.writer.line(f"{METER}.spend({cost})")

    def _print(self, node: Expr) -> str:
        match node:
            case Call() if node.function not in _LAZY:
                nodes = node.args if node.target is None else (node.target, *node.args)
                return self.invoke(self.checked.references[node.id].overloads, self.operands(nodes))
            case Call():
                return operators.SPECIAL[node.function](self, node) or ""
        printed = super()._print(node)
        cost = self._price(node)
        return f"{METER}.pay({printed}, {cost})" if cost else printed

    def _price(self, node: Expr) -> int:
        match node:
            case Ident():
                return _SELECT if printed_is_variable(self, node) else 0
            case Select(test_only=test_only):
                return 0 if test_only else _SELECT
            case ListExpr():
                return _LIST
            case MapExpr():
                return _MAP
            case StructExpr():
                return _STRUCT
        return 0

    def invoke(self, overloads: tuple[Overload, ...], args: list[str]) -> str:
        """Prints a call through the meter."""
        from kapivara.cel.codegen.dispatch import dispatcher

        chosen = overloads[0].implementation if len(overloads) == 1 else dispatcher(overloads)
        passed = ", ".join((self.bind(overloads[0].cost), self.bind(chosen), *args))
        return f"{METER}.call({passed})"


def printed_is_variable(emitter: Emitter, node: Ident) -> bool:
    """Tells whether an identifier is a variable: names of types and constants are free."""
    reference = emitter.checked.references.get(node.id)
    return reference is None or reference.value is ABSENT
