"""What a run of Go functions may use, and the few things that exist only while it lasts.

Values are those of validators: JSON values, None for nil. A run ends after so many steps, whatever the loops do. What
works on many characters or items takes steps for them before it begins, and all that is put together is counted.
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
MOST_BUILT = 32_000_000
"""How many characters and items a run may put together in all."""
_PER_STEP = 64
"""How many characters or items are worked on in a step."""

Frame: TypeAlias = list[Any]
"""The variables of a call; the first one is the budget."""
Run: TypeAlias = Callable[[Frame], Any]

NIL_POINTER = "runtime error: invalid memory address or nil pointer dereference"


class GoPanicError(Exception):
    """A run that ends as a panic would end it."""


class Budget:
    """What is left of a run's steps and of what it may put together, and how deep its calls are nested."""

    __slots__ = ("built", "depth", "left")

    def __init__(self) -> None:
        self.left = MOST_STEPS
        self.built = 0
        self.depth = 0

    def step(self, count: int = 1) -> None:
        """Takes a step, or some; raises GoPanicError where none is left."""
        self.left -= count
        if self.left < 0:
            raise GoPanicError(f"the function did not end within {MOST_STEPS} steps")

    def work(self, size: int) -> None:
        """Takes the steps for work on so many characters or items; raises GoPanicError."""
        self.step(size // _PER_STEP)

    def build(self, size: int, weight: int = 1) -> None:
        """Takes the steps for putting together so many characters or items, and counts them; raises GoPanicError."""
        if size > MOST_ITEMS:
            raise GoPanicError(f"a value grew beyond {MOST_ITEMS} items")
        self.built += size * weight
        if self.built > MOST_BUILT:
            raise GoPanicError(f"the function put together more than {MOST_BUILT} characters and items")
        self.work(size)


class ErrorBox:
    """A *field.Error: its methods change it in place."""

    __slots__ = ("error",)

    def __init__(self, error: FieldError):
        self.error = error


class GoMap(dict[Any, Any]):
    """A map that the function made itself, and may change."""


def size_of(value: Any) -> int:
    """Counts the characters and items of a value, and of all that is in it; of very many, so many."""
    total, waiting = 0, [value]
    while waiting and total <= MOST_ITEMS:
        each = waiting.pop()
        if isinstance(each, (str, list, dict)):
            total += len(each)
            if not isinstance(each, str):
                waiting += each.values() if isinstance(each, dict) else each
    return total


def dereferenced(value: Any) -> Any:
    """Returns what a pointer points to; raises GoPanicError for nil."""
    if value is None:
        raise GoPanicError(NIL_POINTER)
    return value
