"""Evaluates the rules of a schema on an object: the way through it, and what that costs.

Costs are counted only where the worst case could pass a limit: an object is gone through with the estimated costs
first, and once more with a meter where these add up to too much.
Upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go Validator (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kapivara.cel.budget import Budget
from kapivara.cel.codegen.metered import Meter
from kapivara.cel.codegen.operands import UNTOLD_FAILURES
from kapivara.cel.errors import CostExceededError
from kapivara.field import ErrorList, FieldError, FieldPath
from kapivara.field.errors import MOST_ERROR_TEXT, told_size
from kapivara.schema.correlated import Correlated
from kapivara.schema.expressions.limits import CALL_COST_LIMIT, OBJECT_COST_BUDGET
from kapivara.schema.expressions.node_run import Bind, NodeRun, StoppedError
from kapivara.schema.expressions.programs import RuleExpression
from kapivara.schema.expressions.rule_nodes import RuleNode
from kapivara.values import ABSENT
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.schema.expressions.observing import RuleObserver
    from kapivara.schema.ratcheting import Ratchet

_DEAR = 10_000
"""What a rule may cost whose cost is not counted, as long as nothing else asks for that."""


def evaluate(
    node: RuleNode,
    path: FieldPath | None,
    pair: Correlated,
    cost: int = OBJECT_COST_BUDGET,
    *,
    fits: bool,
    deadline: Deadline = NO_DEADLINE,
    ratchet: Ratchet | None = None,
    optional_old_self: bool = True,
    quick: bool = False,
    observer: RuleObserver | None = None,
) -> Evaluation:
    """Evaluates all rules at and below a node; a ratchet forgives failures of those that do not look back.

    They may cost `cost` together; past the `deadline`, DeadlineExceededError is raised.
    Where `optional_old_self` is off, rules that could do without an old value are not run without one. `fits` tells
    that the data, and what is looked at of the old data, is as the schema says; if not, all costs are counted, since
    estimated ones do not bound the real ones. Of data that fits, parts that break no rule are passed over if it may be
    `quick`. An `observer` is told of every rule that runs, of some twice.
    """
    run = Evaluation(
        cost,
        Budget(deadline=deadline),
        metered=not fits,
        fits=fits,
        ratchet=ratchet,
        optional_old_self=optional_old_self,
        quick=quick,
        observer=observer,
    )
    try:
        try:
            run.visit(node, path, pair, tried=True)
        except _EstimatedOverrunError:
            run = run.counting(cost, Budget(deadline=deadline))
            run.visit(node, path, pair, tried=True)
    except StoppedError:
        run.remaining = -1
    except _FullError:
        pass
    return run


class _FullError(Exception):
    """More rules do not hold than anybody is told."""


class _EstimatedOverrunError(Exception):
    """Costs, of which some are estimates, add up to more than there is: the real ones have to be counted."""


class Evaluation:
    """One way through an object. `forgiven` are the failures that do not count, each with the value it is about."""

    def __init__(
        self,
        cost: int,
        budget: Budget,
        *,
        metered: bool,
        fits: bool,
        ratchet: Ratchet | None = None,
        optional_old_self: bool = True,
        quick: bool = False,
        observer: RuleObserver | None = None,
    ):
        self.errors: ErrorList = []
        self.forgiven: list[tuple[FieldError, Correlated]] = []
        self.remaining = cost
        self.budget = budget
        self.ratchet = ratchet
        self.optional_old_self = optional_old_self
        self.observer = observer
        self._metered = metered
        self._fits = fits
        self._has_estimates = False
        self._quick = quick and not metered
        self._room = MOST_ERROR_TEXT

    def counting(self, cost: int, budget: Budget) -> Evaluation:
        """Returns another way through the object, on which all costs are counted."""
        return Evaluation(
            cost,
            budget,
            metered=True,
            fits=self._fits,
            ratchet=self.ratchet,
            optional_old_self=self.optional_old_self,
            observer=self.observer,
        )

    def tell(self, error: FieldError) -> None:
        """Adds an error; ends the way where nobody is told of more."""
        self.errors.append(error)
        self._room -= told_size(error)
        if self._room < 0:
            raise _FullError

    def visit(self, node: RuleNode, path: FieldPath | None, pair: Correlated, *, tried: bool = False) -> None:
        """Runs the rules of a node, then of what is below it; null has no rules.

        `tried` tells that these very rules have been found not to hold for sure.
        """
        data = pair.new
        if data is None or (self._quick and not tried and self._surely_hold(node, pair)):
            return
        if node.has_rules:
            NodeRun(self, node, path, pair).run()
        if type(data) is list:
            self._visit_items(node, path, pair)
        elif type(data) is dict:
            self._visit_fields(node, path, pair)

    def _surely_hold(self, node: RuleNode, pair: Correlated) -> bool:
        """Tells that all rules at and below a node hold, and pays for them; nothing is paid for an attempt."""
        attempt = self.budget.attempt()
        given = attempt.left
        cost = node.quick.run(pair.new, None if pair.old is ABSENT else pair.old, attempt)
        if cost < 0:
            return False
        self.budget.take(given - attempt.left)
        self._spend(cost)
        return True

    def _spend(self, cost: int) -> None:
        """Pays what is estimated."""
        self._has_estimates = True
        self.remaining -= cost
        if self.remaining < 0:
            raise _EstimatedOverrunError

    def _visit_items(self, node: RuleNode, path: FieldPath | None, pair: Correlated) -> None:
        items = node.elements if node.schema.items is not None else None
        if items is not None and path is not None:
            for index in range(len(pair.new)):
                self.visit(items, path.index(index), pair.item(index))

    def _visit_fields(self, node: RuleNode, path: FieldPath | None, pair: Correlated) -> None:
        values = node.elements if node.schema.additional_schema is not None else None
        if values is not None and path is not None:
            for name in pair.new:
                self.visit(values, path.key(name), pair.field(name))
        tried = len(node.fields) == 1 and not node.has_rules and node.elements is None
        for name in pair.new:
            if (field := node.fields.get(name)) is not None:
                below = FieldPath.of(name) if path is None else path.child(name)
                self.visit(field, below, pair.field(name), tried=tried)

    def call(
        self, expression: RuleExpression, trusted: Bind | None, bind: Bind, *, overrun: Callable[[], object]
    ) -> Any:
        """Runs an expression and pays for it; raises CelError, CostExceededError. `overrun` tells the last error.

        `trusted` gives the data for the form that takes only what fits, where there is such data; `bind` for the other.
        """
        if self._fits and trusted is not None:
            result = self._call_trusting(expression, trusted, overrun)
            if result is not ABSENT:
                return result
        if not self._metered and expression.cost <= CALL_COST_LIMIT:
            self._spend(expression.cost)
            return expression.plain(self.budget, *bind())
        meter = Meter(CALL_COST_LIMIT, self.budget)
        try:
            return expression.metered(meter, *bind())
        finally:
            self._pay(meter.spent, overrun)

    def _call_trusting(self, expression: RuleExpression, bind: Bind, overrun: Callable[[], object]) -> Any:
        """Runs an expression on data that fits, and pays for it; ABSENT, and nothing paid, where that does not tell.

        Many times as fast as the way that tells why an expression fails. Raises CostExceededError.
        """
        if not self._metered and expression.cost < _DEAR:
            if (plain := expression.trusting) is None:
                return ABSENT
            try:
                result = plain(self.budget, *bind())
            except UNTOLD_FAILURES:
                return ABSENT
            self._spend(expression.cost)
            return result
        if (metered := expression.metered_trusting) is None:
            return ABSENT
        meter = Meter(CALL_COST_LIMIT, self.budget)
        try:
            result = metered(meter, *bind())
        except UNTOLD_FAILURES:
            return ABSENT
        except CostExceededError:
            self._pay(meter.spent, overrun)
            raise
        self._pay(meter.spent, overrun)
        return result

    def _pay(self, spent: int, overrun: Callable[[], object]) -> None:
        """Pays what was counted."""
        if spent > self.remaining:
            if self._has_estimates:
                raise _EstimatedOverrunError
            overrun()
            raise StoppedError
        self.remaining -= spent
