"""Scans a JSON text strictly: its value, the paths of its duplicate keys, or the server's error with line and column.

Exact, but several times slower than `json.loads`; `decode_json` uses it only if orjson fails. Still hot: a deep or
unusual body may have a million tokens, so the loop is plain and makes few calls. `tokens` words its errors. Upstream:
sigs.k8s.io/json UnmarshalStrict into an untyped value (1.37).
"""

from __future__ import annotations

from typing import Any

from kapivara.codec.decoded import MAX_DEPTH, MAX_STRICT_ERRORS, Decoded
from kapivara.codec.errors import DecodeError
from kapivara.codec.json.plain.literals import read_number, to_text, unquote
from kapivara.codec.json.plain.tokens import Expected, syntax_error, tokens
from kapivara.codec.text_place import line_and_column, skip_space, skip_string_text
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_bytes_pattern

WORDS = {b"true": True, b"false": False, b"null": None}

_STEP = lazy_bytes_pattern(
    rb"[ \t\r\n]*+([,:])?[ \t\r\n]*+(?:"
    rb'"([^"\\\x00-\x1f]*+)"'
    rb"|(-?+[1-9][0-9]{0,17}|0)(?![0-9.eE])"
    rb"|([\[{])"
    rb"|([\]}])"
    rb'|(")'
    rb"|(-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?+[0-9]++)?)(?![0-9.eE])"
    rb"|(true|false|null))"
)
"""One token with the comma or colon before it."""
_TEXT, _INTEGER, _OPEN, _CLOSE, _ESCAPED_TEXT, _NUMBER, _WORD = 2, 3, 4, 5, 6, 7, 8


def scan_json(data: bytes, *, max_depth: int = MAX_DEPTH) -> Decoded:
    """Decodes a text with one value; raises DecodeError, first for its syntax, then for its content."""
    value, notes, end = _scan(data, 0, max_depth)
    if skip_space(data, end) < len(data):
        raise syntax_error(data, end, Expected.END)
    return notes.decoded(value)


def scan_value(data: bytes, start: int = 0, *, max_depth: int = MAX_DEPTH) -> tuple[Decoded, int]:
    """Decodes the first value from `start` on; returns it with the offset after it."""
    value, notes, end = _scan(data, start, max_depth)
    return notes.decoded(value), end


def _scan(data: bytes, start: int, max_depth: int) -> tuple[JsonValue, _Notes, int]:
    """Returns the first value from `start` on, its duplicates and overflow, and the offset after it."""
    step = _STEP.match
    root: list[JsonValue] = []
    container: Any = root
    above: list[tuple[Any, str]] = []  # the enclosing containers with their open keys
    key, waiting, first = "", False, True  # the last key; whether its value is due; whether no item has come
    notes = _Notes(data)
    position = start
    while True:
        match = step(data, position)
        if match is None:
            raise fault_of(data, start, max_depth)
        kind, sign, position = match.lastindex, match[1], match.end()
        in_object = type(container) is dict
        if kind == _CLOSE:
            if sign is not None or waiting or not above or (match[_CLOSE] == b"}") is not in_object:
                raise fault_of(data, start, max_depth)
            container, key = above.pop()
            first = False
            if not above:
                break
            continue
        text: Any = match[kind]  # type: ignore[index]  # one of the groups has matched
        if kind == _TEXT:
            text = to_text(text)
        elif kind == _ESCAPED_TEXT:
            begin = position - 1
            position = skip_string_text(data, begin) + 1
            if data[position - 1 : position] != b'"':
                raise fault_of(data, start, max_depth)
            text = unquote(data[begin:position])
        if in_object and not waiting:
            if (kind != _TEXT and kind != _ESCAPED_TEXT) or sign != (None if first else b","):
                raise fault_of(data, start, max_depth)
            key, waiting, first = text, True, False
            if key in container:
                notes.repeated(container, key, above)
            continue
        if sign != (b":" if in_object else None if first else b","):
            raise fault_of(data, start, max_depth)
        if kind == _INTEGER:
            text = int(text)
        elif kind == _NUMBER:
            text = notes.number(text, position)
        elif kind == _WORD:
            text = WORDS[text]
        elif kind == _OPEN:
            text = {} if text == b"{" else []
        if in_object:
            container[key] = text
            waiting = False
        else:
            container.append(text)
        first = False
        if kind == _OPEN:
            above.append((container, key))
            if len(above) > max_depth:
                raise fault_of(data, start, max_depth)
            container, first = text, True
        elif not above:
            break
    return root[0], notes, position


def fault_of(data: bytes, start: int, max_depth: int, inside: str = "") -> DecodeError:
    """Returns the server's error for a text that is malformed from `start` on.

    `inside` holds the brackets that are open there.
    """
    end = start
    try:
        for token in tokens(data, start, max_depth=max_depth, inside=inside):
            end = token[1]
    except DecodeError as error:
        return error
    return syntax_error(data, end, Expected.END)  # a number that continues after its end, such as `00`


class _Notes:
    """The findings of a scan: duplicate keys, and a number out of the range of floats."""

    def __init__(self, data: bytes):
        self._data = data
        self._duplicates: dict[str, None] = {}
        self._told: dict[tuple[int, str], Any] = {}  # with the container, so that no other one gets its id
        self._overflow: tuple[int, int] | None = None

    def repeated(self, container: Any, key: str, above: list[tuple[Any, str]]) -> None:
        """Records a duplicate key of a container, each key once."""
        place = (id(container), key)
        if len(self._duplicates) < MAX_STRICT_ERRORS and place not in self._told:
            self._told[place] = container
            places = (*above[1:], (container, key))
            steps = [f".{name}" if type(each) is dict else f"[{len(each) - 1}]" for each, name in places]
            self._duplicates["".join(steps).removeprefix(".")] = None

    def number(self, literal: bytes, end: int) -> int | float:
        """Decodes a number that is not a plain integer."""
        try:
            return read_number(literal)
        except OverflowError:
            self._overflow = self._overflow or (end - len(literal), end)
            return float(literal)

    def decoded(self, value: JsonValue) -> Decoded:
        """Returns the result; raises DecodeError with it if a number is out of the range of floats."""
        decoded = Decoded(value, tuple(self._duplicates))
        if self._overflow is None:
            return decoded
        begin, end = self._overflow
        line, column = line_and_column(self._data, begin)
        message = f"json: cannot unmarshal number {self._data[begin:end].decode()} into Go value of type float64"
        raise DecodeError(message, line, column, decoded=decoded)
