"""What is told of every rule that runs, to who asks: whether it held, on which values, and what was said if not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from kapivara.field import FieldError, FieldPath
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.schema.expressions.rule_nodes import RuleNode


@record(eq=False)
class RuleRun:
    """One run of a rule: the node that has it, its position there, and where the value stands that it ran on.

    `value` and `old` are what `self` and `oldSelf` were; `error` is what it was told as, None where the rule held.
    """

    node: RuleNode
    position: int
    path: FieldPath | None
    value: Any
    old: Any
    error: FieldError | None


RuleObserver: TypeAlias = Callable[[RuleRun], None]
