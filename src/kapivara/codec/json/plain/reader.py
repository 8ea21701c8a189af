"""Strict JSON at full speed: orjson decodes, and the number of quotes shows whether a duplicate key was dropped.

The exact scanner reads everything unusual (errors, integers beyond int64, invalid UTF-8, deep nesting). The hot path is
plain on purpose; `scripts/bench` measures it.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from typing import Any

from kapivara.codec.decoded import MAX_DEPTH, Decoded
from kapivara.codec.errors import DecodeError
from kapivara.values.json_value import INT64_MAX
from kapivara.values.lazy_pattern import lazy_bytes_pattern

_LONG_INTEGER = lazy_bytes_pattern(rb"[0-9]{19,}")
_ESCAPED_QUOTE = rb"\u0022"
_LARGE = 256 * 1024


def decode_json(data: bytes, *, max_depth: int = MAX_DEPTH) -> Decoded:
    """Decodes one JSON value as the server does, with its duplicate keys; raises DecodeError."""
    import orjson  # here, because runs with YAML only start faster without it

    try:
        value = orjson.loads(data) if len(data) < _LARGE else _load_large(data)
        again = orjson.dumps(value, option=orjson.OPT_STRICT_INTEGER)
    except ValueError:
        return _scan(data, max_depth) if len(data) < _LARGE else _decode_odd(data, max_depth)
    except TypeError:  # nested too deeply, or an integer beyond 53 bits
        if any(map(_beyond_int64, _LONG_INTEGER.findall(data))):  # the server decodes these as floats, orjson does not
            return _scan(data, max_depth) if len(data) < _LARGE else _decode_long_integers(data, max_depth)
        try:
            again = orjson.dumps(value)
        except TypeError:
            return _scan(data, max_depth)
    if again == data.rstrip() or keeps_quotes(data, again):  # most clients send no spaces except a final line break
        return Decoded(value)
    from kapivara.codec.json.plain.duplicates import duplicate_paths

    return Decoded(value, duplicate_paths(data))


def _load_large(data: bytes) -> Any:
    """Decodes a large text without garbage collection.

    Nothing here becomes garbage, and a collection of a million lists would block all other threads for that long.
    """
    import orjson

    from kapivara.codec.json.large.reader import has_many_containers, load_in_pieces

    was_on = gc.isenabled()
    gc.disable()
    try:
        return load_in_pieces(data) if has_many_containers(data) else orjson.loads(data)
    finally:
        if was_on:
            gc.enable()


def _decode_odd(data: bytes, max_depth: int) -> Decoded:
    """Decodes a large text that orjson rejects: mostly a malformed one, or one with strings that only the server
    accepts.

    Detects both much sooner than the exact scanner would.
    """
    from kapivara.codec.json.large.reader import find_fault
    from kapivara.codec.json.plain.literals import mend_strings

    mended = mend_strings(data)
    if mended != data:
        with suppress(DecodeError):  # the error must refer to the original text
            return decode_json(mended, max_depth=max_depth)
    error = find_fault(data, max_depth=max_depth)
    if error is not None:
        raise error
    return _scan(data, max_depth)


def _decode_long_integers(data: bytes, max_depth: int) -> Decoded:
    """Decodes a large text with integers beyond int64."""
    from kapivara.codec.json.plain.literals import with_float_integers

    written = with_float_integers(data)
    if written != data:
        with suppress(DecodeError):  # the error must refer to the original text
            return decode_json(written, max_depth=max_depth)
    return _scan(data, max_depth)


def _scan(data: bytes, max_depth: int) -> Decoded:
    from kapivara.codec.json.plain.scanner import scan_json  # rarely needed, and its patterns take time to compile

    return scan_json(data, max_depth=max_depth)


def _beyond_int64(digits: bytes) -> bool:
    return len(digits) > len(str(INT64_MAX)) or int(digits) > INT64_MAX


def keeps_quotes(data: bytes, again: bytes) -> bool:
    r"""Returns True if decoding dropped no duplicate key.

    A dropped key removes two quotes, and nothing adds one, except that `\u0022` becomes `\"`.
    """
    has_escapes = data.find(b"\\") >= 0  # `in` takes five times as long
    return data.count(b'"') == again.count(b'"') and not (has_escapes and _ESCAPED_QUOTE in data)
