"""A JSON text as a tree that keeps its spelling: literals, the order of fields, duplicate fields.

For error messages and results that quote the original text. `decode_json` reads values many times faster.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from kapivara.codec.errors import DecodeError
from kapivara.codec.json.plain.encoding import encode_json
from kapivara.codec.json.plain.literals import unquote
from kapivara.codec.json.plain.reader import decode_json
from kapivara.codec.json.plain.tokens import spelled_tokens
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_bytes_pattern

_ONE_SPELLING = lazy_bytes_pattern(rb'0|-?+[1-9][0-9]{0,17}+|true|false|null|"[ !#-%\'-;=?-\[\]-~]*+"')
"""An integer within int64, a word, or a string of plain ASCII."""
_WORDS = {b"true": True, b"false": False, b"null": None}
_QUOTE, _LETTER = ord('"'), ord("a")
_SPACE = lazy_bytes_pattern(rb'("(?:[^"\\]|\\.)*")|[ \t\r\n]+')
_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class JsonSource:
    """One value of a text.

    `is_read` is True once the content is parsed; before that, `depth` is its nesting depth.
    """

    __slots__ = ("_begin", "_data", "_end", "_inside", "depth", "is_read")

    def __init__(
        self,
        data: bytes,
        begin: int,
        end: int,
        inside: Members | Items | None = None,
        *,
        is_read: bool = True,
        depth: int = 0,
    ):
        self._data = data
        self._begin = begin
        self._end = end
        self._inside = inside
        self.is_read = is_read
        self.depth = depth

    @property
    def inside(self) -> Members | Items | None:
        """The members of an object or the items of a list; None for a scalar.

        Of a duplicate field it has the last one; the text has both. Values whose spelling is the canonical one are
        plain values: null, words, integers, plain strings, and the whole content if the whole text is canonical.
        """
        if not self.is_read:
            data = self._data[self._begin : self._end]
            self._inside = _plain_inside(data) if b"\\" not in data else None
            if self._inside is None:
                self._inside = read_source(data).inside
            self.is_read = True
        return self._inside

    def close(self, end: int) -> None:
        """Sets the end of a list or an object."""
        self._end = end

    @property
    def size(self) -> int:
        """The size of the text in bytes."""
        return self._end - self._begin

    @property
    def spelled(self) -> bytes:
        """The value as spelled, with all spaces."""
        return self._data[self._begin : self._end]

    @property
    def text(self) -> str:
        """The value as spelled, without spaces between its parts."""
        data = self._data[self._begin : self._end]
        if self._inside is not None:
            data = _SPACE.sub(rb"\1", data)
        return data.decode("utf-8", "replace")

    @property
    def printed(self) -> str:
        """The value's text as Go's encoder prints it: with `<`, `>` and `&` escaped."""
        text = self.text
        for sign, escape in _ESCAPED.items():
            text = text.replace(sign, escape)
        return text

    def value(self) -> JsonValue:
        """Returns the decoded value; raises DecodeError."""
        return decode_json(self._data[self._begin : self._end]).value


Members: TypeAlias = dict[str, JsonValue]
Items: TypeAlias = list[JsonValue]


def _plain_inside(data: bytes) -> Members | Items | None:
    try:
        value: Members | Items | None = decode_json(data).value
    except DecodeError:  # a number out of the range of floats
        return None
    return value if isinstance(value, (dict, list)) and encode_json(value) == data else None


def compact_source(text: str, depth: int) -> JsonSource:
    """Returns a JSON text without spaces and with a known depth; parsed on demand."""
    return lazy_source(text.encode(), depth)


def lazy_source(data: bytes, depth: int = 0) -> JsonSource:
    """Returns a text with one well-formed value; parsed on demand."""
    return JsonSource(data, 0, len(data), is_read=False, depth=depth)


def read_source(data: bytes) -> JsonSource:
    """Parses a text with one well-formed value. Hot: it may have a million tokens."""
    container: Any = []
    above: list[tuple[Any, JsonSource]] = []  # the enclosing containers with their nodes
    made: Any = None
    key = ""
    begin = end = 0
    for kind, begin, end in spelled_tokens(data):
        if kind == "key":
            key = unquote(data[begin:end])
            continue
        if kind == "}" or kind == "]":
            container, made = above.pop()
            made.close(end)
            continue
        inside: Members | Items | None = {} if kind == "{" else [] if kind == "[" else None
        made = _scalar(data, begin, end) if inside is None else JsonSource(data, begin, end, inside)
        if type(container) is dict:
            container[key] = made
        else:
            container.append(made)
        if inside is not None:
            above.append((container, made))
            container = inside
    return made if type(made) is JsonSource else JsonSource(data, begin, end)


def _scalar(data: bytes, begin: int, end: int) -> JsonValue:
    """Returns a scalar: a value if it has only one spelling; None for null."""
    literal = data[begin:end]
    if _ONE_SPELLING.fullmatch(literal):
        first = literal[0]
        return literal[1:-1].decode() if first == _QUOTE else _WORDS[literal] if first >= _LETTER else int(literal)
    return JsonSource(data, begin, end)
