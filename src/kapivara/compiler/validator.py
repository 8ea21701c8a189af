"""A validator in two speeds, compiled when it is worth it: `ok` for the many, `explain` for the few.

`ok` builds no path and no error: it returns True, or something false, a `Stop` where it got to look at fields or
items. `explain` collects failures into a report. Both wait for their first value; a
node's `explain` walks its plan for a while before it is compiled, because most nodes are explained once or never.
A property test pins `ok(v)` to an empty report.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.plan import ValuePlan
from kapivara.compiler.stop import Stop

WARM = 8
"""How often a node is explained by its plan before its `explain` is compiled."""


class Validator:
    """One node's pair of functions; `ok` and `explain` replace themselves by compiled code."""

    __slots__ = ("_allowance", "_explained", "_make_plan", "_plan", "counts", "explain", "ok")

    def __init__(self, make_plan: Callable[[], ValuePlan], allowance: CodeAllowance):
        self._make_plan = make_plan
        self._allowance = allowance
        self._plan: ValuePlan | None = None
        self._explained = 0
        self.counts: dict[type, int] = {}
        """How many checks count of a value of a type, where that is always the same; known from earlier values."""
        self.ok: Callable[[Any], bool | Stop] = self._first_ok
        self.explain: Callable[[Any, str, Any], None] = self._explain_by_plan

    @property
    def plan(self) -> ValuePlan:
        """The node's plan, made when first asked for."""
        if self._plan is None:
            self._plan = self._make_plan()
        return self._plan

    @property
    def is_warm(self) -> bool:
        """Whether the node is explained so often that compiled code pays."""
        return self._explained > WARM

    def _first_ok(self, value: Any) -> bool | Stop:
        if self._allowance.take():
            from kapivara.compiler.emit_ok import compile_ok

            self.ok = compile_ok(self.plan)
        else:
            self.ok = self._ok_by_plan
        return self.ok(value)

    def _ok_by_plan(self, value: Any) -> bool | Stop:
        from kapivara.compiler.plan_ok import ok_by_plan

        return ok_by_plan(self.plan, value)

    def _explain_by_plan(self, report: Any, path: str, value: Any) -> None:
        self._explained += 1
        if self._explained == WARM + 1 and self._allowance.take():
            from kapivara.compiler.emit_explain import compile_explain

            self.explain = compile_explain(self.plan)
            self.explain(report, path, value)
            return
        kind = type(value)
        for rule in self.plan.rules:
            if rule.explain is not None and (kind in rule.kinds if rule.kinds else value is not None):
                rule.explain(report, path, value, *rule.args)
