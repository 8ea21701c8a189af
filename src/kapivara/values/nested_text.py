"""Prints nested values without recursion, so that any depth is safe.

Every part is appended once, since joining level by level would copy level by level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import repeat
from typing import Any, TypeAlias

from kapivara.values.record import record
from kapivara.values.stack import MAX_DEPTH

_MOST_LEVELS = 10 * MAX_DEPTH


class NestingError(ValueError):
    """Raised for a value that contains itself, or is nested too deeply."""

    def __init__(self) -> None:
        super().__init__("the value holds itself, or is nested too deep")


@record
class Brackets:
    """The printed form of a list or object: the text around it, and each item with its label (`"a":`)."""

    begin: str
    items: Iterable[tuple[str, Any]]
    separator: str
    end: str


BracketsByType: TypeAlias = Mapping[type, Callable[[Any], Brackets]]


def nested_text(value: Any, brackets: BracketsByType, scalar: Callable[[Any], str]) -> str:
    """Returns a value as text: lists and objects by their `brackets`, all else by `scalar`. Raises NestingError."""
    parts: list[str] = []
    levels: list[tuple[Any, str, str]] = [(iter((("", value),)), "", "")]  # items, separator, end
    before = ""
    while levels:
        items, separator, end = levels[-1]
        for label, item in items:
            parts.append(before + label)
            open_brackets = brackets.get(type(item))
            if open_brackets is not None:
                opened = open_brackets(item)
                parts.append(opened.begin)
                levels.append((iter(opened.items), opened.separator, opened.end))
                if len(levels) > _MOST_LEVELS:
                    raise NestingError
                before = ""
                break
            parts.append(scalar(item))
            before = separator
        else:
            parts.append(end)
            levels.pop()
            before = levels[-1][1] if levels else ""
    return "".join(parts)


def unlabelled(items: Iterable[Any]) -> Iterable[tuple[str, Any]]:
    """Returns the items of a list in the form that brackets expect."""
    return zip(repeat(""), items, strict=False)
