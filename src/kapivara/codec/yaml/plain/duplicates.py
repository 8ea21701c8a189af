"""Finds duplicate keys in a plain YAML document by a second pass over its lines.

`plain_yaml` has decoded the document, keeping the last duplicate, and knows only that there are some. So every line is
what it looks like, and a deeper line than expected continues the text of a line before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kapivara.codec.yaml.exact.duplicates import DuplicateKeys, Told
from kapivara.codec.yaml.plain.lines import ALIAS, ANCHOR, BLANK, EMPTY, Line, UnsureError, read_line

_NAMED = frozenset((ANCHOR, ALIAS))


class _Collection:
    """An object or list during the pass: its depth and the keys so far.

    `doubled` is its own key if that is a duplicate, and `line` is its first line.
    """

    __slots__ = ("depth", "doubled", "items", "keys", "line", "told")

    def __init__(self, depth: int, doubled: str = "", line: int = 0):
        self.depth = depth
        self.doubled = doubled
        self.line = line
        self.items = 0
        self.keys: set[str] = set()
        self.told: Told = {}


def note_duplicates(lines: Sequence[str], first: int, known: Mapping[str, Line], noted: DuplicateKeys) -> int:
    """Records the duplicates in the order in which their values end; returns their number.

    `known` holds parsed lines, where cached. Raises UnsureError for empty keys and for anchors. Hot: a body may have
    half a million lines.
    """
    current = _Collection(-1)
    around: list[_Collection] = []
    path: list[str] = []
    found = 0
    opened, doubled, key_line = True, "", 0  # whether a value is due, and its key if that is a duplicate
    for number in range(first, len(lines)):
        line = lines[number]
        kind, depth, width, key, _ = known.get(line) or read_line(line)
        if kind == BLANK:
            continue
        if opened:
            opened = False
            if depth > current.depth:
                around.append(current)
                current = _Collection(depth, doubled, number)
                path.append("")
            elif doubled:
                noted.note(doubled, key_line, path, current.told)
        elif depth > current.depth:
            continue
        while depth < current.depth:
            current = _leave(current, around, path, noted)
        if width:
            path[-1] = f"[{current.items}]"
            current.items += 1
            if key is None:
                continue
            around.append(current)
            current = _Collection(depth + 2 * width - 1)
            path.append("")
        if not key or kind in _NAMED:
            raise UnsureError
        opened = kind == EMPTY
        doubled = key if key in current.keys else ""
        current.keys.add(key)
        found += bool(doubled)
        if opened or doubled:
            path[-1] = f".{key}"
            key_line = number
        if doubled and not opened:
            noted.note(doubled, number, path, current.told)
    if opened and doubled:
        noted.note(doubled, key_line, path, current.told)
    while around:
        current = _leave(current, around, path, noted)
    return found


def _leave(current: _Collection, around: list[_Collection], path: list[str], noted: DuplicateKeys) -> _Collection:
    """Returns to the enclosing collection, and records the key of the left one if it is a duplicate."""
    outer = around.pop()
    path.pop()
    if current.doubled:
        noted.note(current.doubled, current.line, path, outer.told)
    return outer
