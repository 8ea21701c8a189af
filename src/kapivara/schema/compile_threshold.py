"""When to compile: what a schema is made into pays only from the fifth object on, or for a single large one."""

from __future__ import annotations

from kapivara.values import JsonValue

COMPILED_AFTER = 4
"""How many objects of a schema come before it is compiled."""
_LARGE = 500


def pays_to_compile(judged: int, value: JsonValue) -> bool:
    """Tells whether to compile for a value, after so many others: where it is large, at once."""
    return judged >= COMPILED_AFTER or _is_large(value)


def _is_large(value: JsonValue) -> bool:
    """Tells whether a value is made of very many others; looks at no more than it must."""
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
