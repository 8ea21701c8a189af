"""Reads files and standard input as documents: JSON or YAML, with the positions of their fields.

`decode_json` and `decode_yaml` read request bodies; this module reads files for the command line: consecutive JSON
values, or YAML documents separated by `---`, skipping empty ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kapivara.codec.errors import DecodeError
from kapivara.codec.json.plain.reader import decode_json
from kapivara.codec.positions import Positions, PositionTree
from kapivara.codec.text_place import TextPlaces, line_and_column, skip_space
from kapivara.codec.yaml.plain.reader import PlainReader
from kapivara.codec.yaml.reader import read_yaml
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_LINE_IN_TEXT = lazy_pattern(r"\Ayaml: line [0-9]+: ")


@record
class Document:
    """One document of a file: its value, the paths of its duplicate keys, and the positions of its fields.

    `yaml_errors` and `overridden` are those of `Decoded`. `in_order` is True if the order of keys is that of the text,
    as in JSON; otherwise they are sorted. `again` decodes a document of plain YAML once more, with sorted keys.
    """

    source: str
    line: int
    value: JsonValue
    duplicates: tuple[str, ...]
    positions: Positions
    yaml_errors: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()
    in_order: bool = False
    again: Callable[[], JsonValue] | None = None

    def emptied(self) -> Document:
        """Returns a copy without the value; spelled out because every document needs it."""
        told = self.yaml_errors, self.overridden, self.in_order, self.again
        return Document(self.source, self.line, None, self.duplicates, self.positions, *told)

    def duplicates_in(self, path: str) -> tuple[str, ...]:
        """Returns the paths of duplicate keys within a part of the document, relative to it; all for an empty path."""
        if not path:
            return self.duplicates
        return tuple(each.removeprefix(f"{path}.") for each in self.duplicates if each.startswith(f"{path}."))

    def place_of(self, path: str, field: str = "") -> tuple[int, int]:
        """Returns line and column of a field in a part of the document, or of its nearest existing ancestor."""
        whole = f"{path}.{field}" if path and field else path or field
        found = self.positions.find(whole) if whole else None
        if found is None and field:
            return self.place_of(path)
        return found or (self.line, 1)

    def place_inside(self, path: str, field: str, text: str, offset: int) -> tuple[int, int]:
        """Returns line and column of a character in the text of a field."""
        return self.positions.find_inside(f"{path}.{field}" if path else field, text, offset)


def read_documents(
    data: bytes, source: str, *, sort_keys: bool = True, reader: PlainReader | None = None
) -> Iterator[Document]:
    """Yields the documents of a text; raises DecodeError with line and column.

    A text that starts like JSON is read as JSON, and as YAML if that fails. The name of the source decides only which
    of two errors is raised. `sort_keys=False` is faster. A shared `reader` remembers lines across texts.
    """
    if data[skip_space(data, 0) :][:1] not in (b"{", b"["):
        yield from _yaml_documents(data, source, sort_keys=sort_keys, reader=reader)
        return
    try:
        documents = _json_documents(data, source)
    except DecodeError as error:
        if not error.syntax or source.endswith(".json"):
            raise
        try:
            documents = list(_yaml_documents(data, source, sort_keys=sort_keys))
        except DecodeError as other:
            raise (other if source.endswith((".yaml", ".yml")) else error) from None
    yield from documents


def _json_documents(data: bytes, source: str) -> list[Document]:
    _check_encoding(data)
    try:
        values = [(skip_space(data, 0), decode_json(data))]
    except DecodeError as error:
        if " after top-level value" not in error.message:
            raise
        from kapivara.codec.json.plain.scanner import scan_value

        values = []
        start = skip_space(data, 0)
        while start < len(data):
            decoded, end = scan_value(data, start)
            values.append((start, decoded))
            start = skip_space(data, end)
    places = TextPlaces(data)
    return [
        Document(
            source,
            places.find(start)[0],
            each.value,
            each.duplicates,
            _json_positions(data, start, places),
            in_order=True,
        )
        for start, each in values
    ]


def _check_encoding(data: bytes) -> None:
    """Raises DecodeError for invalid UTF-8, which the server would replace silently."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line, column = line_and_column(data, error.start)
        raise DecodeError(f"byte {data[error.start]:#04x} is not valid UTF-8", line, column, syntax=True) from None


def _yaml_documents(
    data: bytes, source: str, *, sort_keys: bool, reader: PlainReader | None = None
) -> Iterator[Document]:
    try:
        for each in read_yaml(data, sort_keys=sort_keys, reader=reader):
            read = each.decoded
            if read.value is not None:
                told = read.yaml_errors, read.overridden, False, each.again
                yield Document(source, each.line, read.value, read.duplicates, each.positions, *told)
    except DecodeError as error:
        message = _LINE_IN_TEXT.sub("yaml: ", error.message)  # the server includes the line, counted differently
        raise DecodeError(
            message,
            error.line,
            error.column,
            syntax=error.syntax,
            begin_line=error.begin_line,
            begin_column=error.begin_column,
        ) from None


def _json_positions(data: bytes, start: int, places: TextPlaces) -> Positions:
    """Returns the positions in the JSON value that starts at a byte of a well-formed text."""

    def load() -> PositionTree:
        from kapivara.codec.json.plain.places import json_places

        return json_places(data, start)

    return Positions(load, places.find, places.line)
