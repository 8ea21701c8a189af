"""Data that cannot be read as a value: it may be in variables and lists, and raises an error where it is used.

Upstream: cel-go common/types/err.go Err, which is a value of the language, and may be an element of a list.
"""

from __future__ import annotations

from typing import Any, ClassVar

from kapivara.cel.errors import CelError
from kapivara.cel.types import CelKind, Type


class Unreadable:
    """The placeholder for an unreadable value, with the reason."""

    __slots__ = ("reason",)

    cel_type: ClassVar[Type] = Type(CelKind.OPAQUE, "error")

    def __init__(self, reason: str):
        self.reason = reason

    def fail(self) -> CelError:
        """Returns the error for a use of the value."""
        return CelError(self.reason)

    def cel_equal(self, _budget: Any, _other: Any) -> bool:
        """Raises CelError: the value can be compared with nothing."""
        raise self.fail()

    def __str__(self) -> str:
        return self.reason

    def __repr__(self) -> str:
        return f"Unreadable({self.reason!r})"


def usable(value: Any) -> Any:
    """Returns a value for use; raises CelError if it is unreadable."""
    if type(value) is Unreadable:
        raise value.fail()
    return value
