"""Files and standard input to documents: JSON or YAML, one or several, each with the positions of its fields.

What a request body may hold is `decode_json` and `decode_yaml`; this is for the command line, which reads what people
write: JSON values one after another, YAML documents between `---`, empty ones skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kapivara.codec.errors import DecodeError
from kapivara.codec.json_reader import decode_json
from kapivara.codec.plain_yaml import PlainReader
from kapivara.codec.positions import Positions, json_positions
from kapivara.codec.text_place import TextPlaces, line_and_column, skip_space
from kapivara.codec.yaml_reader import read_yaml
from kapivara.values.json_value import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_LINE_IN_TEXT = lazy_pattern(r"\Ayaml: line [0-9]+: ")


@record
class Document:
    """One document of a file: its value, the paths of its duplicate keys, and where its fields stand.

    `yaml_errors` and `overridden` are those of `Decoded`. The order of the keys of a value counts where it is
    `in_order`, as in JSON; those of others are sorted, or as good as sorted. `again` reads one of plain YAML, which
    shares nothing with others, once more, with sorted keys.
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
        """Returns the same without its value, for whoever has that already; every document is, so it is spelled out."""
        told = self.yaml_errors, self.overridden, self.in_order, self.again
        return Document(self.source, self.line, None, self.duplicates, self.positions, *told)

    def duplicates_in(self, path: str) -> tuple[str, ...]:
        """Returns the paths of duplicate keys within a part of the document, as seen from there; empty: from it all."""
        if not path:
            return self.duplicates
        return tuple(each.removeprefix(f"{path}.") for each in self.duplicates if each.startswith(f"{path}."))

    def place_of(self, path: str, field: str = "") -> tuple[int, int]:
        """Returns line and column of a field in a part of the document; of the nearest above it where it is missing."""
        whole = f"{path}.{field}" if path and field else path or field
        found = self.positions.find(whole) if whole else None
        if found is None and field:
            return self.place_of(path)
        return found or (self.line, 1)

    def place_inside(self, path: str, field: str, text: str, offset: int) -> tuple[int, int]:
        """Returns line and column of a character of the text that a field in a part of the document holds."""
        return self.positions.find_inside(f"{path}.{field}" if path else field, text, offset)


def read_documents(
    data: bytes, source: str, *, sort_keys: bool = True, reader: PlainReader | None = None
) -> Iterator[Document]:
    """Reads the documents of a text, one after the other; raises DecodeError with line and column.

    A text that starts like JSON is read as JSON, and as YAML where that fails. The name of the source only decides
    which of two errors to tell. Whoever sorts the keys of YAML anyhow may have them unsorted, which is faster; and
    whoever reads many texts may read them all with one reader, which knows their lines.
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
        from kapivara.codec.json_scanner import scan_value

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
            json_positions(data, start, places),
            in_order=True,
        )
        for start, each in values
    ]


def _check_encoding(data: bytes) -> None:
    """Refuses broken UTF-8, which the server would replace in silence."""
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
        message = _LINE_IN_TEXT.sub("yaml: ", error.message)  # kept by the server, but counted its own way
        raise DecodeError(
            message,
            error.line,
            error.column,
            syntax=error.syntax,
            begin_line=error.begin_line,
            begin_column=error.begin_column,
        ) from None
