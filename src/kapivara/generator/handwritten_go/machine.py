"""The resource limits of a run of Go functions, and the objects that exist only during a run.

Values are those of validators: JSON values, None for nil. A run ends after a maximum number of steps. An operation on
many characters or items takes its steps before it begins, and all built values are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from kapivara.field import FieldError

MOST_STEPS = 1_000_000
MOST_CALLS = 40
"""The deepest nesting of calls."""
MOST_ITEMS = 1_000_000
"""The greatest length of a string (in characters) or list."""
MOST_BUILT = 32_000_000
"""The most characters and items that a run may build in all."""
_PER_STEP = 64
"""The number of characters or items that count as one step."""

Frame: TypeAlias = list[Any]
"""The variables of a call; the first one is the budget."""
Run: TypeAlias = Callable[[Frame], Any]

NIL_POINTER = "runtime error: invalid memory address or nil pointer dereference"


class GoPanicError(Exception):
    """A run that ends where Go would panic."""


class Budget:
    """The remaining steps of a run, the size of the values built so far, and the current nesting of calls."""

    __slots__ = ("built", "depth", "left")

    def __init__(self) -> None:
        self.left = MOST_STEPS
        self.built = 0
        self.depth = 0

    def step(self, count: int = 1) -> None:
        """Takes one or more steps; raises GoPanicError where none is left."""
        self.left -= count
        if self.left < 0:
            raise GoPanicError(f"the function did not end within {MOST_STEPS} steps")

    def work(self, size: int) -> None:
        """Takes the steps for work on `size` characters or items; raises GoPanicError."""
        self.step(size // _PER_STEP)

    def build(self, size: int, weight: int = 1) -> None:
        """Takes the steps for building `size` characters or items, and counts them; raises GoPanicError."""
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
    """A map that the function made and may change."""


def size_of(value: Any) -> int:
    """Counts the characters and items of a value and of all values in it; stops above MOST_ITEMS."""
    total, waiting = 0, [value]
    while waiting and total <= MOST_ITEMS:
        each = waiting.pop()
        if isinstance(each, (str, list, dict)):
            total += len(each)
            if not isinstance(each, str):
                waiting += each.values() if isinstance(each, dict) else each
    return total


def dereferenced(value: Any) -> Any:
    """Returns the value of a pointer; raises GoPanicError for nil."""
    if value is None:
        raise GoPanicError(NIL_POINTER)
    return value
