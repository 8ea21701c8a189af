"""Reads files in which some documents cannot be read: the other documents are read nevertheless.

In YAML, a line `---` always ends a document, so an error in one document does not affect the next. JSON has no such
line: a JSON file is read whole or not at all.
"""

from __future__ import annotations

import re

from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.inputs.excerpts import cut_line
from kapivara.codec import DecodeError, Document, read_documents
from kapivara.codec.errors import CannotError
from kapivara.codec.text_place import TextPlaces

LOOKS_LIKE_TEMPLATE = "this looks like a template: render it first, for example with helm template"
_MARKER = re.compile(rb"^---(?=[ \t\r\n]|\Z)", re.M)
_MOST_BROKEN = 20
_TEMPLATE = b"{{"
_NO_TEXT = "\ufffd"
"""The replacement of bytes that are not UTF-8."""
_TAB = re.compile(r" *\t")
_COLON = "expected ':'"
_SECOND_COLON = "mapping values are not allowed in this context"
_SIGN = "found character that cannot start any token"
_SIGNS = ("@", "`", "%")


def read_sound_documents(data: bytes, source: str, unreadable: list[Unreadable]) -> list[Document]:
    """Returns the documents of a file that can be read, and appends the others to `unreadable`."""
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
            message = f"the rest of the file is not read, because {broken} documents cannot be read"
            unreadable.append(Unreadable(place, message))
            return found
    return found + _read(data, sound_from, len(data), source, unreadable)


def _is_sound(document: bytes, source: str) -> bool:
    try:
        return all(True for _ in read_documents(document, source))
    except (DecodeError, CannotError):
        return False


def _read(data: bytes, start: int, end: int, source: str, unreadable: list[Unreadable]) -> list[Document]:
    """Reads the documents of a part of a file; they keep their line numbers."""
    part = data[start:end]
    if not part.strip():
        return []
    try:
        return list(read_documents(b"\n" * data.count(b"\n", 0, start) + part, source))
    except (DecodeError, CannotError) as error:
        unreadable.append(_unreadable(error, data, part, source))
        return []


def _unreadable(error: DecodeError | CannotError, data: bytes, part: bytes, source: str) -> Unreadable:
    """Returns why a part of a file cannot be read, with the line of the error or of the construct that does not end."""
    places, note = TextPlaces(data), ""
    line, column = error.line, error.column
    message = error.message
    if not source.endswith(".json"):
        message += _hint(part, places.line(line) or "")
    if isinstance(error, DecodeError) and 0 < error.begin_line < line:
        line, column = error.begin_line, error.begin_column
        note = f"what begins in line {line} does not end" if _COLON not in message else f"line {line} has no colon"
    text = places.line(line)
    note = note or _what_helps(error.message, text or "", column)
    is_shown = text is not None and 0 < column <= len(text) and _NO_TEXT not in text
    excerpt = cut_line(line, text, column - 1, column) if text is not None and is_shown else None
    return Unreadable(Location(source, error.line, error.column), message, excerpt=excerpt, note=note)


def _what_helps(problem: str, line: str, column: int) -> str:
    """Returns the likely mistake where YAML rejects a character; "" where it is not obvious."""
    if problem.endswith(_SECOND_COLON):
        is_in_value = ": " in line[: column - 1]
        return "quote a text that contains a colon and a space" if is_in_value else "is this indented too far?"
    sign = line[column - 1 : column]
    return f"quote a text that begins with {sign}" if problem.endswith(_SIGN) and sign in _SIGNS else ""


def _hint(part: bytes, line: str) -> str:
    """Returns the likely reason why a text is not YAML; "" where it is not obvious."""
    if _TEMPLATE in part:
        return f" ({LOOKS_LIKE_TEMPLATE})"
    return " (indent YAML with spaces, never with tabs)" if _TAB.match(line) else ""
