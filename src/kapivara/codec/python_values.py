"""Converts values of a Python program to JSON values; rejects values that JSON cannot express.

Nearly all values survive encoding and decoding unchanged; only the others are searched for the error and its place. The
hot path is plain on purpose: each create in process uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kapivara.codec.decoded import MAX_DEPTH, Decoded
from kapivara.codec.errors import TOO_DEEP, DecodeError
from kapivara.codec.json.plain.encoding import encode_json, may_differ
from kapivara.codec.json.plain.reader import decode_json
from kapivara.values.json_value import JsonValue
from kapivara.values.rendering import format_float
from kapivara.values.stack import deep_stack

_FLOAT_BITS = 1024


def decode_value(value: object) -> Decoded:
    """Returns the decoded form of a value's JSON; raises DecodeError, which names the place."""
    import orjson  # here, because runs with YAML only start faster without it

    try:
        data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)
        read = orjson.loads(data)
        with deep_stack():  # for callers with a deep stack: orjson encodes at most 254 levels
            if read == value and not may_differ(data):
                return Decoded(read)
    except (TypeError, ValueError):  # no JSON, or long or deep: distinguished below
        pass
    return decode_json(encode_json(_as_json(value)))


def _as_json(root: object) -> JsonValue:
    """Returns a value of JSON types only; raises DecodeError if that is impossible."""
    result: list[JsonValue] = []
    containers: list[Any] = [result]
    members: list[Iterator[tuple[Any, object]]] = [iter((("", root),))]
    steps: list[Any] = [""]
    while members:
        for step, item in members[-1]:
            steps[-1] = step
            made, inner = _convert(item, steps)
            if type(containers[-1]) is dict:
                containers[-1][_key(step, steps)] = made
            else:
                containers[-1].append(made)
            if inner is not None:
                if len(members) > MAX_DEPTH:
                    raise DecodeError(TOO_DEEP)
                members.append(iter(inner))
                containers.append(made)
                steps.append("")
                break
        else:
            members.pop()
            containers.pop()
            steps.pop()
    return result[0]


def _convert(item: object, steps: list[Any]) -> tuple[JsonValue, Iterable[tuple[Any, object]] | None]:
    """Returns the JSON value of an item; for a list or an object an empty one, with the members to add."""
    if item is None or isinstance(item, bool):
        return item, None
    if isinstance(item, str):
        return _text(item, steps), None
    if isinstance(item, int):
        if item.bit_length() > _FLOAT_BITS:
            raise _refusal(steps, "json: unsupported value: an integer beyond every float")
        return int(item), None
    if isinstance(item, float):
        if item - item != 0:  # infinite or NaN
            raise _refusal(steps, f"json: unsupported value: {format_float(item)}")
        return float(item), None
    if isinstance(item, Mapping):
        return {}, item.items()
    if isinstance(item, (list, tuple)):
        return [], enumerate(item)
    raise _refusal(steps, f"json: unsupported type: {type(item).__name__}")


def _key(step: object, steps: list[Any]) -> str:
    if not isinstance(step, str):
        raise _refusal(steps, f"json: unsupported key of type: {type(step).__name__}")
    return _text(step, steps)


def _text(text: str, steps: list[Any]) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _refusal(steps, f"json: unsupported value: a lone surrogate U+{ord(text[error.start]):04X}") from None
    return str.__str__(text)


def _refusal(steps: list[Any], problem: str) -> DecodeError:
    place = "".join(f"[{step}]" if type(step) is int else f".{step!s}" for step in steps[1:]).removeprefix(".")
    place = place.encode("utf-8", "backslashreplace").decode()
    return DecodeError(f"{place}: {problem}" if place else problem)
