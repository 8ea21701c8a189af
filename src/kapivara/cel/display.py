"""Renders issues as text: place, message, the source line, and a caret below it.

Upstream: cel-go common/error.go ToDisplayString, common/errors.go, common/source.go.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Protocol

NO_LOCATION = -1
"""The offset of an issue with the expression as a whole."""

_MAX_ISSUES = 100
_MAX_SNIPPET_BYTES = 16384


class PlacedMessage(Protocol):
    """A message at an offset in code points, such as an `Issue`."""

    @property
    def message(self) -> str:
        """Returns the text of the message."""

    @property
    def offset(self) -> int:
        """Returns the offset, or NO_LOCATION."""


def display_issues(text: str, issues: Sequence[PlacedMessage]) -> str:
    """Renders issues in the order of their places, at most a hundred."""
    starts = _line_starts(text)
    placed = [(*_place(starts, issue.offset, text), issue.message) for issue in issues[:_MAX_ISSUES]]
    placed.sort(key=lambda entry: entry[:2])
    shown = [_display(text, starts, message, line=line, column=column) for line, column, message in placed]
    if len(issues) > _MAX_ISSUES:
        shown.append(f"{len(issues) - _MAX_ISSUES} more errors were truncated")
    return "\n".join(shown)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def _place(starts: list[int], offset: int, text: str) -> tuple[int, int]:
    """Returns the line, from 1, and the column, from 0; kept: an empty text ends before its first column."""
    if offset == NO_LOCATION:
        return -1, -1
    if offset < 0 or not text:  # a node that error recovery inserted, see `parser`
        return 1, -1
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1]


def _display(text: str, starts: list[int], message: str, *, line: int, column: int) -> str:
    head = f"ERROR: <input>:{line}:{column + 1}: {message}"
    if line < 1 or not text:
        return head
    end = starts[line] - 1 if line < len(starts) else len(text)
    snippet = text[starts[line - 1] : end]
    if len(snippet.encode("utf-8", "surrogatepass")) > _MAX_SNIPPET_BYTES:
        return head
    before = snippet[: max(column, 0)]
    dots = "".join("." if char < "\x80" else "\uff0e" for char in before)
    under = snippet[max(column, 0) : max(column, 0) + 1]
    caret = "\uff3e" if under >= "\x80" else "^"
    return f"{head}\n | {snippet.replace(chr(9), ' ')}\n | {dots}{caret}"
