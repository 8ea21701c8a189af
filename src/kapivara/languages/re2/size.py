"""Computes the size of a regular expression for the limits of Go's parser.

Upstream: Go's regexp/syntax/parse.go checkSize, checkHeight, repeatIsValid.
"""

from __future__ import annotations


class Part:
    """The properties of a parsed piece for the limits; `repeats` is the largest product of counts inside."""

    __slots__ = ("height", "literal", "repeats", "size")

    def __init__(self, literal: bool = False, height: int = 1, size: int = 1, repeats: int = 1):
        self.literal = literal
        self.height = height
        self.size = size
        self.repeats = repeats


def joined(parts: list[Part]) -> Part:
    """Returns the concatenation of pieces."""
    if len(parts) == 1:
        return parts[0]
    if all(part.literal for part in parts):
        return Part(True, 1, max(1, sum(part.size for part in parts)))
    return Part(
        False,
        1 + max(part.height for part in parts),
        sum(part.size for part in parts),
        max(part.repeats for part in parts),
    )


def alternated(branches: list[Part]) -> Part:
    """Returns the alternation of branches."""
    if len(branches) == 1:
        return branches[0]
    whole = joined(branches)
    return Part(False, whole.height, whole.size + len(branches) - 1, whole.repeats)


def counted(part: Part, low: int, high: int) -> Part:
    """Returns a repeated piece; `high` is negative if unbounded."""
    if high == 0:
        return Part(False, part.height + 1, 1, 1)
    times = low if high < 0 else high
    size = times * part.size + (high - low) if high > 0 else (1 + low * part.size if low else 2 + part.size)
    return Part(False, part.height + 1, max(1, size), max(1, times) * part.repeats)
