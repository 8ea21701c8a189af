"""What a run of Go functions may use, and the few things that exist only while it lasts.

Values are those of validators: JSON values, None for nil. A run ends after so many steps, whatever the loops do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from kapivara.field import FieldError

MOST_STEPS = 1_000_000
MOST_CALLS = 40
"""How deep calls may nest."""
MOST_ITEMS = 1_000_000
"""How long strings, in characters, and lists may get."""

Frame: TypeAlias = list[Any]
"""The variables of a call; the first one is the budget."""
Run: TypeAlias = Callable[[Frame], Any]

NIL_POINTER = "runtime error: invalid memory address or nil pointer dereference"


class GoPanicError(Exception):
    """A run that ends as a panic would end it."""


class Budget:
    """What is left of a run's steps, and how deep its calls are nested."""

    __slots__ = ("depth", "left")

    def __init__(self) -> None:
        self.left = MOST_STEPS
        self.depth = 0

    def step(self, count: int = 1) -> None:
        """Takes a step, or some; raises GoPanicError where none is left."""
        self.left -= count
        if self.left < 0:
            raise GoPanicError(f"the function did not end within {MOST_STEPS} steps")


class ErrorBox:
    """A *field.Error: its methods change it in place."""

    __slots__ = ("error",)

    def __init__(self, error: FieldError):
        self.error = error


class GoMap(dict[Any, Any]):
    """A map that the function made itself, and may change."""


def bounded(value: Any) -> Any:
    """Returns a string or list that was put together; raises GoPanicError where it is too long."""
    if len(value) > MOST_ITEMS:
        raise GoPanicError(f"a value grew beyond {MOST_ITEMS} items")
    return value


def dereferenced(value: Any) -> Any:
    """Returns what a pointer points to; raises GoPanicError for nil."""
    if value is None:
        raise GoPanicError(NIL_POINTER)
    return value
