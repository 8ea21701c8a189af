"""Concatenated lists: `one + other`.

Upstream: cel-go common/types/list.go newConcatList, concatList.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget


class JoinedList(list[Any]):
    """The elements of two lists, one after the other.

    If one of them is data with its own search, `parts` are the concatenated lists.
    """

    __slots__ = ("parts",)

    def __init__(self, first: list[Any], second: list[Any]):
        super().__init__(first)
        self.extend(second)
        is_plain = _is_plain(first) and _is_plain(second)
        self.parts: tuple[list[Any], ...] = () if is_plain else (*_parts(first), *_parts(second))


def _is_plain(items: list[Any]) -> bool:
    return type(items) is list or (type(items) is JoinedList and not items.parts)


def _parts(items: list[Any]) -> tuple[list[Any], ...]:
    return items.parts or (items,) if type(items) is JoinedList else (items,)


def join_lists(budget: Budget, one: list[Any], other: list[Any]) -> list[Any]:
    """Returns `one + other`. Data defines its own addition; if one of two other lists is empty, returns the other."""
    budget.take_places(len(one) + len(other))
    if type(one) is not list:
        own = getattr(one, "cel_add", None)
        if own is not None:
            added: list[Any] = own(other)
            return added
    if not one or not other:
        return one or other
    return JoinedList(one, other)
