"""Markers that are longer than a line: which lines of a comment belong to one.

A marker of those that may be long goes on where a text in quotes is not closed yet, or where its line ends with a
comma. KEP-4153 asks for that of rules in CEL, and leaves open how they are written.
"""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern

_LONG = "+validationRule="
_MOST_LINES = 100
_CLOSED = lazy_pattern(r'"""(?:\\.|(?!""").)*?"""|"(?:\\.|[^"\\])*"|`[^`]*`|[^"`]', 16)  # re.DOTALL


def may_go_on(comment: str) -> bool:
    """Tells whether a comment holds a marker of those that may be longer than a line."""
    return _LONG in comment


def goes_on(text: str, following: str) -> bool:
    """Tells whether the marker of a text, its `+` included, goes on in the line that follows it."""
    if not text.startswith(_LONG) or text.count("\n") >= _MOST_LINES:
        return False
    at = 0
    while found := _CLOSED.match(text, at):
        at = found.end()
    if at < len(text):
        return True
    return text.rstrip().endswith(",") and not following.lstrip().startswith("+")
