"""Charges printing and copying values: a short expression can create a value that is too large to print.

A value may occur many times in another one, and printing visits every occurrence; measuring visits each value once.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kapivara.cel.budget import PLACE, STEP, Budget
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.optional_value import OptionalValue
from kapivara.values.request_budget import count_steps

_HOLDERS = (list, dict, CelMap, OptionalValue)
_JSON_HOLDERS = frozenset((list, dict))


def pay_to_print(budget: Budget, value: Any) -> None:
    """Charges a value that is about to be printed; a part that occurs several times is charged each time."""
    budget.take(_measure(budget, value, {}))


_Known = dict[int, tuple[int, Any]]
"""The sizes of values by id, with the values themselves: as long as a value is kept, no other one gets its id."""


def _measure(budget: Budget, value: Any, known: _Known) -> int:
    if isinstance(value, (str, bytes)):
        return len(value)
    if not isinstance(value, _HOLDERS):
        return STEP
    found = known.get(id(value))
    if found is not None:
        return found[0]
    budget.take_places(1 if isinstance(value, OptionalValue) else len(value))  # for measuring the value
    size = STEP + sum([STEP + _measure(budget, part, known) for part in _parts(value)])
    known[id(value)] = size, value
    return size


def pay_to_copy(budget: Budget, value: Any) -> None:
    """Charges a structural copy of a value, which copies a part that occurs several times only once."""
    seen: dict[int, Any] = {}
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, _HOLDERS) and id(part) not in seen:
            seen[id(part)] = part
            parts = _parts(part)
            budget.take_places(len(parts) + 1)
            waiting.extend(parts)


def pay_to_unfold(budget: Budget, value: Any) -> None:
    """Charges a deep copy of a value; a part that occurs several times is charged each time.

    Each value counts as a place, and a string also by its length.
    """
    budget.take(_unfolded(value, {}))


def _unfolded(value: Any, known: _Known) -> int:
    if isinstance(value, str):
        return PLACE + (len(value) if value.isascii() else 4 * len(value))
    if isinstance(value, bytes):
        return PLACE + 4 * len(value) // 3
    if not isinstance(value, _HOLDERS):
        return PLACE
    found = known.get(id(value))
    if found is not None:
        return found[0]
    size = PLACE
    parts = _parts(value)
    for part in parts:
        size += _unfolded(part, known)
    count_steps(len(parts))
    known[id(value)] = size, value
    return size


def pay_to_read(budget: Budget, data: Any) -> None:
    """Charges reading JSON data, which copies its lists and maps."""
    if type(data) in _JSON_HOLDERS:
        budget.take_places(len(data) + 1)
        for part in data if type(data) is list else data.values():
            if type(part) in _JSON_HOLDERS:
                pay_to_read(budget, part)


def pay_to_visit(budget: Budget, data: Any) -> None:
    """Charges visiting all JSON data, strings included."""
    if type(data) in _JSON_HOLDERS:
        budget.take_places(len(data) + 1)
        for part in data if type(data) is list else data.values():
            pay_to_visit(budget, part)
    elif type(data) is str:
        budget.take_glance(len(data))


def _parts(value: Any) -> Collection[Any]:
    if isinstance(value, list):
        return value
    if isinstance(value, OptionalValue):
        return (value.held,) if value.has_value else ()
    return [part for entry in value.items() for part in entry]
