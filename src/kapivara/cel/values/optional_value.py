"""Optional values, the results of `optional.of(x)` and `optional.none()`."""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.values.unreadable import usable
from kapivara.values.absent import ABSENT


class OptionalValue:
    """A value, or none. `OptionalValue.none()` is always the same object; the constructor makes others."""

    __slots__ = ("_value",)

    def __init__(self, value: Any):
        self._value = value

    @classmethod
    def none(cls) -> OptionalValue:
        """Returns the empty optional."""
        return NONE

    @property
    def has_value(self) -> bool:
        """Whether there is a value."""
        return self._value is not ABSENT

    @property
    def value(self) -> Any:
        """The value; raises CelError where there is none, or where it is unreadable."""
        if self._value is ABSENT:
            raise CelError("optional.none() dereference")
        return usable(self._value)

    @property
    def held(self) -> Any:
        """The value, even an unreadable one; ABSENT where there is none."""
        return self._value

    def get(self, default: Any) -> Any:
        """Returns the value, or the default where there is none."""
        return default if self._value is ABSENT else self._value

    def __eq__(self, other: object) -> bool:
        from kapivara.cel.values.equality import equal

        if not isinstance(other, OptionalValue):
            return False
        if self._value is ABSENT or other._value is ABSENT:
            return self._value is other._value
        return equal(Budget(), self._value, other._value)

    __hash__ = None  # type: ignore[assignment]  # it may contain a list

    def __repr__(self) -> str:
        return f"optional.of({self._value!r})" if self.has_value else "optional.none()"


NONE = OptionalValue(ABSENT)
