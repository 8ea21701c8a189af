"""A rule ready to run: its functions are compiled when they are first called.

Each comes in two forms: plain, and metered where the worst case could cost more than is left.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from kapivara.cel.checked import CheckedAst
from kapivara.cel.stack import deep_stack
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.schema.expressions.adapting import adapt
from kapivara.schema.expressions.compilation import OLD_SELF, SELF, CompiledRule, Expression
from kapivara.schema.expressions.messages import default_message
from kapivara.schema.expressions.provider import DeclaredTypes
from kapivara.schema.expressions.reading import has_plain_leaves, reader_of
from kapivara.schema.structural import Structural
from kapivara.values import ABSENT, Absent, JsonValue

_VARIABLES: Final = (SELF, OLD_SELF)
_MARGIN: Final = 2  # kept: the server's estimates leave out what it takes to compare things without a size


class Program:
    """One expression over the data of a node and its old data."""

    def __init__(self, expression: Expression, types: DeclaredTypes, *, optional_old: bool):
        self.cost = _MARGIN * expression.cost
        """More than a run can cost."""
        self.types = types
        self._checked = expression.checked
        self._optional_old = optional_old

    @cached_property
    def reads_self(self) -> bool:
        """Whether the expression looks at the node's own value at all."""
        return self._reads(SELF)

    @cached_property
    def reads_old(self) -> bool:
        """Whether the expression looks at the old value."""
        return self._reads(OLD_SELF)

    def _reads(self, variable: str) -> bool:
        return any(each.name.removeprefix(".") == variable for each in self._checked.references.values())

    @cached_property
    def plain(self) -> Callable[[Any, Any], Any]:
        """The function of the value and the old value; raises CelError."""
        return self._compile(metered=False)

    @cached_property
    def metered(self) -> Callable[[Any, Any, Any], Any]:
        """The same, with a meter before them."""
        return self._compile(metered=True)

    @cached_property
    def adapted(self) -> CheckedAst:
        """The expression as it is compiled, for plain data."""
        with deep_stack():
            return adapt(self._checked, self.types, optional_old=self._optional_old)

    def _compile(self, *, metered: bool) -> Callable[..., Any]:
        from kapivara.cel.program import compile_function

        return compile_function(
            self.adapted,
            _VARIABLES,
            provider=self.types,
            metered=metered,
            priced_as=self._checked,
            title="rule",
        )


class RuleProgram:
    """One rule of a node: the expression, that of its message, and where failures are told."""

    def __init__(self, compiled: CompiledRule, types: DeclaredTypes, schema: Structural):
        self.raw = compiled.raw
        self.error = compiled.error
        self.uses_old = compiled.uses_old
        self.optional_old = compiled.optional_old
        self._schema = schema
        self.rule = _program(compiled.rule, compiled, types)
        self.message = _program(compiled.message, compiled, types)

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
            return str(resolve_field_path(text, self._schema.raw).path or "") if text else ""
        except FieldPathError:
            return ""


def _program(expression: Expression | None, compiled: CompiledRule, types: DeclaredTypes) -> Program | None:
    return None if expression is None else Program(expression, types, optional_old=compiled.optional_old)


class Binding:
    """How a node's data is bound to the variables of its rules."""

    def __init__(self, types: DeclaredTypes):
        declared = types.root
        self._read = reader_of(declared.schema)
        self.reads = not has_plain_leaves(declared)

    def value(self, data: JsonValue) -> Any:
        """What `self` and `oldSelf` are: most data is bound as it is. Raises CelError."""
        return self._read(data) if self.reads else data

    def optional(self, data: JsonValue | Absent) -> OptionalValue:
        """What an optional `oldSelf` is."""
        return OptionalValue(ABSENT if data is None or data is ABSENT else self._read(data))
