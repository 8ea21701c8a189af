"""Keys that a plain YAML document has twice, found by a second look at its lines.

`plain_yaml` has read the document, where the last one counts, and knows only that there are some. Lines are what they
look like, and what is deeper than it could be is the text of a line before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kapivara.codec.plain_lines import ALIAS, ANCHOR, BLANK, EMPTY, Line, UnsureError, read_line
from kapivara.codec.yaml_duplicates import DuplicateKeys, Told

_NAMED = frozenset((ANCHOR, ALIAS))


class _Collection:
    """An object or a list whose lines are being looked at: how deep they are, and which keys were seen.

    `doubled` is the key that it is the value of, if that stood before, and `line` where it starts.
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
    """Notes them in the order that their values end in; -> how many there are.

    `known` holds what lines say, as far as they have been kept. Raises UnsureError for empty keys, and where values
    have names. Hot: a body may hold half a million lines.
    """
    current = _Collection(-1)
    around: list[_Collection] = []
    path: list[str] = []
    found = 0
    opened, doubled, key_line = True, "", 0  # whether a value is to come, and its key, if that stood before
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
    """Goes back to the collection around one, and notes the key of that if it stood before."""
    outer = around.pop()
    path.pop()
    if current.doubled:
        noted.note(current.doubled, current.line, path, outer.told)
    return outer
