"""Strict YAML as the server reads it: YAML 1.1 to JSON, duplicate keys noted with their lines.

Others call this, and it chooses a reader: `plain_yaml` reads what it is certain of, the exact one (`yaml_nodes`,
`yaml_values`) all else, and only the latter words errors. Of a request body only the first document counts.
Upstream: sigs.k8s.io/yaml YAMLToJSON and YAMLToJSONStrict (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from kapivara.codec.decoded import Decoded
from kapivara.codec.errors import CannotError, DecodeError
from kapivara.codec.plain_lines import UnsureError
from kapivara.codec.plain_yaml import PlainReader
from kapivara.codec.positions import Positions, PositionTree
from kapivara.codec.yaml_pieces import Piece, split, whole
from kapivara.values.json_value import JsonValue
from kapivara.values.record import record

_PARSED_OF_BODIES = 150_000
"""How many lines of a body may be parsed plainly, in about half a second."""
_VALUES_OF_BODIES = 450_000
"""How many values of a body may be read exactly, in about a second; each line that was parsed is one less."""


@record
class YamlDocument:
    """One document of a text: what was read, the line that it starts in, from 1, and where its fields stand.

    `again` reads one that is plain once more, with sorted keys.
    """

    decoded: Decoded
    line: int
    positions: Positions
    again: Callable[[], JsonValue] | None = None


def decode_yaml(data: bytes) -> Decoded:
    """Decodes the first document of a YAML text, null where there is none; raises DecodeError and CannotError."""
    from kapivara.codec.json_in_yaml import read_plain_json  # for bodies of requests alone

    decoded = read_plain_json(data)
    if decoded is not None:
        return decoded
    found = next(_read_piece(whole(data), PlainReader(_PARSED_OF_BODIES), body=True), None)
    return Decoded(None) if found is None else found.decoded


def read_yaml(data: bytes, *, sort_keys: bool = True, reader: PlainReader | None = None) -> Iterator[YamlDocument]:
    """Reads all documents of a YAML text, if need be with keys in any order; raises DecodeError and CannotError.

    A reader that has read other texts knows their lines already.
    """
    reader = PlainReader() if reader is None else reader
    for piece in split(data):
        try:
            documents = list(_read_piece(piece, reader, sort_keys=sort_keys))
        except (DecodeError, CannotError):
            list(_read_exactly(Piece(data, 0, len(data), 0)))  # what is wrong with it is told of the whole text
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
    """Reads with the exact reader; it and libyaml are loaded here, since most texts are read without them."""
    from kapivara.codec.yaml_nodes import read_nodes
    from kapivara.codec.yaml_values import decode_node

    for index, root in enumerate(read_nodes(piece.data, most_values)):
        yield _document(decode_node(root, piece.lines_before), root.line, piece, partial(piece.place, index))


def _read_again(piece: Piece, reader: PlainReader) -> JsonValue:
    found = reader.read(piece.data.decode())  # by the same reader, which knows its lines
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
