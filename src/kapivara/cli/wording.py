"""How reports for people are worded: labels in a first column, counts, colours by meaning."""

from __future__ import annotations

from typing import Final

from kapivara.cli.terminal import styled

INDENT: Final = 12
"""The width of the first column: the longest label, and a gap."""

BELOW: Final = 2
"""How much further what belongs to a line stands below it."""

REASON: Final = "reason"
"""What stands below a line and explains it, dimmed."""

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
    "taken by": "cyan",
    "unsaid": "yellow",
    "dear": "yellow",
    "valid": "green",
    "accepted": "green",
    "safe": "green",
    "painless": "green",
    "written": "green",
    "identical": "green",
}


LABELS: Final = frozenset(_COLOURS)
"""The words that lines start with."""


def label(word: str, *, colour: bool) -> str:
    """Renders the word that a line starts with, as wide as its column."""
    return painted(word.ljust(INDENT), word, colour=colour)


def painted(text: str, word: str, *, colour: bool) -> str:
    """Renders a text in the colour of what a word means."""
    if not colour:
        return text
    return styled(text, "dim" if word == REASON else _COLOURS[word])


def shortened(text: str, width: int) -> str:
    """Cuts a text that is longer than so many characters."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def plural(count: int, noun: str) -> str:
    """Renders a count: `1 error`, `2 errors`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
