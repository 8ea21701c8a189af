"""What the comparisons of lists, objects and maps of data have in common."""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.values.equality import equal
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.unreadable import Unreadable
from kapivara.values import ABSENT


def no_overload(value: Any) -> CelError:
    """The failure of an operation that takes no such value; a value that could not be read tells why."""
    return value.fail() if type(value) is Unreadable else CelError("no such overload")


def same(budget: Budget, one: Any, other: Any) -> bool:
    """Tells whether a value of data is equal to another, by its own equality: even null has to be of its kind."""
    own = getattr(one, "cel_equal", None)
    if own is not None:
        return bool(own(budget, other))
    if type(one) is str:
        budget.take_glance(len(one))
    return equal(budget, one, other)


def peek(entries: Any, key: str) -> Any:
    """The value that a map has for a key, be it one that could not be read; ABSENT where it has none, or is no map."""
    own = getattr(entries, "peek", None)
    if own is not None:
        return own(key)
    return entries.get(key, ABSENT) if isinstance(entries, (dict, CelMap)) else ABSENT
