"""Shrinks a counterexample: removes and simplifies everything that its failure does not need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kapivara.testing.changes import Change
from kapivara.values import ABSENT

_MOST_TRIES = 2000


def shrink(change: Change, fails: Callable[[Change], bool]) -> Change:
    """Returns the smallest change found that still fails; the change itself if none is smaller."""
    tries = 0
    while True:
        for candidate in _smaller_changes(change):
            tries += 1
            if tries > _MOST_TRIES:
                return change
            if fails(candidate):
                change = candidate
                break
        else:
            return change


def _smaller_changes(change: Change) -> Iterator[Change]:
    if change.is_update:
        yield Change(change.new)
        if change.old != change.new:
            yield from (Change(both, both) for both in (change.new, change.old))
    yield from (Change(new, change.old) for new in _smaller(change.new))
    if change.is_update and change.old is not ABSENT:
        yield from (Change(change.new, old) for old in _smaller(change.old))


def _smaller(value: Any) -> Iterator[Any]:
    """Yields simpler values, the simplest first."""
    if isinstance(value, dict):
        yield from _smaller_object(value)
    elif isinstance(value, list):
        yield from _smaller_list(value)
    elif isinstance(value, str):
        yield from _smaller_text(value)
    elif isinstance(value, bool):
        yield from [False] * value
    elif isinstance(value, int | float) and value:
        yield from {
            int(each): None for each in (0, value / 2, value - (1 if value > 0 else -1)) if abs(each) < abs(value)
        }


def _smaller_object(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if len(value) > 1:
        yield {}
    for name in value:
        yield {key: each for key, each in value.items() if key != name}
    for name, inside in value.items():
        yield from ({**value, name: each} for each in _smaller(inside))


def _smaller_list(value: list[Any]) -> Iterator[list[Any]]:
    half = len(value) // 2
    if half > 1:
        yield []
        yield value[:half]
        yield value[half:]
    for place in range(len(value)):
        yield [*value[:place], *value[place + 1 :]]
    for place, inside in enumerate(value):
        yield from ([*value[:place], each, *value[place + 1 :]] for each in _smaller(inside))


def _smaller_text(value: str) -> Iterator[str]:
    if value:
        yield ""
    if len(value) > 1:
        yield value[: len(value) // 2]
        yield value[:-1]
    plain = "a" * len(value)
    if not value.isascii():
        yield plain
