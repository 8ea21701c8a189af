"""Estimates the memory of values, for limits."""

from __future__ import annotations

from kapivara.values.json_value import JsonValue

_BYTES_OF_VALUE = 100


def size_of(value: JsonValue) -> int:
    """Returns the estimated bytes of a value, including texts that it may share with others."""
    size, waiting = 0, [value]
    while waiting:
        item = waiting.pop()
        size += _BYTES_OF_VALUE
        kind = type(item)
        if kind is dict:
            size += sum(map(len, item))
            waiting.extend(item.values())
        elif kind is list:
            waiting.extend(item)
        elif kind is str:
            size += len(item)
    return size
