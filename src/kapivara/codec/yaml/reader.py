"""Strict YAML as the server reads it: YAML 1.1 to JSON, with the duplicate keys and their lines.

The entry point, which chooses a decoder: `plain_yaml` for documents it is certain of, the exact decoder (`yaml_nodes`,
`yaml_values`) for all others and for all errors. Only the first document of a request body counts. Upstream:
sigs.k8s.io/yaml YAMLToJSON and YAMLToJSONStrict (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from kapivara.codec.decoded import Decoded
from kapivara.codec.errors import CannotError, DecodeError
from kapivara.codec.positions import Positions, PositionTree
from kapivara.codec.yaml.pieces import Piece, split, whole
from kapivara.codec.yaml.plain.lines import UnsureError
from kapivara.codec.yaml.plain.reader import PlainReader
from kapivara.values.json_value import JsonValue
from kapivara.values.record import record

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
    from kapivara.codec.yaml.json_in_yaml import read_plain_json  # needed for request bodies only

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
