"""Prints conditions in a generated module: functions by name, values as literals."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias, assert_never

from kapivara.emit.conditions import Scalar
from kapivara.generator.emission.calls import CallPrinter
from kapivara.generator.emission.names import Names
from kapivara.generator.emission.printing import printed, tuple_of
from kapivara.generator.model.types import Type
from kapivara.generator.plan.rule_calls import RuleCall
from kapivara.values.record import record


@record(eq=False)
class QuickCheck:
    """The quick check of a type."""

    type: Type


@record(eq=False)
class FindsFault:
    """A call of a rule without an old value; as a condition, true where the rule returns errors."""

    call: RuleCall
    of_nil: bool = False
    """Whether the rule is called with nil instead of the value."""


Function: TypeAlias = str | QuickCheck | FindsFault
"""The functions in conditions of quick checks; a string names `len`, or a function of `kapivara.validate`."""


class ModuleNotation:
    """The notation of one generated module."""

    def __init__(self, names: Names, calls: CallPrinter):
        self._names = names
        self._calls = calls

    def quick_check(self, kind: Type) -> str:
        """Returns the name of a type's quick check."""
        return f"ok_{self._names.of_type(kind)}"

    def call(self, function: Function, value: str) -> str:
        """Prints a call with the variable `value`."""
        match function:
            case str():
                return f"{function if function == 'len' else f'rules.{function}'}({value})"
            case QuickCheck(kind):
                return f"{self.quick_check(kind)}(op, {value})"
            case FindsFault(call, of_nil):
                return self._calls.print_call(call, f"op, None, {None if of_nil else value}, None")
        assert_never(function)

    def scalar(self, value: Scalar) -> str:
        """Prints a literal."""
        return printed(value)

    def collection(self, values: Collection[Scalar]) -> str:
        """Prints a tuple of literals."""
        return tuple_of(map(printed, values))
