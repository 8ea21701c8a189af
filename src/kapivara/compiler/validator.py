"""A validator with two functions: `run` accepts valid values fast, `explain` reports the errors of the others.

`run` builds no path and no error: it returns True or a false value, which is a `Stop` where a field or item failed.
`explain` adds errors to a report. Both are interpreted from the node's plan first and compiled after `WARM` calls: most
nodes see few values, and few of them are invalid. A property test pins `run(v)` to an empty report.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.lazy import LazyNode
from kapivara.compiler.plan import ValuePlan
from kapivara.compiler.plan_ok import ok_by_plan
from kapivara.compiler.stop import Stop

WARM = 8
"""The number of calls of `run`, and of `explain`, that are interpreted before the function is compiled."""


class Planner(Protocol):
    """Plans the nodes of one schema, and limits how many are compiled."""

    allowance: CodeAllowance

    def plan(self, schema: Any, /) -> ValuePlan:
        """Returns the plan of one node."""
        ...


class Validator(LazyNode[[Any], bool | Stop]):
    """The two functions of a node: `run(value)` validates a value, `explain(report, path, value)` adds its errors."""

    __slots__ = ("_explanation", "_plan", "_planner", "_schema")

    warm_after = WARM

    def __init__(self, planner: Planner, schema: Any):
        super().__init__(planner.allowance)
        self._planner = planner
        self._schema = schema
        self._plan: ValuePlan | None = None
        self._explanation: ExplainNode | None = None

    @property
    def plan(self) -> ValuePlan:
        """The node's plan, built on first access."""
        if self._plan is None:
            self._plan = self._planner.plan(self._schema)
        return self._plan

    def walk(self, value: Any) -> bool | Stop:
        """Validates a value from the plan of the node."""
        return ok_by_plan(self.plan, value)

    def compile(self) -> Callable[[Any], bool | Stop]:
        """Compiles the plan into a function of a value."""
        from kapivara.compiler.emit_ok import compile_ok

        return compile_ok(self.plan)

    @property
    def explanation(self) -> ExplainNode:
        """The node of `explain`, made on first access; most nodes never need it."""
        if self._explanation is None:
            self._explanation = ExplainNode(self)
        return self._explanation

    def explain(self, report: Any, path: str, value: Any) -> None:
        """Adds the errors of a value to a report."""
        self.explanation.run(report, path, value)


class ExplainNode(LazyNode[[Any, str, Any], None]):
    """A node's function `run(report, path, value)`."""

    __slots__ = ("_validator",)

    warm_after = WARM

    def __init__(self, validator: Validator):
        super().__init__(validator.allowance)
        self._validator = validator

    def walk(self, report: Any, path: str, value: Any) -> None:
        """Calls the rules of the plan, one after the other."""
        kind = type(value)
        for rule in self._validator.plan.rules:
            if rule.explain is not None and (kind in rule.kinds if rule.kinds else value is not None):
                rule.explain(report, path, value, *rule.args)

    def compile(self) -> Callable[[Any, str, Any], None]:
        """Compiles the plan into a function `explain(report, path, value)`."""
        from kapivara.compiler.emit_explain import compile_explain

        return compile_explain(self._validator.plan)
