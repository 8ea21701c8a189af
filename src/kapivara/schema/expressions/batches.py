"""The functions of a node's rules for data that fits its schema, compiled some at a time.

Python takes longer to compile many functions one by one than together; but while it compiles, no other thread runs. The
functions are for the first few objects, and for those that break a rule: `quick` has what takes all the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from kapivara.emit.loader import load_all
from kapivara.emit.source import SourceWriter
from kapivara.schema.expressions.compilation import OLD_SELF, SELF
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.schema.expressions.programs import RuleExpression

VARIABLES: Final = (SELF, OLD_SELF)
"""What functions of rules take after their budget or meter."""

BATCH: Final = 32
"""How many expressions are compiled together."""


class Batch:
    """Expressions that are compiled together, when one of them is first wanted."""

    def __init__(self) -> None:
        self.expressions: list[RuleExpression] = []

    @cached_property
    def plain(self) -> dict[RuleExpression, Callable[..., Any]]:
        """The functions of a budget, the value and the old value; what cannot trust its data has none."""
        return self._compile(metered=False)

    @cached_property
    def metered(self) -> dict[RuleExpression, Callable[..., Any]]:
        """The functions of a meter, the value and the old value, which pay for each step."""
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
    """Puts expressions together as they come."""

    def __init__(self) -> None:
        self._open = Batch()

    def join(self, expression: RuleExpression) -> Batch:
        """Puts an expression into a batch."""
        if len(self._open.expressions) == BATCH:
            self._open = Batch()
        self._open.expressions.append(expression)
        return self._open


class RuleBatches:
    """Those of a node: the rules, and apart from them the messages, of which few are ever wanted."""

    def __init__(self) -> None:
        self.rules = Batches()
        self.messages = Batches()
