"""Decides when compiling a schema pays: from the fifth object on, or for a single large one."""

from __future__ import annotations

from kapivara.values import JsonValue

COMPILED_AFTER = 4
"""The number of objects of a schema that are validated before it is compiled."""
_LARGE = 500


def pays_to_compile(judged: int, value: JsonValue) -> bool:
    """Returns True if compiling pays for a value after `judged` others; at once for a large one."""
    return judged >= COMPILED_AFTER or _is_large(value)


def _is_large(value: JsonValue) -> bool:
    """Returns True if a value has very many parts; stops counting at the limit."""
    count, pending = 0, [value]
    while pending:
        item = pending.pop()
        if type(item) is dict:
            pending.extend(item.values())
        elif type(item) is list:
            pending.extend(item)
        else:
            continue
        count += len(item)
        if count > _LARGE:
            return True
    return False
