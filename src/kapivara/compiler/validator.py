"""A validator in two speeds, compiled when first used: `ok` for the many, `explain` for the few.

`ok` builds no path and no error. `explain` collects failures into a Report. A property test pins
`ok(v)` to an empty report.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.compiler.plan import ValuePlan


class Validator:
    """One node's pair of functions; `ok` and `explain` replace themselves by compiled code on first use."""

    __slots__ = ("_make_plan", "_plan", "explain", "ok")

    def __init__(self, make_plan: Callable[[], ValuePlan]):
        self._make_plan = make_plan
        self._plan: ValuePlan | None = None
        self.ok: Callable[[Any], bool] = self._first_ok
        self.explain: Callable[[Any, str, Any], None] = self._first_explain

    @property
    def plan(self) -> ValuePlan:
        """The node's plan, made when first asked for."""
        if self._plan is None:
            self._plan = self._make_plan()
        return self._plan

    def _first_ok(self, value: Any) -> bool:
        from kapivara.compiler.emit_ok import compile_ok

        self.ok = compile_ok(self.plan)
        return self.ok(value)

    def _first_explain(self, report: Any, path: str, value: Any) -> None:
        from kapivara.compiler.emit_explain import compile_explain

        self.explain = compile_explain(self.plan)
        self.explain(report, path, value)
