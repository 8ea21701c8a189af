"""The wording of text reports: labels in the first column, counts, and colours by meaning."""

from __future__ import annotations

from typing import Final

from kapivara.cli.framework.terminal import styled

INDENT: Final = 12
"""The width of the first column: the longest label and a gap."""

BELOW: Final = 2
"""The additional indentation of lines that belong to the line above."""

REASON: Final = "reason"
"""The style of explanatory lines, which are dimmed."""

_COLOURS: Final = {
    "error": "red",
    "invalid": "red",
    "differs": "red",
    "missing": "red",
    "stale": "red",
    "foreign": "red",
    "breaking": "red",
    "pruned": "red",
    "unreadable": "red",
    "failed": "red",
    "warning": "yellow",
    "uncovered": "yellow",
    "note": "yellow",
    "next": "yellow",
    "duplicate": "yellow",
    "forgiven": "yellow",
    "gone": "cyan",
    "defaulted": "cyan",
    "skipped": "cyan",
    "unknown": "yellow",
    "left out": "cyan",
    "not asked": "cyan",
    "allowed": "yellow",
    "unchanged": "cyan",
    "costs": "cyan",
    "advice": "cyan",
    "together": "cyan",
    "accepted by": "cyan",
    "omitted": "yellow",
    "costly": "yellow",
    "valid": "green",
    "accepted": "green",
    "safe": "green",
    "painless": "green",
    "written": "green",
    "identical": "green",
}


LABELS: Final = frozenset(_COLOURS)
"""The labels at the start of lines."""


def label(word: str, *, colour: bool) -> str:
    """Returns the label at the start of a line, padded to its column."""
    return painted(word.ljust(INDENT), word, colour=colour)


def painted(text: str, word: str, *, colour: bool) -> str:
    """Returns a text in the colour of a label."""
    if not colour:
        return text
    return styled(text, "dim" if word == REASON else _COLOURS[word])


def shortened(text: str, width: int) -> str:
    """Returns a text cut to `width` characters."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def plural(count: int, noun: str) -> str:
    """Returns a count with its noun: `1 error`, `2 errors`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
