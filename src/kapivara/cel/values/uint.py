"""Unsigned integers: numbers of a separate type, equal to signed ones and to doubles of the same value."""

from __future__ import annotations


class UInt(int):
    """A 64-bit unsigned integer, such as `1u`; arithmetic checks the range, this class does not."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{int(self)}u"

    __str__ = int.__repr__
