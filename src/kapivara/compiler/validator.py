"""A validator in two speeds, compiled when it is worth it: `ok` for the many, `explain` for the few.

`ok` builds no path and no error: it returns True, or something false, a `Stop` where it got to look at fields or
items. `explain` collects failures into a report. Both walk the node's plan, which waits for the first value, for a
while before they are compiled: most nodes see few values, and are explained once or never.
A property test pins `ok(v)` to an empty report.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from kapivara.compiler.allowance import CodeAllowance
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


class Validator:
    """One node's pair of functions; `ok` and `explain` replace themselves by compiled code."""

    __slots__ = ("_asked", "_explained", "_plan", "_planner", "_schema", "counts", "explain", "ok")

    def __init__(self, planner: Planner, schema: Any):
        self._planner = planner
        self._schema = schema
        self._plan: ValuePlan | None = None
        self._asked = 0
        self._explained = 0
        self.counts: dict[type, int] | None = None
        """How many checks count of a value of a type, where that is always the same; known from earlier values."""
        self.ok: Callable[[Any], bool | Stop] = self._ok_by_plan
        self.explain: Callable[[Any, str, Any], None] = self._explain_by_plan

    @property
    def plan(self) -> ValuePlan:
        """The node's plan, made when first asked for."""
        if self._plan is None:
            self._plan = self._planner.plan(self._schema)
        return self._plan

    @property
    def is_warm(self) -> bool:
        """Whether the node is explained so often that compiled code pays."""
        return self._explained > WARM

    def _ok_by_plan(self, value: Any) -> bool | Stop:
        self._asked += 1
        if self._asked == WARM + 1 and self._planner.allowance.take():
            self.compile_ok()
            return self.ok(value)
        return ok_by_plan(self.plan, value)

    def compile_ok(self) -> None:
        """Compiles `ok` now."""
        from kapivara.compiler.emit_ok import compile_ok

        self.ok = compile_ok(self.plan)

    def _explain_by_plan(self, report: Any, path: str, value: Any) -> None:
        self._explained += 1
        if self._explained == WARM + 1 and self._planner.allowance.take():
            from kapivara.compiler.emit_explain import compile_explain

            self.explain = compile_explain(self.plan)
            self.explain(report, path, value)
            return
        kind = type(value)
        for rule in self.plan.rules:
            if rule.explain is not None and (kind in rule.kinds if rule.kinds else value is not None):
                rule.explain(report, path, value, *rule.args)
