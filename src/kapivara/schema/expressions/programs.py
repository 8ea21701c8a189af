"""A rule ready to run: its functions are compiled when they are first called.

They come in two forms: one for data that is known to fit its schema, which `batches` compiles together with those of
other rules; and one for any data, which also tells why a rule failed. Each is plain, or metered where the worst case
could cost more than is left. `quick` prints the rules of a node once more, into one function.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from kapivara.cel.checked import CheckedAst
from kapivara.cel.codegen.presence import with_planned_presence
from kapivara.cel.cost.estimator import bound
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.schema.expressions.batches import VARIABLES, Batches, RuleBatches
from kapivara.schema.expressions.compilation import CompiledRule, Expression
from kapivara.schema.expressions.data_conversion import has_plain_leaves, holds_null, reader_of
from kapivara.schema.expressions.guarded_form import guarded_form
from kapivara.schema.expressions.list_views import KeyedView
from kapivara.schema.expressions.messages import default_message
from kapivara.schema.expressions.object_views import attempt
from kapivara.schema.expressions.provider import DeclaredTypes, LargestSizes
from kapivara.schema.expressions.trusting_form import trusting_form
from kapivara.schema.structural import Structural
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
        """The expression as it was written."""
        self.uses_old = expression.uses_old
        self._bound = expression.bound
        self._optional_old = optional_old
        self._batch = batches.join(self)

    @cached_property
    def cost(self) -> int:
        """What no run costs more than, on data that fits its schema."""
        if self._bound is not None:
            return self._bound
        return bound(self.checked, LargestSizes(self.types.root))

    @property
    def is_large(self) -> bool:
        """Whether compiling the expression takes a while: one form of it, for any data, has to do."""
        return len(self.checked.types) > _LARGE

    @cached_property
    def plain(self) -> Callable[[Budget, Any, Any], Any]:
        """The function of a budget, the value and the old value, which may be unreadable; raises CelError."""
        return self._compile(metered=False)

    @cached_property
    def metered(self) -> Callable[[Meter, Any, Any], Any]:
        """The function of a meter, the value and the old value: it pays for each step, and raises where it cannot."""
        return self._compile(metered=True)

    @property
    def trusting(self) -> Callable[[Budget, Any, Any], Any] | None:
        """The function for data that fits its schema, or None; what it returns is right, why it fails is not told.

        It raises `UNTOLD_FAILURES`.
        """
        return self._batch.plain.get(self)

    @property
    def metered_trusting(self) -> Callable[[Meter, Any, Any], Any] | None:
        """The function for data that fits its schema, or None, which pays a meter for each step.

        What it returns is right, why it fails is not told; it raises `UNTOLD_FAILURES`.
        """
        return self._batch.metered.get(self)

    @cached_property
    def trusting_expression(self) -> CheckedAst | None:
        """The expression for data that fits its schema, as it is; None where `plain` has to be called for it, too."""
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
    """One rule of a node: the expression, that of its message, and where failures are told."""

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
        """What is said where the rule fails and makes no message of its own."""
        return default_message(self.raw)

    @cached_property
    def error_path(self) -> str:
        """Where the rule wants its failures told, below the node; empty for the node itself."""
        from kapivara.schema.legality.field_path import FieldPathError, resolve_field_path

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
    """How a node's data is bound to the variables of its rules."""

    def __init__(self, types: DeclaredTypes):
        schema = types.root.schema
        self._read = reader_of(schema, trusted=False)
        self.trusting = reader_of(schema, trusted=True)
        """Reads data that is known to fit; raises CelError."""
        self.reads = not has_plain_leaves(types.root)
        """Whether data that is known to fit has to be read."""

    def trusted(self, data: JsonValue) -> Any:
        """What `self` and `oldSelf` are for expressions that trust data; raises CelError."""
        return self.trusting(data) if self.reads and data is not None else data

    def value(self, data: JsonValue) -> Any:
        """What `self` and `oldSelf` are: what cannot be read fails where it is used."""
        value = attempt(self._read, data)
        if type(value) is KeyedView:
            value.remember()  # all rules of the node see the same list
        return value

    def optional(self, data: JsonValue) -> OptionalValue:
        """What an optional `oldSelf` is; null for none."""
        return OptionalValue(ABSENT if data is None else self.value(data))

    def trusting_optional(self, data: JsonValue) -> OptionalValue:
        """What an optional `oldSelf` is whose data is known to fit; raises CelError."""
        return OptionalValue(ABSENT if data is None else self.trusting(data))
