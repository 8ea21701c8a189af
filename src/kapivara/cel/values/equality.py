"""When two values are equal: numbers by value whatever their type, lists and maps by what they hold, nothing else.

Upstream: cel-go common/types/{util,compare,list,map}.go Equal.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.types import Type
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.timestamp import Timestamp
from kapivara.cel.values.uint import UInt
from kapivara.values.absent import ABSENT

NUMBERS = frozenset((int, float, UInt))
_PLAIN = frozenset((str, int, bool, float, bytes, UInt, type(None), Timestamp, Duration))
"""Types for which Python's `==` is the language's, between two of the same."""


def equal(one: Any, other: Any) -> bool:
    """Tells whether two values are equal; values of different types are unequal, numbers excepted."""
    kind, other_kind = type(one), type(other)
    if kind is other_kind:
        if kind in _PLAIN:
            return bool(one == other)
        if kind is dict:
            return _equal_dicts(one, other)
        if kind is list:
            return len(one) == len(other) and all(map(equal, one, other))
        if kind is Type:
            return _equal_types(one, other)
    elif kind in NUMBERS and other_kind in NUMBERS:
        # Kept: a double is compared with an integer rounded to a double.
        if kind is float or other_kind is float:
            return float(one) == float(other)
        return bool(one == other)
    return _equal_other(one, other)


def found_equal(one: Any, other: Any) -> bool:
    """Tells whether two values are equal where a failing comparison counts as a difference, as in searches."""
    try:
        return equal(one, other)
    except CelError:
        return False


def _equal_dicts(one: dict[str, Any], other: dict[str, Any]) -> bool:
    if len(one) != len(other):
        return False
    for key, value in one.items():  # noqa: SIM110 - a generator costs a third more here
        if key not in other or not equal(value, other[key]):
            return False
    return True


def _equal_types(one: Type, other: Type) -> bool:
    from kapivara.cel.values.typing import runtime_name

    return runtime_name(one) == runtime_name(other)


def _equal_other(one: Any, other: Any) -> bool:
    own = getattr(one, "cel_equal", None)  # data with an equality of its own, which is that of the left side
    if own is not None:
        return bool(own(other))
    if isinstance(one, (dict, CelMap)):
        if not isinstance(other, (dict, CelMap)) or len(one) != len(other):
            return False
        for key, value in one.items():
            found = other.get(key, ABSENT)
            if found is ABSENT or not equal(value, found):
                return False
        return True
    if type(one) in _PLAIN or type(other) in _PLAIN:
        return False
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return bool(one == other)  # values of libraries know their equality
