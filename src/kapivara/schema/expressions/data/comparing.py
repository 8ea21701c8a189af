"""Comparisons that lists, objects and maps of data share."""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.values.equality import equal
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.unreadable import Unreadable
from kapivara.values import ABSENT


def no_overload(value: Any) -> CelError:
    """Returns the error of an operation on a value of the wrong type; an unreadable value returns its own error."""
    return value.fail() if type(value) is Unreadable else CelError("no such overload")


def same(budget: Budget, one: Any, other: Any) -> bool:
    """Returns True if two values of data are equal by the equality of the first.

    Null only equals null of the same kind.
    """
    own = getattr(one, "cel_equal", None)
    if own is not None:
        return bool(own(budget, other))
    if type(one) is str:
        budget.take_glance(len(one))
    return equal(budget, one, other)


def peek(entries: Any, key: str) -> Any:
    """Returns the value of a map's key, even an unreadable one; ABSENT if there is none, or it is not a map."""
    own = getattr(entries, "peek", None)
    if own is not None:
        return own(key)
    return entries.get(key, ABSENT) if isinstance(entries, (dict, CelMap)) else ABSENT
