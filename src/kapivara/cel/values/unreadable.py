"""Data that could not be read as a value: it may stand in variables and lists, and fails where it is used.

Upstream: cel-go common/types/err.go Err, which is a value of the language, and may be an element of a list.
"""

from __future__ import annotations

from typing import Any, ClassVar

from kapivara.cel.errors import CelError
from kapivara.cel.types import CelKind, Type


class Unreadable:
    """What stands in the place of a value that could not be read, and why it could not."""

    __slots__ = ("reason",)

    cel_type: ClassVar[Type] = Type(CelKind.OPAQUE, "error")

    def __init__(self, reason: str):
        self.reason = reason

    def fail(self) -> CelError:
        """The error of whoever uses it."""
        return CelError(self.reason)

    def cel_equal(self, _budget: Any, _other: Any) -> bool:
        """Fails: nothing is equal to it, nor unequal."""
        raise self.fail()

    def __str__(self) -> str:
        return self.reason

    def __repr__(self) -> str:
        return f"Unreadable({self.reason!r})"


def usable(value: Any) -> Any:
    """Returns a value that is going to be used; raises where it could not be read."""
    if type(value) is Unreadable:
        raise value.fail()
    return value
