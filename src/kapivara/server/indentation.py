"""What it takes to indent a document: blanks grow with depth times width, where the document itself does not."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.values import JsonObject, JsonValue

_MOST_BLANKS = 64 * 1024 * 1024
_STEP = 2


def can_be_indented(document: JsonObject) -> bool:
    """Tells whether a document may be written with a line for every item; what may not is written in one."""
    blanks = 0
    levels: list[Iterator[JsonValue]] = [iter((document,))]
    while levels:
        for item in levels[-1]:
            blanks += _STEP * len(levels)
            if type(item) is dict or type(item) is list:
                levels.append(iter(item.values() if type(item) is dict else item))
                break
        else:
            levels.pop()
        if blanks > _MOST_BLANKS:
            return False
    return True
