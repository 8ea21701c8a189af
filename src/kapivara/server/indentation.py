"""What it takes to indent a document: blanks grow with depth times width, where the document itself does not."""

from __future__ import annotations

from kapivara.values import JsonObject, JsonValue

_MOST_BLANKS = 64 * 1024 * 1024
_STEP = 2


def can_be_indented(document: JsonObject) -> bool:
    """Tells whether a document may be written with a line for every item; what may not is written in one."""
    blanks = _STEP
    waiting: list[tuple[JsonObject | list[JsonValue], int]] = [(document, 2 * _STEP)]
    while waiting:
        holder, indent = waiting.pop()
        blanks += indent * len(holder)
        if blanks > _MOST_BLANKS:
            return False
        for item in holder.values() if type(holder) is dict else holder:
            if type(item) is dict or type(item) is list:
                waiting.append((item, indent + _STEP))
    return True
