"""The steps to items of sets and of lists with keys, and the items without a step."""

from __future__ import annotations

from kapivara.patch.merging.field_set import key_step, text_key_step, value_step
from kapivara.patch.merging.merge_type import ListType
from kapivara.values import JsonValue
from kapivara.values.rendering import quote


class StepError(Exception):
    """An item without a unique step, with the server's text."""


def step_to(kind: ListType, item: JsonValue) -> str:
    """Returns the step to an item of a set or of a list with keys; raises StepError.

    Upstream: structured-merge-diff typed/helpers.go listItemToPathElement.
    """
    if kind.keys:
        return _step_by_keys(kind, item)
    if type(item) is dict:
        raise StepError("associative list without keys has an element that's a map type")
    if type(item) is list:
        raise StepError("not supported: associative list with lists as elements")
    if item is None:
        raise StepError("associative list without keys has an element that's an explicit null")
    return value_step(item)


def _step_by_keys(kind: ListType, item: JsonValue) -> str:
    if item is None:
        raise StepError("associative list with keys may not have a null element")
    if type(item) is not dict:
        raise StepError("associative list with keys may not have non-map elements")
    if len(kind.keys) == 1:
        value = item.get(kind.keys[0])
        if type(value) is str:  # nearly all keys are names
            return text_key_step(kind.keys[0], value)
    keys = {}
    for name in kind.keys:
        if name in item:
            keys[name] = item[name]
        elif name in kind.defaults:
            keys[name] = kind.defaults[name]
    if not keys:
        names = " ".join(map(quote, kind.keys))
        raise StepError(
            f"associative list with keys has an element that omits all key fields [{names}] "
            "(and doesn't have default values for any key fields)"
        )
    return key_step(keys)


def by_step(kind: ListType, items: JsonValue) -> dict[str, list[JsonValue]]:
    """Returns the items of a list by their steps; items with the same step together. Raises StepError."""
    found: dict[str, list[JsonValue]] = {}
    for item in items if type(items) is list else ():
        found.setdefault(step_to(kind, item), []).append(item)
    return found
