"""Reads a JSON text strictly: its value, the paths of its duplicate keys, or the server's error with line and column.

The exact reading, several times slower than `json.loads`; `decode_json` comes here only where orjson cannot answer.
Upstream: sigs.k8s.io/json UnmarshalStrict into an untyped value (1.37).
"""

from __future__ import annotations

from typing import Any

from kapivara.codec.decoded import MAX_DEPTH, MAX_STRICT_ERRORS, Decoded
from kapivara.codec.errors import DecodeError
from kapivara.codec.json_faults import Expected, syntax_error
from kapivara.codec.json_literals import read_number, unquote
from kapivara.codec.json_tokens import tokens
from kapivara.codec.text_place import line_and_column, skip_space
from kapivara.values.json_value import JsonValue

WORDS = {b"true": True, b"false": False, b"null": None}


def scan_json(data: bytes, *, max_depth: int = MAX_DEPTH) -> Decoded:
    """Decodes a text that holds one value; raises DecodeError."""
    decoded, end = scan_value(data, max_depth=max_depth)
    if skip_space(data, end) < len(data):
        raise syntax_error(data, end, Expected.END)
    return decoded


def scan_value(data: bytes, start: int = 0, *, max_depth: int = MAX_DEPTH) -> tuple[Decoded, int]:
    """Decodes the first value from `start` on; returns it with the offset of what follows it."""
    builder = _Builder(data)
    end = start
    for kind, begin, end in tokens(data, start, max_depth=max_depth):
        builder.take(kind, begin, end)
    value = builder.root[0]
    if builder.overflow is not None:
        raise builder.overflow_error(builder.overflow, Decoded(value, tuple(builder.duplicates)))
    return Decoded(value, tuple(builder.duplicates)), end


class _Builder:
    """Puts tokens together; lists and objects stand in their parent from their first byte on."""

    def __init__(self, data: bytes):
        self.root: list[JsonValue] = []
        self.duplicates: dict[str, None] = {}
        self.overflow: tuple[int, int] | None = None
        self._data = data
        self._containers: list[Any] = [self.root]
        self._keys: list[str] = [""]  # the latest key of each container; unused for lists
        self._repeated: list[set[str]] = [set()]

    def take(self, kind: str, begin: int, end: int) -> None:
        """Adds one token."""
        if kind == "key":
            self._take_key(unquote(self._data[begin:end]))
        elif kind in ("}", "]"):
            self._containers.pop()
            self._keys.pop()
            self._repeated.pop()
        elif kind != "end":
            value = self._value(kind, begin, end)
            container = self._containers[-1]
            if type(container) is dict:
                container[self._keys[-1]] = value
            else:
                container.append(value)
            if kind in ("{", "["):
                self._containers.append(value)
                self._keys.append("")
                self._repeated.append(set())

    def _take_key(self, key: str) -> None:
        self._keys[-1] = key
        if key in self._containers[-1] and key not in self._repeated[-1] and len(self.duplicates) < MAX_STRICT_ERRORS:
            self._repeated[-1].add(key)
            self.duplicates[self._path()] = None

    def _value(self, kind: str, begin: int, end: int) -> JsonValue:
        if kind == "{":
            return {}
        if kind == "[":
            return []
        literal = self._data[begin:end]
        if kind == "string":
            return unquote(literal)
        if kind == "word":
            return WORDS[literal]
        try:
            return read_number(literal)
        except OverflowError:
            self.overflow = self.overflow or (begin, end)
            return float(literal)

    def _path(self) -> str:
        steps = (
            f".{key}" if type(container) is dict else f"[{len(container) - 1}]"
            for container, key in zip(self._containers[1:], self._keys[1:], strict=True)
        )
        return "".join(steps).removeprefix(".")

    def overflow_error(self, place: tuple[int, int], decoded: Decoded) -> DecodeError:
        """Words the error for a number beyond every float; all the rest was read."""
        begin, end = place
        line, column = line_and_column(self._data, begin)
        text = self._data[begin:end].decode()
        message = f"json: cannot unmarshal number {text} into Go value of type float64"
        return DecodeError(message, line, column, decoded=decoded)
