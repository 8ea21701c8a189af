"""Files of which some documents cannot be read: the others are read all the same.

In YAML, a line `---` ends a document wherever it stands, so what is wrong with one does not reach the next. JSON has no
such line: there, a file is read whole or not at all.
"""

from __future__ import annotations

import re

from kapivara.cli.findings import Location, Unreadable
from kapivara.codec import DecodeError, Document, read_documents
from kapivara.codec.errors import CannotError

_MARKER = re.compile(rb"^---(?=[ \t\r\n]|\Z)", re.M)
_MOST_BROKEN = 20
_TEMPLATE = b"{{"
_TAB = re.compile(rb" *\t")


def read_sound_documents(data: bytes, source: str, unreadable: list[Unreadable]) -> list[Document]:
    """Reads the documents of a file that can be read, and notes those that cannot."""
    starts = sorted({0, *(each.start() for each in _MARKER.finditer(data))})
    found: list[Document] = []
    sound_from = broken = 0
    for start, end in zip(starts, [*starts[1:], len(data)], strict=True):
        if _is_sound(data[start:end], source):
            continue
        found += _read(data, sound_from, start, source, unreadable)
        found += _read(data, start, end, source, unreadable)
        sound_from, broken = end, broken + 1
        if broken == _MOST_BROKEN and end < len(data):
            place = Location(source, data.count(b"\n", 0, end) + 1)
            message = f"this and what follows is not read, after {broken} documents that could not be"
            unreadable.append(Unreadable(place, message))
            return found
    return found + _read(data, sound_from, len(data), source, unreadable)


def _is_sound(document: bytes, source: str) -> bool:
    try:
        return all(True for _ in read_documents(document, source))
    except (DecodeError, CannotError):
        return False


def _read(data: bytes, start: int, end: int, source: str, unreadable: list[Unreadable]) -> list[Document]:
    """Reads a part of a file, whose lines keep their numbers."""
    part = data[start:end]
    if not part.strip():
        return []
    try:
        return list(read_documents(b"\n" * data.count(b"\n", 0, start) + part, source))
    except (DecodeError, CannotError) as error:
        message = error.message
        if not source.endswith(".json"):
            lines = data.split(b"\n")  # what is missing at the end is told of the line behind it
            message += _hint(part, lines[error.line - 1] if 0 < error.line <= len(lines) else b"")
        unreadable.append(Unreadable(Location(source, error.line, error.column), message))
        return []


def _hint(part: bytes, line: bytes) -> str:
    """Says why a text may not be YAML; nothing where that is not plain."""
    if _TEMPLATE in part:
        return " (this looks like a template: render it first, as by helm template)"
    return " (YAML is indented by blanks, never by tabs)" if _TAB.match(line) else ""
