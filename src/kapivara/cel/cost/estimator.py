"""Estimates the cost of a checked expression: the range between its best and its worst case.

The caller compares it with limits. The walk visits the expansion of macros in upstream's order, on which the sizes
depend. Upstream: cel-go checker/cost.go Cost (0.29).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.cel.cost import table
from kapivara.cel.cost.calls import INDICES, ITEMS, KEYS, VALUES, CallEstimate, NoSizes, SizeEstimator, StaticCall
from kapivara.cel.cost.known_sizes import KnownSizes, SureSizes
from kapivara.cel.cost.local_variables import EntrySize, Local, path_of
from kapivara.cel.cost.ranges import FREE, UNBOUNDED, CostEstimate, SizeEstimate, add, fixed_cost, fixed_size, multiply
from kapivara.cel.functions import Overload, OverloadCost
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import CelKind, Type
from kapivara.values.stack import deep_stack

_ACCESS = fixed_cost(table.ACCESS)
_CALL = fixed_cost(table.CALL)
_CONSTANT = fixed_cost(table.CONSTANT)
_NO_CALL = CostEstimate(UNBOUNDED, 0)
_PRICED_OPERANDS = frozenset((CelKind.MAP, CelKind.OBJECT, CelKind.TYPE_PARAM))
_NOTHING = SizeEstimate(UNBOUNDED, 0)
_ADDITIONS = frozenset(("add_string", "add_bytes", "add_list"))
_INDEXED = {"index_list": ITEMS, "index_map": VALUES}
_UNKNOWN_CALL = (None,)
_FEW_NODES = 50
"""An expression with so few nodes cannot nest too deeply for the usual stack."""
_LOOKED_AT = frozenset(("conditional", *_INDEXED))
"""Overloads without a cost of their own whose operands matter."""


def estimate(checked: CheckedAst, sizes: SizeEstimator | None = None) -> CostEstimate:
    """Returns the lowest and the highest cost of evaluating an expression, from the declarations of its data."""
    return _walked(Estimation(checked, sizes or NoSizes()))


def bound(checked: CheckedAst, sizes: SizeEstimator | None = None) -> int:
    """Returns a cost that no evaluation exceeds, as long as data stays within its declared sizes.

    Upstream's estimates are no such bound: they mix up the sizes of fields, treat values that an expression creates as
    declared data, and count less for some calls than the tracking at run time.
    """
    return _walked(_Bounding(checked, sizes or NoSizes())).max


def estimate_and_bound(checked: CheckedAst, sizes: SizeEstimator) -> tuple[CostEstimate, int | None]:
    """Returns the estimate and an upper bound; None instead of the bound if it needs a separate walk.

    Most estimates mix up no sizes, and the walk adds up what they omit.
    """
    estimation = Estimation(checked, sizes)
    cost = _walked(estimation)
    most = cost.max + estimation.unpaid
    return cost, most if estimation.known.is_sure and most < UNBOUNDED else None


def _walked(estimation: Estimation) -> CostEstimate:
    checked = estimation.checked
    if len(checked.types) <= _FEW_NODES:
        return estimation.cost(checked.ast.expr)
    with deep_stack():
        return estimation.cost(checked.ast.expr)


class Estimation:
    """One walk through an expression; `known` contains the sizes found so far.

    `unpaid` is the most that a run may cost beyond the estimate, as long as the estimated sizes are right.
    """

    presence = fixed_cost(table.PRESENCE)
    unpaid = 0

    def __init__(self, checked: CheckedAst, sizes: SizeEstimator):
        self.checked = checked
        self.known = KnownSizes(checked, sizes)

    def is_priced(self, owner: Type) -> bool:
        """Returns whether the selection of a field has a cost."""
        return owner.kind in _PRICED_OPERANDS

    def price(self, cost: OverloadCost, call: StaticCall) -> CallEstimate:
        """Returns the cost of a call."""
        estimated: CallEstimate = cost.estimate(call)
        if cost.unpaid is None:
            self.known.is_sure = False
        else:
            self.unpaid += cost.unpaid
        return estimated

    def cost(self, node: Expr) -> CostEstimate:
        """Returns the cost of a node and of all nodes below it."""
        match node:
            case Const():
                return _CONSTANT
            case Ident(name=name):
                local = self.known.locals.find(name)
                self.known.set_path(node, path_of(name) if local is None else local.path)
                return _ACCESS
            case Select():
                return self._select(node)
            case Call(function="dyn", args=(inner,)):
                cost = self.cost(inner).plus(_CALL)
                self.known.copy(node, inner)
                return cost
            case Call(function="_&&_" | "_||_", args=(left, right)):
                decided = self.cost(left)
                return CostEstimate(decided.min, add(decided.max, self.cost(right).max))
            case Call():
                return self._call(node)
            case ListExpr():
                return self._list(node)
            case MapExpr():
                return self._map(node)
            case StructExpr(entries=entries):
                return _total([*[self.cost(entry.value) for entry in entries], fixed_cost(table.NEW_STRUCT)])
            case Comprehension():
                return self._bind(node) if _is_bind(node) else self._comprehension(node)

    def _select(self, node: Select) -> CostEstimate:
        cost = self.cost(node.operand)
        if node.test_only:
            self.unpaid += table.ACCESS
            return cost.plus(self.presence)
        self.known.set_path(node, self.known.path(node.operand).then(node.field))
        if self.is_priced(self.known.type_of(node.operand)):
            return cost.plus(_ACCESS)
        self.unpaid += table.ACCESS
        return cost

    def _list(self, node: ListExpr) -> CostEstimate:
        costs, items = [fixed_cost(table.NEW_LIST)], _NOTHING
        for element in node.elements:
            costs.append(self.cost(element))
            items = items.union(self.known.size_or_unknown(element))
        self.known.set_entry_size(node, EntrySize(CelKind.LIST, fixed_size(1), _or_empty(items)))
        return _total(costs)

    def _map(self, node: MapExpr) -> CostEstimate:
        costs, keys, values = [fixed_cost(table.NEW_MAP)], _NOTHING, _NOTHING
        for entry in node.entries:
            costs += [self.cost(entry.key), self.cost(entry.value)]
            keys = keys.union(self.known.size_or_unknown(entry.key))
            values = values.union(self.known.size_or_unknown(entry.value))
        self.known.set_entry_size(node, EntrySize(CelKind.MAP, _or_empty(keys), _or_empty(values)))
        return _total(costs)

    def _call(self, node: Call) -> CostEstimate:
        overloads = self.checked.overloads_of(node)
        if len(overloads) == 1 and overloads[0].cost is None and overloads[0].id not in _LOOKED_AT:
            return self._default_call(node)
        return self._sized_call(node, overloads or _UNKNOWN_CALL)

    def _default_call(self, node: Call) -> CostEstimate:
        """Returns the cost of a call with the language's default cost."""
        costs = [self.cost(arg) for arg in node.args]
        if node.target is not None:
            costs.append(self.cost(node.target))
        return _total([*costs, _CALL])

    def _sized_call(self, node: Call, overloads: Sequence[Overload | None]) -> CostEstimate:
        """Returns the cost of a call from its operands' sizes; None in `overloads` is an unknown overload."""
        known, costs, operands = self.known, [], []
        for arg in node.args:
            costs.append(self.cost(arg))
            operands.append(known.operand(arg))
        before = FREE
        if node.target is not None:
            before = self.cost(node.target)
            operands.insert(0, known.operand(node.target))
        call = StaticCall(tuple(operands), known.sizes)
        cost, size = _NO_CALL, None
        for overload in overloads:
            found = self._overload(node, overload, call, costs)
            cost = cost.union(found.cost)
            size = found.result_size if size is None else _either(size, found.result_size)
            size = self._indexed(node, overload, size) or known.size(node)
        known.set_size(node, size)
        return before.plus(cost)

    def _indexed(self, node: Call, overload: Overload | None, size: SizeEstimate | None) -> SizeEstimate | None:
        """Stores the path of an index expression; returns the element's size if the expression made the container."""
        step = _INDEXED.get(overload.id) if overload else None
        if step is None:
            return size
        entry_size = self.known.entry_size(node.args[0])
        self.known.set_path(node, self.known.path(node.args[0]).then(step))
        return entry_size.value if entry_size else None

    def _overload(
        self, node: Call, overload: Overload | None, call: StaticCall, costs: list[CostEstimate]
    ) -> CallEstimate:
        """Returns the cost of one overload with all operands except the target."""
        known = self.known
        match node.function, costs:
            case "_?_:_", (condition, yes, no):
                chosen = [known.entry_size(arg) for arg in node.args[1:]]
                known.set_entry_size(node, chosen[0].union(chosen[1]) if chosen[0] else None)
                return CallEstimate(condition.plus(yes.union(no)), call.size(1).union(call.size(2)))
        found = CallEstimate(_CALL)
        if overload is not None and overload.cost is not None:
            found = self.price(overload.cost, call)
            if overload.id in _ADDITIONS:
                first, second = (known.entry_size(arg) for arg in node.args)
                known.set_entry_size(node, first.union(second) if first else None)
        return CallEstimate(found.cost.plus(_total(costs)), found.result_size)

    def _comprehension(self, node: Comprehension) -> CostEstimate:
        known = self.known
        costs = [self.cost(node.iter_range), self.cost(node.accu_init)]
        known.bind(node.accu_var, node.accu_init)
        self._iterate(node)
        unpaid_before, self.unpaid = self.unpaid, 0
        step = self.cost(node.loop_condition)
        step = self.cost(node.loop_step).plus(step)
        unpaid_step, self.unpaid = self.unpaid, unpaid_before
        known.locals.pop(node.iter_var)
        if node.iter_var2:
            known.locals.pop(node.iter_var2)
        costs.append(self.cost(node.result))
        known.locals.pop(node.accu_var)
        count = known.size_or_unknown(node.iter_range)
        costs.append(count.repeated(step))
        self.unpaid += multiply(count.max, unpaid_step)
        match node.accu_init:
            case Const():
                known.set_size(node, known.size(node.accu_init))
            case ListExpr() | MapExpr():
                known.set_size(node, count)
                known.set_entry_size(node, known.entry_size(node.loop_step))
        return _total(costs)

    def _iterate(self, node: Comprehension) -> None:
        """Brings the loop's variables into scope: items of a list, or keys of a map; with two, keys and values."""
        known, source = self.known, node.iter_range
        entry_size = known.entry_size(source)
        is_list = (entry_size.container if entry_size else known.type_of(source).kind) is CelKind.LIST
        key, value = (entry_size.key, entry_size.value) if entry_size else (None, None)
        path = known.path(source)
        if not is_list:
            known.is_sure = False  # estimates have no size that bounds keys
        if node.iter_var2:
            known.locals.push(node.iter_var, Local(path.then(INDICES if is_list else KEYS), key))
            known.locals.push(node.iter_var2, Local(path.then(ITEMS if is_list else VALUES), value))
        elif is_list:
            known.locals.push(node.iter_var, Local(path.then(ITEMS), value))
        else:
            known.locals.push(node.iter_var, Local(path.then(KEYS), key))

    def _bind(self, node: Comprehension) -> CostEstimate:
        costs = [self.cost(node.iter_range), self.cost(node.accu_init)]
        self.known.bind(node.accu_var, node.accu_init)
        costs.append(self.cost(node.result))
        self.known.locals.pop(node.accu_var)
        self.known.copy(node, node.result)
        return _total(costs)


class _Bounding(Estimation):
    """Computes a bound that no run exceeds: uses sizes that data cannot exceed, and counts every step."""

    presence = _ACCESS

    def __init__(self, checked: CheckedAst, sizes: SizeEstimator):
        super().__init__(checked, sizes)
        self.known = SureSizes(checked, sizes)

    def is_priced(self, owner: Type) -> bool:  # noqa: ARG002  all are, whatever the type
        return True

    def price(self, cost: OverloadCost, call: StaticCall) -> CallEstimate:
        bounded: CallEstimate = cost.bound(call)
        return bounded


def _is_bind(node: Comprehension) -> bool:
    """Distinguishes a named value (`cel.bind`, `optMap` and similar macros) from a loop."""
    match node.iter_range, node.loop_condition:
        case ListExpr(elements=()), Const(value=False):
            return node.accu_var != "__result__"
    return False


def _total(costs: list[CostEstimate]) -> CostEstimate:
    least, most = sum([cost.min for cost in costs]), sum([cost.max for cost in costs])
    return CostEstimate(min(least, UNBOUNDED), min(most, UNBOUNDED))


def _or_empty(size: SizeEstimate) -> SizeEstimate:
    """Returns the size found in a literal, or zero if there is none."""
    return fixed_size(0) if size == _NOTHING else size


def _either(first: SizeEstimate, second: SizeEstimate | None) -> SizeEstimate:
    return first if second is None else first.union(second)
