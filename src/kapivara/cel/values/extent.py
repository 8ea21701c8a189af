"""How much a value takes to print: an expression of a few words can make one that no machine prints.

One value may stand in many places of another, and printing has to visit every place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kapivara.cel.budget import STEP, Budget
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.optional_value import OptionalValue

_HOLDERS = (list, dict, CelMap, OptionalValue)
_JSON_HOLDERS = frozenset((list, dict))


def pay_to_print(budget: Budget, value: Any) -> None:
    """Pays for a value that is about to be printed, a part that stands in several places counted for each."""
    budget.take(_measure(budget, value, {}))


def _measure(budget: Budget, value: Any, known: dict[int, int]) -> int:
    if isinstance(value, (str, bytes)):
        return len(value)
    if not isinstance(value, _HOLDERS):
        return STEP
    size = known.get(id(value))
    if size is None:
        budget.take_places(1 if isinstance(value, OptionalValue) else len(value))  # for the measuring
        size = STEP + sum([STEP + _measure(budget, part, known) for part in _parts(value)])
        known[id(value)] = size
    return size


def pay_to_read(budget: Budget, data: Any) -> None:
    """Pays for reading JSON data: its lists and maps are copied."""
    if type(data) in _JSON_HOLDERS:
        budget.take_places(len(data) + 1)
        for part in data if type(data) is list else data.values():
            if type(part) in _JSON_HOLDERS:
                pay_to_read(budget, part)


def pay_to_visit(budget: Budget, data: Any) -> None:
    """Pays for going through JSON data, text and all."""
    if type(data) in _JSON_HOLDERS:
        budget.take_places(len(data) + 1)
        for part in data if type(data) is list else data.values():
            pay_to_visit(budget, part)
    elif type(data) is str:
        budget.take_glance(len(data))


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, list):
        return value
    if isinstance(value, OptionalValue):
        return (value.held,) if value.has_value else ()
    return [part for entry in value.items() for part in entry]
