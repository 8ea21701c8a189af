"""The cost of each node at run time, which the compiled expression charges.

Upstream plans an expression before it counts, and the plan affects the costs:

- a chain of selections and indexes costs 1 per link, and 1 for its start (a variable or any other expression); the
  start is free where the chain is a branch of `?:`, or the index of another chain;
- `has(a.b)` costs as much as `a`; `&&`, `||`, `?:`, `or` and `orValue` cost nothing beside their operands;
- lists and maps of constants, and conversions of a constant, are constants: they are free, with all nodes in them;
- `x in [constants]` is free beside `x`; in an empty list, `x` is not evaluated;
- an optional selection or index (`a.?b`, `a[?b]`) is charged only if there is a value.

A failing node is charged like any other: a call with all its operands, unless it stopped early (see `strictness`); a
chain up to the link that failed, with its start. The value of `cel.bind` and `optMap` is evaluated, and charged, on
first use. Upstream: cel-go interpreter/{planner,decorators,attributes,runtimecost}.go (0.29), with Kubernetes' options.
"""

from __future__ import annotations

from kapivara.cel.checks.folding import CONVERSIONS, has_constant_pattern, is_in_constants, looks_nowhere
from kapivara.cel.cost import table
from kapivara.cel.cost.costs import Fixed, cost_at_run_time
from kapivara.cel.functions import OverloadCost
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.strictness import operands_of, stops_early
from kapivara.values.absent import ABSENT
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_INDICES = frozenset(("_[_]", "_?._", "_[?_]"))
_CHOICE = "_?_:_"
FREE_CALLS = frozenset(("_&&_", "_||_", _CHOICE, "or", "orValue"))
"""Functions without a cost beside that of their operands."""


@record(eq=False)
class Prices:
    """The costs of a checked expression's nodes by id; a node without an entry is free.

    `nodes` are costs that are due whenever a node is evaluated, whatever its result. `links` are selections and
    indexes, whose cost is due once their operand has a value; those in `optional` are charged only if there is a value.
    `last` are costs due after all operands but the last have been evaluated. `calls` are calls whose cost depends on
    their operands: `cost.actual(args, result)`; those in `early` stop at the first operand that fails, and are charged
    only if that is the last one. `constants` are the nodes that upstream computes in advance: nothing in them is
    charged.
    """

    nodes: dict[int, int]
    links: dict[int, int]
    optional: frozenset[int]
    last: dict[int, int]
    calls: dict[int, OverloadCost]
    early: frozenset[int]
    constants: frozenset[int]


@record
class LoopPrices:
    """The costs of a macro's loop beside those of its arguments.

    `check` is due before each element, also before the one at which a decided loop stops; `step` for each visited
    element; `keep` for one that a filter or `exists_one` counts, or that `map` adds; `result` at the end.
    """

    check: int
    step: int
    keep: int
    result: int


@deep_stack()
def prices(checked: CheckedAst) -> Prices:
    """Returns the costs of all nodes of an expression."""
    pricing = _Pricing(checked)
    pricing.visit(checked.ast.expr, start=table.ACCESS)
    return pricing.prices()


def loop_prices(node: Comprehension, of: Prices) -> LoopPrices:
    """Returns the costs of a macro's own nodes: those of its expansion that are not in its arguments."""
    given = {arg.id for arg in node.macro_args[2 if node.iter_var2 else 1 :]}
    check, result = (_own(part, of, given) for part in (node.loop_condition, node.result))
    match node.loop_step:
        case Call(function="_?_:_", args=(_, kept, _)):
            return LoopPrices(check, 0, _own(kept, of, given), result)
        case Call(function="_&&_" | "_||_") as step:
            return LoopPrices(check, _own(step, of, given), 0, result)
    return LoopPrices(check, 0, _own(node.loop_step, of, given), result)


def _own(node: Expr, of: Prices, given: set[int]) -> int:
    if node.id in given or node.id in of.constants:
        return 0
    price = of.nodes.get(node.id, 0)
    if node.id in of.calls:
        price = table.CALL  # macros append to lists and compare a count with 1
    return price + sum(_own(part, of, given) for part in _parts(node))


def _parts(node: Expr) -> tuple[Expr, ...]:
    match node:
        case Call(target=target, args=args):
            return args if target is None else (target, *args)
        case ListExpr(elements=elements):
            return elements
    return ()


class _Pricing:
    """One walk through an expression."""

    def __init__(self, checked: CheckedAst):
        self.checked = checked
        self.nodes: dict[int, int] = {}
        self.links: dict[int, int] = {}
        self.optional: set[int] = set()
        self.last: dict[int, int] = {}
        self.calls: dict[int, OverloadCost] = {}
        self.early: set[int] = set()
        self.constants: set[int] = set()

    def prices(self) -> Prices:
        """Returns the collected costs."""
        return Prices(
            nodes=self.nodes,
            links=self.links,
            optional=frozenset(self.optional),
            last=self.last,
            calls=self.calls,
            early=frozenset(self.early),
            constants=frozenset(self.constants),
        )

    def visit(self, node: Expr, start: int = table.ACCESS) -> bool:
        """Records the costs of a node and of all nodes below it; returns whether it is a constant.

        `start` is the cost of a chain's start here. It uses one Python frame per level, two for calls, as trees may be
        deep.
        """
        constant = False
        match node:
            case Const():
                constant = True
            case Ident():
                reference = self.checked.references.get(node.id)
                constant = reference is not None and reference.value is not ABSENT
                self._set(node, 0 if constant else start)
            case Select(test_only=True):
                self._has(node, start)
            case Select():
                self._link(node, node.operand, start)
            case Call():
                constant = self._call(node, start)
            case Comprehension():
                for part in (node.iter_range, node.accu_init, node.loop_condition, node.loop_step, node.result):
                    self.visit(part)
            case _:
                parts, price = _literal(node)
                constant = price != table.NEW_STRUCT
                for part in parts:
                    constant = self.visit(part) and constant
                self._set(node, 0 if constant else price)
        if constant:
            self.constants.add(node.id)
        return constant

    def _set(self, node: Expr, price: int) -> None:
        if price:
            self.nodes[node.id] = price

    def _link(self, node: Select | Call, operand: Expr, start: int) -> None:
        """Records the cost of a selection or index and its operand; a chain's start is due with its first link."""
        if self.visit(operand, start) or not _is_chain(operand):
            self._set(node, start)
        self.links[node.id] = table.ACCESS
        asked = isinstance(node, Call) and node.function != "_[_]"
        if asked or self.checked.type_of(operand).name == "optional_type":
            self.optional.add(node.id)

    def _has(self, node: Select, start: int) -> None:
        """Records the cost of `has()`: the links of its chain without the start.

        Kept: `has()` on a choice costs 1 less, except in the branch of a choice.
        """
        self._link(node, node.operand, 0)
        if start == table.ACCESS and _starts_with_choice(node.operand):
            self._set(node, table.PRESENCE - table.ACCESS)

    def _call(self, node: Call, start: int) -> bool:
        operands = operands_of(node)
        if node.function in _INDICES:
            self._link(node, operands[0], start)
            self.visit(operands[1], 0)
            return False
        if node.function == _CHOICE:
            self.visit(operands[0])
            for branch in operands[1:]:
                self.visit(branch, 0)
            return False
        if looks_nowhere(self.checked, node):
            return True
        constants = []
        for operand in operands:
            constants.append(self.visit(operand))
        if node.function in FREE_CALLS:
            return False
        if node.function in CONVERSIONS and constants == [True]:
            return True
        return self._plain_call(node, operands)

    def _plain_call(self, node: Call, operands: tuple[Expr, ...]) -> bool:
        if is_in_constants(self.checked, node):
            return False
        cost = cost_at_run_time(self.checked.overloads_of(node))
        early = bool(operands) and (has_constant_pattern(self.checked, node) or stops_early(self.checked, node))
        if cost is not None and not isinstance(cost, Fixed):
            self.calls[node.id] = cost
            if early:
                self.early.add(node.id)
            return False
        price = table.CALL if cost is None else cost.cost
        if early:
            self.last[node.id] = price
        else:
            self._set(node, price)
        return False


def _literal(node: ListExpr | MapExpr | StructExpr) -> tuple[list[Expr], int]:
    """Returns the parts of a list, a map or a message literal, and the cost of creating it."""
    match node:
        case ListExpr(elements=elements):
            return list(elements), table.NEW_LIST
        case MapExpr(entries=entries):
            return [part for entry in entries for part in (entry.key, entry.value)], table.NEW_MAP
        case StructExpr(entries=entries):
            return [entry.value for entry in entries], table.NEW_STRUCT


def _is_chain(node: Expr) -> bool:
    """Returns whether selections from a node extend the same chain."""
    match node:
        case Ident() | Select():
            return True
        case Call(function=function):
            return function in _INDICES or function == _CHOICE
    return False


def _starts_with_choice(node: Expr) -> bool:
    while True:
        match node:
            case Call(function="_?_:_"):
                return True
            case Select(operand=inner):
                node = inner
            case Call(function=function, args=(inner, _)) if function in _INDICES:
                node = inner
            case _:
                return False
