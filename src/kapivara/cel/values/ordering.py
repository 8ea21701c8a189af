"""Order of values: numbers across types; strings, bytes, booleans and times within their type.

Upstream: cel-go common/types/compare.go and the Compare methods.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.equality import NUMBERS
from kapivara.cel.values.timestamp import Timestamp

_ALIKE = frozenset((str, bytes, bool, Timestamp, Duration))
ORDERED = NUMBERS | _ALIKE
"""The types whose values have an order."""


def compare(one: Any, other: Any) -> int:
    """Returns -1, 0 or 1; raises CelError for values that cannot be compared, such as NaN."""
    kind, other_kind = type(one), type(other)
    if kind in NUMBERS and other_kind in NUMBERS:
        if kind is float or other_kind is float:  # kept: integers are rounded to doubles
            one, other = float(one), float(other)
            if one != one or other != other:
                raise CelError("NaN values cannot be ordered")
    elif kind is not other_kind or kind not in _ALIKE:
        raise CelError("no such overload")
    return int(one > other) - int(one < other)
