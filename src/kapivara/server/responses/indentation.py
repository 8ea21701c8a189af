"""Limits the indentation of documents, whose size grows with depth times width."""

from __future__ import annotations

from kapivara.values import JsonObject, JsonValue

_MOST_BLANKS = 64 * 1024 * 1024
_STEP = 2


def can_be_indented(document: JsonObject) -> bool:
    """Returns True if a document may be indented; otherwise it is written in one line."""
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
