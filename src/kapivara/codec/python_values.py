"""Values that a Python program hands over, as the JSON that they stand for: what JSON cannot say is refused.

Nearly all of them are written, read again and found the same; only of the others it is asked what is wrong, and where.
The hot path is plain on purpose: each create in process takes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kapivara.codec.decoded import MAX_DEPTH, Decoded
from kapivara.codec.encoding import encode_json, may_differ
from kapivara.codec.errors import TOO_DEEP, DecodeError
from kapivara.codec.json_reader import decode_json
from kapivara.values.json_value import JsonValue
from kapivara.values.rendering import format_float
from kapivara.values.stack import deep_stack

_FLOAT_BITS = 1024


def decode_value(value: object) -> Decoded:
    """Returns what a reader makes of a value's JSON; raises DecodeError, which names the place."""
    import orjson  # here, not above: YAML-only runs start faster without it

    try:
        data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)
        read = orjson.loads(data)
        with deep_stack():  # for callers who are deep within themselves: what orjson writes nests 254 levels at most
            if read == value and not may_differ(data):
                return Decoded(read)
    except (TypeError, ValueError):  # no JSON, or long or deep: told apart below
        pass
    return decode_json(encode_json(_as_json(value)))


def _as_json(root: object) -> JsonValue:
    """Returns a value made of nothing but JSON's types; raises DecodeError where that cannot be."""
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
    """Returns the JSON value of an item, and for a list or an object, which are empty as yet, what belongs into it."""
    if item is None or isinstance(item, bool):
        return item, None
    if isinstance(item, str):
        return _text(item, steps), None
    if isinstance(item, int):
        if item.bit_length() > _FLOAT_BITS:
            raise _refusal(steps, "json: unsupported value: an integer beyond every float")
        return int(item), None
    if isinstance(item, float):
        if item - item != 0:  # infinite, or not a number
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
