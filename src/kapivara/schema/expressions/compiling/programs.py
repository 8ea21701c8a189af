"""Executable rules, whose functions are compiled on first use.

Each expression has two forms: one for data that fits its schema, which `batches` compiles together with others; and one
for any data, which also reports failures. Each form is plain, or metered if the worst case exceeds the budget. `quick`
compiles the rules of a node again, into one function.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from kapivara.cel.codegen.presence import with_planned_presence
from kapivara.cel.cost.estimator import bound
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.schema.expressions.compiling.batches import VARIABLES, Batches, RuleBatches
from kapivara.schema.expressions.compiling.compilation import CompiledRule, Expression
from kapivara.schema.expressions.compiling.guarded_form import guarded_form
from kapivara.schema.expressions.compiling.messages import default_message
from kapivara.schema.expressions.compiling.trusting_form import trusting_form
from kapivara.schema.expressions.data.data_conversion import has_plain_leaves, holds_null, reader_of
from kapivara.schema.expressions.data.list_views import KeyedView
from kapivara.schema.expressions.data.object_views import attempt
from kapivara.schema.expressions.data.provider import DeclaredTypes, LargestSizes
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT, JsonValue
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.cel.budget import Budget
    from kapivara.cel.codegen.metered import Meter

_LARGE: Final = 1000


class RuleExpression:
    """One expression over the data of a node and its old data."""

    def __init__(self, expression: Expression, types: DeclaredTypes, batches: Batches, *, optional_old: bool):
        self.types = types
        self.checked = expression.checked
        """The expression as written."""
        self.uses_old = expression.uses_old
        self._bound = expression.bound
        self._optional_old = optional_old
        self._batch = batches.join(self)

    @cached_property
    def cost(self) -> int:
        """The maximum cost of a run on data that fits its schema."""
        if self._bound is not None:
            return self._bound
        return bound(self.checked, LargestSizes(self.types.root))

    @property
    def is_large(self) -> bool:
        """True if compiling the expression is slow, so that only the form for any data is used."""
        return len(self.checked.types) > _LARGE

    @cached_property
    def plain(self) -> Callable[[Budget, Any, Any], Any]:
        """The function of a budget, the value and the old value, which may be unreadable; raises CelError."""
        return self._compile(metered=False)

    @cached_property
    def metered(self) -> Callable[[Meter, Any, Any], Any]:
        """The function of a meter, the value and the old value: it counts each step, and raises at the limit."""
        return self._compile(metered=True)

    @property
    def trusting(self) -> Callable[[Budget, Any, Any], Any] | None:
        """The function for data that fits its schema, or None; its failures carry no reason.

        It raises `UNTOLD_FAILURES`.
        """
        return self._batch.plain.get(self)

    @property
    def metered_trusting(self) -> Callable[[Meter, Any, Any], Any] | None:
        """The metered function for data that fits its schema, or None; its failures carry no reason.

        It raises `UNTOLD_FAILURES`.
        """
        return self._batch.metered.get(self)

    @cached_property
    def trusting_expression(self) -> CheckedAst | None:
        """The expression for data that fits its schema; None if `plain` must be used for it, too."""
        with deep_stack():
            return trusting_form(self.checked, self.types, optional_old=self._optional_old)

    @cached_property
    def guarded(self) -> CheckedAst:
        """The expression for any data."""
        with deep_stack():
            return guarded_form(with_planned_presence(self.checked), nulls=holds_null(self.types.root))

    def _compile(self, *, metered: bool) -> Callable[..., Any]:
        from kapivara.cel.program import compile_function

        return compile_function(
            self.guarded,
            VARIABLES,
            provider=self.types,
            metered=metered,
            priced_as=self.checked,
            title="rule",
        )


class RuleProgram:
    """One rule of a node: its expression, its message expression, and the path of its errors."""

    def __init__(self, compiled: CompiledRule, types: DeclaredTypes, schema: Structural, batches: RuleBatches):
        self.raw = compiled.raw
        self.error = compiled.error
        self.optional_old = compiled.optional_old
        self._schema = schema
        self.rule = _runnable(compiled.rule, compiled, types, batches.rules)
        self.uses_old = self.rule is not None and self.rule.uses_old
        self.message = _runnable(compiled.message, compiled, types, batches.messages)

    @cached_property
    def default_message(self) -> str:
        """The error text of the rule without a message expression."""
        return default_message(self.raw)

    @cached_property
    def error_path(self) -> str:
        """The path of the rule's errors below the node; empty for the node itself."""
        from kapivara.schema.structural.field_path import FieldPathError, resolve_field_path

        text = self.raw.get("fieldPath")
        try:
            found = resolve_field_path(text, self._schema.raw, expand=self._schema.expanded) if text else None
            return str(found.path or "") if found is not None else ""
        except FieldPathError:
            return ""


def _runnable(
    expression: Expression | None, compiled: CompiledRule, types: DeclaredTypes, batches: Batches
) -> RuleExpression | None:
    return (
        None if expression is None else RuleExpression(expression, types, batches, optional_old=compiled.optional_old)
    )


class Binding:
    """Binds a node's data to the variables of its rules."""

    def __init__(self, types: DeclaredTypes):
        schema = types.root.schema
        self._read = reader_of(schema, trusted=False)
        self.trusting = reader_of(schema, trusted=True)
        """Converts data that fits; raises CelError."""
        self.reads = not has_plain_leaves(types.root)
        """True if fitting data must be converted."""

    def trusted(self, data: JsonValue) -> Any:
        """Returns `self` or `oldSelf` for expressions that trust data; raises CelError."""
        return self.trusting(data) if self.reads and data is not None else data

    def value(self, data: JsonValue) -> Any:
        """Returns `self` or `oldSelf`; unreadable parts fail where they are used."""
        value = attempt(self._read, data)
        if type(value) is KeyedView:
            value.remember()  # all rules of the node share the list
        return value

    def optional(self, data: JsonValue) -> OptionalValue:
        """Returns `oldSelf` as an optional: an empty one for None."""
        return OptionalValue(ABSENT if data is None else self.value(data))

    def trusting_optional(self, data: JsonValue) -> OptionalValue:
        """Returns an optional `oldSelf` from data that fits; raises CelError."""
        return OptionalValue(ABSENT if data is None else self.trusting(data))
