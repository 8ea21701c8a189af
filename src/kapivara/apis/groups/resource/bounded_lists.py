"""Validates lists and sets with a maximum length, beyond which items are not validated.

Upstream: pkg/apis/resource/validation/validation.go validateSlice, validateSet, validateMap, truncateIfTooLong (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeVar

from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, duplicate, too_many

Item = TypeVar("Item")
Check: TypeAlias = Callable[[Item, FieldPath], ErrorList]
_SHORTEST_KEY: Final = 16
_ELLIPSIS: Final = "..."


def validate_items(
    items: Sequence[Item], path: FieldPath, check: Check[Item], *, most: int, is_covered: bool = True
) -> ErrorList:
    """Requires at most `most` items, and validates each.

    With `is_covered`, declarative rules also limit their number.
    """
    if len(items) > most:
        error = too_many(path, len(items), most).with_origin("maxItems")
        return [error.marked(covered_by_declarative=is_covered)]
    errors: ErrorList = []
    for position, item in enumerate(items):
        errors += check(item, path.index(position))
    return errors


def validate_set(
    items: Sequence[Item],
    path: FieldPath,
    check: Check[Item],
    *,
    key: Callable[[Item], str],
    most: int,
    is_covered: bool = True,
) -> ErrorList:
    """Requires at most `most` items with unique keys, and validates each."""
    errors = validate_items(items, path, check, most=most, is_covered=is_covered)
    if len(items) > most or len({key(item) for item in items}) == len(items):
        return errors
    seen: set[str] = set()
    for position, item in enumerate(items):
        if key(item) in seen:
            error = duplicate(path.index(position), key(item))
            errors.append(error.marked(covered_by_declarative=is_covered))
        seen.add(key(item))
    return errors


def itself(item: str) -> str:
    """Returns a text as its own key."""
    return item


def shortened_key(key: str, most: int) -> str:
    """Returns a key as paths print it: a long one shortened in the middle."""
    most = max(most, _SHORTEST_KEY)
    if byte_length(key) <= most:
        return key
    left = most - len(_ELLIPSIS)
    text = key.encode("utf-8", "surrogatepass")
    return (text[: (left + 1) // 2] + _ELLIPSIS.encode() + text[len(text) - left // 2 :]).decode("utf-8", "replace")
