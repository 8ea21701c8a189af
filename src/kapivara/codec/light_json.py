"""JSON as it is stored, with sorted keys, as orjson writes it; the first few values without orjson.

Loading orjson takes milliseconds, for it loads `dataclasses`, `inspect` and `uuid`: a quarter of what Python itself
takes to start. What Python's own `json` is made of is there without any of that. The two write the same but for floats
with exponents, and what orjson refuses (`encoding.may_differ`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

_FEW = 40
"""How many values are written before orjson pays."""
_uses = count()
_SORT_KEYS = 1 << 5  # orjson.OPT_SORT_KEYS


def dumps_sorted(value: Any) -> bytes:
    """Writes a value as JSON in UTF-8; raises TypeError where it is nested too deep, or holds what is no JSON."""
    return _dumps(value, _SORT_KEYS)


def json_size(value: Any) -> int:
    """Tells how long the JSON of a value is, as `dumps_sorted` does; unsorted, it takes a third of the time."""
    return len(_dumps(value, 0))


def _dumps(value: Any, option: int) -> bytes:
    if "orjson" not in sys.modules and next(_uses) < _FEW:
        try:
            return _dumps_by_python(value)
        except (
            TypeError,
            ValueError,
            RecursionError,
        ):  # no number, a lone surrogate, nested too deep: orjson has a say
            pass
    return _orjson_dumps()(value, None, option)


@cache
def _orjson_dumps() -> Callable[..., bytes]:
    """Loads orjson once: even an import that finds it loaded takes as long as writing a short text."""
    import orjson

    return orjson.dumps


def _dumps_by_python(value: Any) -> bytes:
    from _json import encode_basestring, make_encoder  # `json` has it, and loads its reader besides

    encode = make_encoder(None, _refuse, encode_basestring, None, ":", ",", True, False, False)
    return "".join(encode(value, 0)).encode()


def _refuse(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} is no JSON")


class _Usual:
    """How JSON is read: as usual. The names are those that Python's reader asks for."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int = float, int
    parse_constant = staticmethod(_refuse)


def loads_light(data: bytes) -> Any:
    """Reads JSON that was written here, without orjson; None where orjson is at hand, or something is odd about it."""
    if "orjson" in sys.modules or next(_uses) >= _FEW:
        return None
    from _json import make_scanner

    try:
        text = data.decode()
        value, end = make_scanner(_Usual)(text, 0)  # type: ignore[arg-type]  # it asks for attributes alone
    except (StopIteration, ValueError, TypeError, RecursionError):
        return None
    return value if end == len(text) else None
