"""Encodes JSON with sorted keys for the storage; the first few values without importing orjson.

Importing orjson takes milliseconds, because it imports `dataclasses`, `inspect` and `uuid`: a quarter of Python's own
start-up time. The parts of Python's own `json` need none of that. Both encode alike, except floats with exponents and
values that orjson rejects (`encoding.may_differ`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

_FEW = 40
"""The number of values after which importing orjson pays."""
_uses = count()
_SORT_KEYS = 1 << 5  # orjson.OPT_SORT_KEYS


def dumps_sorted(value: Any) -> bytes:
    """Encodes a value as JSON in UTF-8; raises TypeError if it nests too deeply or is no JSON value."""
    return _dumps(value, _SORT_KEYS)


def json_size(value: Any) -> int:
    """Returns the size of the JSON of `dumps_sorted`; unsorted, in a third of the time."""
    return len(_dumps(value, 0))


def _dumps(value: Any, option: int) -> bytes:
    if "orjson" not in sys.modules and next(_uses) < _FEW:
        try:
            return _dumps_by_python(value)
        except (
            TypeError,
            ValueError,
            RecursionError,
        ):  # NaN, a lone surrogate, or too deep: left to orjson
            pass
    return _orjson_dumps()(value, None, option)


@cache
def _orjson_dumps() -> Callable[..., bytes]:
    """Imports orjson once: even a repeated import takes as long as encoding a short text."""
    import orjson

    return orjson.dumps


def _dumps_by_python(value: Any) -> bytes:
    from _json import encode_basestring, make_encoder  # without `json`, which also imports its decoder

    encode = make_encoder(None, _refuse, encode_basestring, None, ":", ",", True, False, False)
    return "".join(encode(value, 0)).encode()


def _refuse(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} is no JSON")


class _Usual:
    """The options of the decoder, under the names that Python's scanner expects."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int = float, int
    parse_constant = staticmethod(_refuse)


def loads_light(data: bytes) -> Any:
    """Decodes JSON of this module without orjson; None if orjson is loaded or the text is unusual."""
    if "orjson" in sys.modules or next(_uses) >= _FEW:
        return None
    from _json import make_scanner

    try:
        text = data.decode()
        value, end = make_scanner(_Usual)(text, 0)  # type: ignore[arg-type]  # it asks for attributes alone
    except (StopIteration, ValueError, TypeError, RecursionError):
        return None
    return value if end == len(text) else None
