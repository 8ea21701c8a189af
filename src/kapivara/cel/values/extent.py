"""How large values may get: an expression of a few words can make ones that no machine holds.

Upstream concatenates lists without copying them, and lets one value stand in many places of another; we copy, and
printing has to visit every place. Who is about to make or print something beyond these bounds raises `MemoryError`,
which nothing absorbs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.optional_value import OptionalValue

MAX_ELEMENTS = 1 << 22
"""The longest list that is put together of others."""

MAX_CHARACTERS = 1 << 27
"""The longest string that is put together of others, or that a value is printed as."""

_HOLDERS = (list, dict, CelMap, OptionalValue)
_PLACE = 32
"""What a place of a list or map counts for, beside the characters that stand there: printing takes its time there."""


def bound_elements(count: int) -> None:
    """Refuses a list of so many elements where that is too many."""
    if count > MAX_ELEMENTS:
        raise MemoryError(f"a list of {count} elements")


def bound_characters(count: int) -> None:
    """Refuses a string of so many characters where that is too many."""
    if count > MAX_CHARACTERS:
        raise MemoryError(f"a string of {count} characters")


def bound_print(value: Any) -> None:
    """Refuses a value that would take too much to print, a part that stands in several places counted for each."""
    if isinstance(value, _HOLDERS):
        _measure(value, {})


def _measure(value: Any, known: dict[int, int]) -> int:
    if isinstance(value, (str, bytes)):
        return _PLACE + len(value)
    if not isinstance(value, _HOLDERS):
        return _PLACE
    size = known.get(id(value))
    if size is None:
        size = _PLACE
        for part in _parts(value):
            size += _measure(part, known)
            bound_characters(size)
        known[id(value)] = size
    return size


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, list):
        return value
    if isinstance(value, OptionalValue):
        return (value.held,) if value.has_value else ()
    held: Iterable[Any] = value.values()
    return held
