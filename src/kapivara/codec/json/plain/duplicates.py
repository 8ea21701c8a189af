"""Finds the paths of duplicate keys in a well-formed JSON text of moderate depth.

The standard library decodes the text again and keeps all pairs of objects with duplicate keys. Upstream:
sigs.k8s.io/json saveStrictError (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.codec.decoded import MAX_STRICT_ERRORS
from kapivara.values.json_value import JsonObject, JsonValue


class _Repeated(dict[str, JsonValue]):
    """An object with a duplicate key, and all its pairs."""

    pairs: list[tuple[str, JsonValue]]


def duplicate_paths(data: bytes) -> tuple[str, ...]:
    """Returns the paths of duplicates, each once, in the order of the text, up to the server's limit."""
    from kapivara.codec.json.large.reader import has_many_containers

    if has_many_containers(data):
        from kapivara.codec.json.large.duplicates import paths_in_pieces

        paths = paths_in_pieces(data)
    else:
        paths = paths_below(read_pairs(data), [])
    found: dict[str, None] = {}
    for path in paths:
        found[path] = None
        if len(found) == MAX_STRICT_ERRORS:
            break
    return tuple(found)


def read_pairs(data: bytes) -> JsonValue:
    """Decodes a text, keeping the pairs of objects with duplicate keys (`pairs_of`); numbers become any values."""
    import json  # rarely needed

    return json.loads(data, object_pairs_hook=_object, parse_int=len, parse_float=len)


def pairs_of(value: JsonObject) -> Iterable[tuple[str, JsonValue]]:
    """Returns all pairs of an object decoded by `read_pairs`."""
    return value.pairs if isinstance(value, _Repeated) else value.items()


def _object(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    repeated = _Repeated(plain)
    repeated.pairs = pairs
    return repeated


def paths_below(value: JsonValue, steps: list[str]) -> Iterator[str]:
    """Yields the path of each duplicate key of each object once; joins paths only for these."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            if item and isinstance(item, (dict, list)):
                steps.append(f"[{index}]")
                yield from paths_below(item, steps)
                steps.pop()
    elif isinstance(value, dict):
        seen: dict[str, bool] = {}  # whether it has been yielded
        for key, item in pairs_of(value):
            if seen.get(key) is False:
                yield "".join((*steps, ".", key)).removeprefix(".")
            seen[key] = key in seen
            if item and isinstance(item, (dict, list)):
                steps.append(f".{key}")
                yield from paths_below(item, steps)
                steps.pop()
