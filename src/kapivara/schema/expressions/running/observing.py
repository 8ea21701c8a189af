"""Reports every evaluation of a rule to an observer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from kapivara.field import FieldError, FieldPath
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.schema.expressions.running.rule_nodes import RuleNode


@record(eq=False)
class RuleRun:
    """One evaluation of a rule: the node, the rule's position, and the path of the value.

    `value` and `old` are the values of `self` and `oldSelf`; `error` is the reported error, None if the rule held.
    """

    node: RuleNode
    position: int
    path: FieldPath | None
    value: Any
    old: Any
    error: FieldError | None


RuleObserver: TypeAlias = Callable[[RuleRun], None]
