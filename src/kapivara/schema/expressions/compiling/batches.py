"""Compiles the functions of a node's rules in batches, for data that fits its schema.

Python compiles many functions faster together than one by one; but no other thread runs meanwhile. These functions
evaluate the first few objects, and those that break a rule; `quick` evaluates all others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from kapivara.emit.loader import load_all
from kapivara.emit.source import SourceWriter
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.schema.expressions.compiling.programs import RuleExpression

VARIABLES: Final = (SELF, OLD_SELF)
"""The parameters of rule functions after the budget or meter."""

BATCH: Final = 32
"""The maximum number of expressions compiled together."""


class Batch:
    """Expressions that are compiled together when one is first needed."""

    def __init__(self) -> None:
        self.expressions: list[RuleExpression] = []

    @cached_property
    def plain(self) -> dict[RuleExpression, Callable[..., Any]]:
        """The functions of a budget, the value and the old value, for expressions that can trust their data."""
        return self._compile(metered=False)

    @cached_property
    def metered(self) -> dict[RuleExpression, Callable[..., Any]]:
        """The functions of a meter, the value and the old value, which count each step."""
        return self._compile(metered=True)

    @deep_stack()
    def _compile(self, *, metered: bool) -> dict[RuleExpression, Callable[..., Any]]:
        from kapivara.cel.program import print_untold_function

        names: dict[RuleExpression, str] = {}
        writer = SourceWriter()
        for place, expression in enumerate(self.expressions):
            trusting = None if expression.is_large else expression.trusting_expression
            if trusting is not None:
                names[expression] = f"r{place}_"
                print_untold_function(
                    writer,
                    names[expression],
                    trusting,
                    VARIABLES,
                    expression.types,
                    metered=expression.checked if metered else None,
                )
        return dict(zip(names, load_all(writer, "rules", list(names.values())), strict=True))


class Batches:
    """Groups expressions into batches."""

    def __init__(self) -> None:
        self._open = Batch()

    def join(self, expression: RuleExpression) -> Batch:
        """Adds an expression to a batch."""
        if len(self._open.expressions) == BATCH:
            self._open = Batch()
        self._open.expressions.append(expression)
        return self._open


class RuleBatches:
    """The batches of a node: one for rules, and one for messages, which are rarely needed."""

    def __init__(self) -> None:
        self.rules = Batches()
        self.messages = Batches()
