"""Evaluates the rules of a schema on an object, and counts their costs.

Costs are counted only if the estimates exceed a limit: the first walk adds estimated costs, and a second one with a
meter follows if these are too high.
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
from kapivara.field.errors import MOST_ERROR_TEXT, reported_size
from kapivara.schema.expressions.compiling.programs import RuleExpression
from kapivara.schema.expressions.limits import CALL_COST_LIMIT, OBJECT_COST_BUDGET
from kapivara.schema.expressions.running.node_run import Bind, NodeRun, StoppedError
from kapivara.schema.expressions.running.rule_nodes import RuleNode
from kapivara.schema.steps.correlated import Correlated
from kapivara.values import ABSENT
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.schema.expressions.running.observing import RuleObserver
    from kapivara.schema.steps.ratcheting import Ratchet

_DEAR = 10_000
"""The maximum estimated cost of a rule that is evaluated without counting."""


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
    """Evaluates all rules at and below a node; a ratchet forgives failures of rules that do not read the old value.

    `cost` is the budget of all rules together; after the `deadline`, DeadlineExceededError is raised. Without
    `optional_old_self`, rules with `optionalOldSelf` need an old value. `fits` is True if the new data, and the old
    data that is read, fits the schema; otherwise all costs are counted, since estimates do not bound them. With
    `quick`, parts of fitting data that break no rule are skipped. The `observer` is called for every rule that runs,
    for some twice.
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
    """Raised if more errors occur than are reported."""


class _EstimatedOverrunError(Exception):
    """Raised if costs including estimates exceed the budget, so that the actual costs must be counted."""


class Evaluation:
    """One walk through an object. `forgiven` holds the forgiven failures, each with its value."""

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
        """Returns a second walk through the object, which counts all costs."""
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
        """Adds an error; raises _FullError at the maximum size of errors."""
        self.errors.append(error)
        self._room -= reported_size(error)
        if self._room < 0:
            raise _FullError

    def visit(self, node: RuleNode, path: FieldPath | None, pair: Correlated, *, tried: bool = False) -> None:
        """Evaluates the rules of a node, then those below it; null values have no rules.

        `tried` is True if a fast attempt at these rules failed.
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
        """Returns True if a fast attempt shows that all rules at and below a node hold, and adds their cost.

        A failed attempt is free.
        """
        attempt = self.budget.attempt()
        given = attempt.left
        cost = node.quick.run(pair.new, None if pair.old is ABSENT else pair.old, attempt)
        if cost < 0:
            return False
        self.budget.take(given - attempt.left)
        self._spend(cost)
        return True

    def _spend(self, cost: int) -> None:
        """Adds an estimated cost."""
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
        """Evaluates an expression and adds its cost; raises CelError and CostExceededError.

        `overrun` adds the final error. `trusted` binds data for the form that requires fitting data, if there is any;
        `bind` binds it for the other form.
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
        """Evaluates an expression on fitting data and adds its cost; returns ABSENT, without cost, if that fails.

        This form is many times faster than the one that reports failures. Raises CostExceededError.
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
        """Adds a counted cost."""
        if spent > self.remaining:
            if self._has_estimates:
                raise _EstimatedOverrunError
            overrun()
            raise StoppedError
        self.remaining -= spent
