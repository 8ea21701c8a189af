"""How conditions stand in code that is loaded at once: objects enter it by globals, and only scalars are written."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from kapivara.emit.conditions import Condition, Scalar, print_condition
from kapivara.emit.source import SourceWriter, literal


def printed(writer: SourceWriter, condition: Condition, value: str = "v") -> str:
    """Prints a condition on the variable `value`; the writer binds the functions and sets that it needs."""
    return print_condition(condition, value, _Bound(writer))


class _Bound:
    """The notation of a writer."""

    __slots__ = ("_writer",)

    def __init__(self, writer: SourceWriter):
        self._writer = writer

    def call(self, function: Callable[[Any], Any], value: str) -> str:
        """Prints a call; `len` goes by its own name."""
        return f"{'len' if function is len else self._writer.bind(function)}({value})"

    def scalar(self, value: Scalar) -> str:
        """Prints a literal."""
        return literal(value)

    def collection(self, values: Collection[Any]) -> str:
        """Prints the name of what holds the values."""
        return self._writer.bind(values)
