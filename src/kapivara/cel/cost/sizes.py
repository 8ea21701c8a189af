"""The size of a value at run time, for cost tracking.

Upstream: cel-go interpreter/runtimecost.go actualSize, k8s apiserver/pkg/cel/library/cost.go traversalCost (1.37).
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.cost.ranges import UNBOUNDED
from kapivara.cel.values import CelMap, OptionalValue

_SIZED = (str, bytes, list, dict, CelMap)
_HOLDERS = (list, dict, CelMap)


def size_of(value: Any) -> int:
    """Returns the size as `size()` does; for an optional, that of its value; 1 for values without a size.

    Other classes may define `cel_size()`: a network is as large as the bytes of its prefix.
    """
    if isinstance(value, _SIZED):
        return len(value)
    if isinstance(value, OptionalValue):
        return size_of(value.held) if value.has_value else 1
    measure = getattr(value, "cel_size", None)
    return 1 if measure is None else int(measure())


def traversal(value: Any) -> int:
    """Returns the cost of traversing a value: strings by their bytes, rounded down, other scalars 1."""
    return _traversal(value, {})


def _traversal(value: Any, known: dict[int, tuple[int, Any]]) -> int:
    """Returns the cost of traversing a value, given that of others by identity.

    A value that occurs several times is traversed once. The values stay alive beside their costs, so that no other
    value gets the identity of one.
    """
    if isinstance(value, str):
        return int((len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass"))) * 0.1)
    if isinstance(value, bytes):
        return int(len(value) * 0.1)
    if not isinstance(value, _HOLDERS):
        return 1
    found = known.get(id(value))
    if found is not None:
        return found[0]
    if isinstance(value, list):
        cost = sum([_traversal(part, known) for part in value])
    else:
        parts = getattr(value, "cel_parts", value.items)  # objects of data have more parts than their fields
        cost = sum([_traversal(key, known) + _traversal(inner, known) for key, inner in parts()])
    cost = min(cost, UNBOUNDED)
    known[id(value)] = cost, value
    return cost
