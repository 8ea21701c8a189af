"""Strict YAML as the server reads it: YAML 1.1 to JSON, with the duplicate keys and their lines.

The entry point, which chooses a decoder: `plain_yaml` for documents it is certain of, the exact decoder (`yaml_nodes`,
`yaml_values`) for all others and for all errors. Only the first document of a request body counts. Upstream:
sigs.k8s.io/yaml YAMLToJSON and YAMLToJSONStrict (1.37).

A line that starts with `---` starts a document, whatever precedes it. Texts that need more care are one piece: those
with directives, which belong to the following document, and those with line breaks that only YAML knows.

Most bodies that the server decodes as YAML are JSON, such as those of server-side apply. Some JSON has another meaning
in YAML: numbers with a point or an exponent, duplicate or very long keys, characters that YAML rejects. The exact
decoder reads every text that may contain these; a property test compares the two. Keys are sorted, as by the exact
decoder, so that the same error comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from kapivara.codec.decoded import Decoded
from kapivara.codec.errors import CannotError, DecodeError
from kapivara.codec.json.plain.reader import decode_json
from kapivara.codec.positions import Positions, PositionTree
from kapivara.codec.text_place import TextPlaces
from kapivara.codec.yaml.plain.lines import UnsureError
from kapivara.codec.yaml.plain.reader import PlainReader
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.record import record

_PLAIN_TEXT = lazy_bytes_pattern(rb'"[ !#-\[\]-~]*+"')
_LONG_KEY = lazy_bytes_pattern(rb'"[^"]{1000,}+"\s*+:')  # the exact decoder accepts up to 1,024 characters
_UNICODE_ESCAPE = lazy_bytes_pattern(rb"\\u(?![dD][89a-fA-F])[0-9a-fA-F]{4}")
_MERGE_KEY = lazy_bytes_pattern(rb'"(?:<|\\u003[cC])(?:<|\\u003[cC])"')
_AROUND_TEXTS = b"{}[],: \n-0123456789truefalsn"
_UNSURE = lazy_bytes_pattern(rb"[0-9]e|-0|[0-9]{18}|[ \n]:")
_STAND_IN = b"xx"
"""The replacement of an escape, never shorter than its character."""


def read_plain_json(data: bytes) -> Decoded | None:
    """Returns the common result of both decoders; None if they may differ or the text is no JSON object."""
    if not data.startswith(b"{") or _MERGE_KEY.search(data):
        return None
    unescaped = _without_escapes(data)
    around = _PLAIN_TEXT.sub(b"s", unescaped)
    if around.translate(None, _AROUND_TEXTS) or _UNSURE.search(around) or _LONG_KEY.search(unescaped):
        return None
    try:
        decoded = decode_json(data)
    except DecodeError:
        return None
    if decoded.duplicates:
        return None
    import orjson

    try:
        return Decoded(orjson.loads(orjson.dumps(decoded.value, option=orjson.OPT_SORT_KEYS)))
    except TypeError:  # nested too deeply for orjson
        return None


def _without_escapes(data: bytes) -> bytes:
    """Replaces the escapes that mean the same in both; outside a string they are invalid JSON anyway.

    Backslashes go first, in pairs from the left, as decoders read them.
    """
    if b"\\" not in data:
        return data
    for escape in (rb"\\", rb"\"", rb"\n", rb"\t"):
        data = data.replace(escape, _STAND_IN)
    return _UNICODE_ESCAPE.sub(_STAND_IN, data)


_MARKER = b"\n---"
_AFTER_MARKER = (b"", b" ", b"\n")
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_ODD_BREAKS = (b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9")  # NEL, LS and PS


class Piece:
    """A part of a text, and the number of lines before it."""

    __slots__ = ("_begin", "_end", "_lines", "_places", "_text", "lines_before")

    def __init__(self, text: bytes, begin: int, end: int, lines_before: int):
        self._text = text
        self._begin = begin
        self._end = end
        self._places: list[PositionTree] | None = None
        self._lines: TextPlaces | None = None
        self.lines_before = lines_before

    @property
    def data(self) -> bytes:
        """The bytes of the piece."""
        return self._text[self._begin : self._end]

    def place(self, index: int) -> PositionTree:
        """Returns the positions in the document with an index from 0; the first call computes all."""
        if self._places is None:
            from kapivara.codec.yaml.exact.places import yaml_places  # positions are rarely asked for

            self._places = yaml_places(self.data)
        return self._places[index]

    def plain_place(self) -> PositionTree:
        """Returns the positions in its only document, which is plain."""
        from kapivara.codec.yaml.plain.places import plain_places  # as above

        return plain_places(self.data.decode())

    def locate(self, at: tuple[int, int]) -> tuple[int, int]:
        """Returns the position in the whole text of a position in the piece."""
        return at[0] + self.lines_before, at[1]

    def line(self, number: int) -> str | None:
        """Returns a line by its number in the whole text; None if it is too long, or YAML may count differently."""
        if self._lines is None:
            data = self.data
            odd = b"\r" in data or (not data.isascii() and any(each in data for each in _ODD_BREAKS))
            self._lines = TextPlaces(b"" if odd else data)
        return self._lines.line(number - self.lines_before)


def whole(data: bytes) -> Piece:
    """Returns a text as one piece; CRLF line breaks become LF."""
    if b"\r" in data and data.count(b"\r") == data.count(b"\r\n"):
        data = data.replace(b"\r\n", b"\n")
    return Piece(data, 0, len(data), 0)


def split(data: bytes) -> Iterator[Piece]:
    """Yields the pieces of a text in order."""
    piece = whole(data)
    data = piece.data
    if not _can_be_split(data):
        yield piece
        return
    begin = line = 0
    while begin < len(data):
        end = _next_marker(data, begin)
        yield Piece(data, begin, end, line)
        line += data.count(b"\n", begin, end)
        begin = end


def _can_be_split(data: bytes) -> bool:
    if b"\r" in data or b"\n%" in data or data.startswith((b"%", *_BYTE_ORDER_MARKS)):
        return False
    return data.isascii() or not any(each in data for each in _ODD_BREAKS)


def _next_marker(data: bytes, begin: int) -> int:
    """Returns the start of the next document after an offset, or the end of the text."""
    found = data.find(_MARKER, begin)
    while found >= 0 and data[(after := found + len(_MARKER)) : after + 1] not in _AFTER_MARKER:
        found = data.find(_MARKER, found + 1)
    return found + 1 if found >= 0 else len(data)


_PARSED_OF_BODIES = 150_000
"""The maximum number of lines of a body to parse as plain YAML, in about half a second."""
_VALUES_OF_BODIES = 450_000
"""The maximum number of values of a body to decode exactly, in about a second, minus the parsed lines."""


@record
class YamlDocument:
    """One document of a text: the decoded document, its first line, from 1, and the positions of its fields.

    `again` decodes a plain document once more, with sorted keys.
    """

    decoded: Decoded
    line: int
    positions: Positions
    again: Callable[[], JsonValue] | None = None


def decode_yaml(data: bytes) -> Decoded:
    """Decodes the first document of a YAML text, null if there is none; raises DecodeError and CannotError."""

    decoded = read_plain_json(data)
    if decoded is not None:
        return decoded
    found = next(_read_piece(whole(data), PlainReader(_PARSED_OF_BODIES), body=True), None)
    return Decoded(None) if found is None else found.decoded


def read_yaml(data: bytes, *, sort_keys: bool = True, reader: PlainReader | None = None) -> Iterator[YamlDocument]:
    """Decodes all documents of a YAML text, with unsorted keys if allowed; raises DecodeError and CannotError.

    A shared reader remembers the lines of earlier texts.
    """
    reader = PlainReader() if reader is None else reader
    for piece in split(data):
        try:
            documents = list(_read_piece(piece, reader, sort_keys=sort_keys))
        except (DecodeError, CannotError):
            list(_read_exactly(Piece(data, 0, len(data), 0)))  # the error must refer to the whole text
            raise
        yield from documents


def _read_piece(
    piece: Piece, reader: PlainReader, *, body: bool = False, sort_keys: bool = True
) -> Iterator[YamlDocument]:
    try:
        plain = reader.read(piece.data.decode(), sort_keys=sort_keys, lines_before=piece.lines_before)
    except (UnsureError, UnicodeDecodeError):
        yield from _read_exactly(piece, _VALUES_OF_BODIES - reader.parsed if body else None)
        return
    if plain is not None:
        decoded, line = plain
        is_plain = bool(decoded.value) and not decoded.duplicates
        load = piece.plain_place if is_plain else partial(piece.place, 0)
        yield _document(decoded, line, piece, load, partial(_read_again, piece, reader) if is_plain else None)


def _read_exactly(piece: Piece, most_values: int | None = None) -> Iterator[YamlDocument]:
    """Decodes with the exact decoder, which is loaded here together with libyaml, because most texts need neither."""
    from kapivara.codec.yaml.exact.nodes import read_nodes
    from kapivara.codec.yaml.exact.values import decode_node

    for index, root in enumerate(read_nodes(piece.data, most_values)):
        yield _document(decode_node(root, piece.lines_before), root.line, piece, partial(piece.place, index))


def _read_again(piece: Piece, reader: PlainReader) -> JsonValue:
    found = reader.read(piece.data.decode())  # the same reader knows its lines
    return None if found is None else found[0].value


def _document(
    decoded: Decoded,
    line: int,
    piece: Piece,
    load: Callable[[], PositionTree],
    again: Callable[[], JsonValue] | None = None,
) -> YamlDocument:
    positions = Positions(load, piece.locate, piece.line)
    return YamlDocument(decoded, piece.lines_before + line + 1, positions, again)
