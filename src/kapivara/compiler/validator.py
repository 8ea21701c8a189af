"""A validator in two speeds: `run` tells the many that are ok, `explain` what is wrong with the few.

`run` builds no path and no error: it returns True, or something false, a `Stop` where it got to look at fields or
items. `explain` collects failures into a report. Both walk the node's plan, which waits for the first value, for a
while before they are compiled: most nodes see few values, and are explained once or never.
A property test pins `run(v)` to an empty report.
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
"""How many values a node is walked for by its plan, in each of its two ways, before it is compiled for that."""


class Planner(Protocol):
    """Who plans the nodes of a schema, and how much of it may be compiled."""

    allowance: CodeAllowance

    def plan(self, schema: Any, /) -> ValuePlan:
        """Returns the plan of one node."""
        ...


class Validator(LazyNode[[Any], bool | Stop]):
    """One node's pair of functions: `run(value)`, which tells whether it is ok, and `explain(report, path, value)`."""

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
        """The node's plan, made when first asked for."""
        if self._plan is None:
            self._plan = self._planner.plan(self._schema)
        return self._plan

    def walk(self, value: Any) -> bool | Stop:
        """Tells whether a value is ok by the plan of the node."""
        return ok_by_plan(self.plan, value)

    def compile(self) -> Callable[[Any], bool | Stop]:
        """Compiles the plan into a function of a value."""
        from kapivara.compiler.emit_ok import compile_ok

        return compile_ok(self.plan)

    @property
    def explanation(self) -> ExplainNode:
        """The other function of the pair; most nodes never need it."""
        if self._explanation is None:
            self._explanation = ExplainNode(self)
        return self._explanation

    def explain(self, report: Any, path: str, value: Any) -> None:
        """Adds to a report what is wrong with a value."""
        self.explanation.run(report, path, value)


class ExplainNode(LazyNode[[Any, str, Any], None]):
    """A node's function `run(report, path, value)`."""

    __slots__ = ("_validator",)

    warm_after = WARM

    def __init__(self, validator: Validator):
        super().__init__(validator.allowance)
        self._validator = validator

    def walk(self, report: Any, path: str, value: Any) -> None:
        """Asks the rules of the plan, one after the other."""
        kind = type(value)
        for rule in self._validator.plan.rules:
            if rule.explain is not None and (kind in rule.kinds if rule.kinds else value is not None):
                rule.explain(report, path, value, *rule.args)

    def compile(self) -> Callable[[Any, str, Any], None]:
        """Compiles the plan into a function of a report, a path and a value."""
        from kapivara.compiler.emit_explain import compile_explain

        return compile_explain(self._validator.plan)
