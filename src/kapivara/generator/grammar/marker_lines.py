"""Finds markers that span several lines of a comment.

A marker that may be long continues on the next line where a quoted text is still open, or where its line ends with a
comma. KEP-4153 requires this for CEL rules, and leaves their syntax open.
"""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern

_LONG = "+validationRule="
_MOST_LINES = 100
_CLOSED = lazy_pattern(r'"""(?:\\.|(?!""").)*?"""|"(?:\\.|[^"\\])*"|`[^`]*`|[^"`]', 16)  # re.DOTALL


def may_go_on(comment: str) -> bool:
    """Returns whether a comment contains a marker that may span several lines."""
    return _LONG in comment


def goes_on(text: str, following: str) -> bool:
    """Returns whether a marker, its `+` included, continues on the following line."""
    if not text.startswith(_LONG) or text.count("\n") >= _MOST_LINES:
        return False
    at = 0
    while found := _CLOSED.match(text, at):
        at = found.end()
    if at < len(text):
        return True
    return text.rstrip().endswith(",") and not following.lstrip().startswith("+")
