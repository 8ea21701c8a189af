"""Finds the line numbers of keys in a valid TOML text, which Python's TOML reader does not provide."""

from __future__ import annotations

import re
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a value; a table in a list is an index."""

_PART = r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'|[A-Za-z0-9_-]+"
_KEY = re.compile(rf"[ \t]*((?:{_PART})(?:[ \t]*\.[ \t]*(?:{_PART}))*)[ \t]*=")
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*((?:{_PART})(?:[ \t]*\.[ \t]*(?:{_PART}))*)[ \t]*\]")
_PARTS = re.compile(_PART)
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|'
    r"'''.*?'{3,5}|"
    r'"(?:[^"\\\n]|\\.)*"|'
    r"'[^'\n]*'|#[^\n]*|[\[\]{}\n]|[^\"'#\[\]{}\n]+",
    re.S,
)
_OPAQUE = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:"{3,5}|\Z)|'
    r"'''.*?(?:'{3,5}|\Z)|"
    r'"(?:[^"\\\n]|\\[^\n])*"?|'
    r"'[^'\n]*'?|#[^\n]*",
    re.S,
)
"""Strings and comments. Each alternative matches even without its end, so that no text is scanned twice."""
MOST_PARTS = 16
_DEEP_KEY = re.compile(rf"(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]++[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}")


def has_deep_key(text: str) -> bool:
    """Returns whether a key has more than `MOST_PARTS` parts (`a.b.c`).

    Python's TOML reader needs memory for the square of their number: gigabytes for a file of 100 kB.
    """
    return _DEEP_KEY.search(_OPAQUE.sub("q", text)) is not None


def key_lines(text: str) -> dict[KeyPath, int]:
    """Returns the line of every table and of every key outside inline tables, counted from 1."""
    found: dict[KeyPath, int] = {}
    items: dict[KeyPath, int] = {}  # the number of tables in each list so far
    table: KeyPath = ()
    place, line = 0, 1
    while place < len(text):
        if header := _HEADER.match(text, place):
            table = _table(_names(header[2]), items, is_item=header[1] == "[[")
            found.setdefault(table, line)
            place = header.end()
        elif key := _KEY.match(text, place):
            found.setdefault((*table, *_names(key[1])), line)
            place = key.end()
        end = _end_of_statement(text, place)
        line += text.count("\n", place, end)
        place = end
    return found


def line_of(lines: dict[KeyPath, int], keys: KeyPath) -> int:
    """Returns the line of a key, or of its nearest parent that has one."""
    while keys and keys not in lines:
        keys = keys[:-1]
    return lines.get(keys, 1)


def _names(dotted: str) -> KeyPath:
    return tuple(_unquoted(part) for part in _PARTS.findall(dotted))


def _unquoted(part: str) -> str:
    if part[0] not in "\"'":
        return part
    import tomllib  # parses escapes; few keys have quotes

    return next(iter(tomllib.loads(f"{part} = 1")))


def _table(names: KeyPath, items: dict[KeyPath, int], *, is_item: bool) -> KeyPath:
    """Returns the path of a table from its header; a table in a list belongs to the last item so far."""
    path: KeyPath = ()
    for place, name in enumerate(names, 1):
        path = (*path, name)
        if is_item and place == len(names):
            items[path] = items.get(path, 0) + 1
        if path in items:
            path = (*path, items[path] - 1)
    return path


def _end_of_statement(text: str, place: int) -> int:
    """Returns the position after the line break that ends a statement, past multi-line brackets and strings."""
    depth = 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            return len(text)
        place = token.end()
        depth += (token[0] in "[{") - (token[0] in "]}") if len(token[0]) == 1 else 0
        if token[0] == "\n" and depth <= 0:
            return place
    return place
