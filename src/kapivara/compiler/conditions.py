"""Prints conditions into code that is loaded at once: objects are bound as globals, scalars are written as literals."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from kapivara.emit.conditions import Condition, Scalar, print_condition
from kapivara.emit.source import SourceWriter, literal


def printed(writer: SourceWriter, condition: Condition, value: str = "v") -> str:
    """Prints a condition on the variable `value`; the writer binds the functions and sets that it needs."""
    return print_condition(condition, value, _Bound(writer))


class _Bound:
    """Prints calls and values for a `SourceWriter`."""

    __slots__ = ("_writer",)

    def __init__(self, writer: SourceWriter):
        self._writer = writer

    def call(self, function: Callable[[Any], Any], value: str) -> str:
        """Prints a call of a function; `len` is called by its own name, other functions by their bound names."""
        return f"{'len' if function is len else self._writer.bind(function)}({value})"

    def scalar(self, value: Scalar) -> str:
        """Prints a literal."""
        return literal(value)

    def collection(self, values: Collection[Any]) -> str:
        """Returns the name to which the values are bound."""
        return self._writer.bind(values)
