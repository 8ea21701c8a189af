"""What is wrong with the sources of API types, for their authors: the place, the line itself, what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from kapivara.cli.sources import shown_path
from kapivara.cli.terminal import printable, styled
from kapivara.cli.wording import INDENT, label
from kapivara.files.reading import read_beside
from kapivara.generator.author_error import AuthorError
from kapivara.generator.hints import hint_of
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.refused import finding_of
from kapivara.generator.model import Position
from kapivara.values import JsonObject
from kapivara.values.lazy_pattern import lazy_pattern

_LONGEST = 2000
_MOST_BYTES = 16 << 20
_LINE_WIDTH = 120  # longer lines are cut around the fault
_TAG, _NAME = lazy_pattern(r"[!-~]+"), lazy_pattern(r"[A-Za-z0-9_]+")
"""What is marked: of a comment all up to the next space, else a name; of ASCII, where each takes a column."""


def author_lines(errors: Iterable[AuthorError], *, colour: bool) -> Iterator[str]:
    """Renders errors one by one, each with the line that it is about and a caret below the place."""
    for error in errors:
        yield from finding_lines(finding_of(error), colour=colour)


def finding_lines(finding: Finding, *, colour: bool, with_rule: bool = False) -> Iterator[str]:
    """Renders a finding: the place and the message, the line it is about, what it names, and what would be right."""
    place = f"{printable(shown_path(str(finding.place)))}: " if finding.place else ""
    first, *more = printable_lines(finding.message)
    rule = f" [{finding.rule}]" if with_rule else ""
    yield f"{label((finding.severity or Severity.ERROR).value, colour=colour)}{place}{first}{rule}"
    yield from (f"{'':{INDENT}}{line}" for line in more)
    if finding.place is not None:
        yield from _excerpt(finding.place, colour=colour)
    if where := _where(finding):
        yield f"{'':{INDENT}}{where}"
    for line in printable_lines(finding.hint) if finding.hint else ():
        yield f"{'':{INDENT}}{_styled('hint', 'green', colour=colour)}: {line}"


def printable_lines(text: str) -> list[str]:
    """Renders a text that may hold line breaks, and nothing else that could steer a terminal; long lines are cut."""
    lines = [line.expandtabs(4) for line in text.split("\n")]
    return [printable(f"{line[:_LONGEST]}…" if len(line) > _LONGEST else line) for line in lines]


def author_error_to_json(error: AuthorError) -> JsonObject:
    """Renders one error for programs."""
    place, found = error.place, finding_of(error)
    return {
        "source": shown_path(place.file) if place else "",
        "line": place.line if place else 0,
        "column": place.column if place else 0,
        "type": found.type_name,
        "field": found.field,
        "tag": found.tag,
        "message": error.message,
        "hint": hint_of(error),
    }


def _where(finding: Finding) -> str:
    """Names type, field and tag, as far as they are known."""
    parts = (("type", finding.type_name), ("field", finding.field), ("tag", finding.tag))
    return ", ".join(f"{word} {printable(name)}" for word, name in parts if name)


def end_column(place: Position | None) -> int:
    """Returns the column behind what is at a place: a tag, or a name; 0 where nothing is."""
    if place is None:
        return 0
    line, start = _line_of(place.file, place.line), max(place.column - 1, 0)
    word = (_TAG if line.lstrip().startswith(("//", "#")) else _NAME).match(line, start)
    return 0 if word is None else word.end() + 1


def _excerpt(place: Position, *, colour: bool) -> Iterator[str]:
    """Shows the line of a place, and below it where the place is."""
    line = _line_of(place.file, place.line)
    if not line.strip():
        return
    column = max(place.column - 1, 0)
    start = max(0, min(column, len(line)) - _LINE_WIDTH // 2) if len(line) > _LINE_WIDTH else 0
    before = printable(line[start:column].replace("\t", "    "))
    shown = before + printable(line[column : start + _LINE_WIDTH].replace("\t", "    "))
    number = str(place.line)
    yield f"{'':{INDENT}}{number} | {shown}"
    marked = min(end_column(place) - 1, start + _LINE_WIDTH) - column
    mark = _styled("^" * max(marked, 1), "red", colour=colour)
    yield f"{'':{INDENT + len(number)}} | {' ' * len(before)}{mark}"


@lru_cache(4)
def _line_of(file: str, number: int) -> str:
    """Reads a line again; nothing where that fails, or the file does not have it."""
    lines = _lines_of(file)
    if not 1 <= number <= len(lines):
        return ""
    return lines[number - 1].decode("utf-8", "replace").rstrip("\r")


@lru_cache(4)
def _lines_of(file: str) -> list[bytes]:
    try:
        return read_beside(file, _MOST_BYTES).split(b"\n")
    except (OSError, ValueError):
        return []


def _styled(text: str, colour_name: str, *, colour: bool) -> str:
    return styled(text, colour_name, "bold") if colour else text
