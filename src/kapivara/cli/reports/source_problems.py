"""Renders errors in sources of API types for their authors: place, source line, marker and hint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from kapivara.cli.diagnosis import Diagnostic, Level
from kapivara.cli.findings import Location
from kapivara.cli.framework.terminal import printable, styled
from kapivara.cli.framework.wording import INDENT, label
from kapivara.cli.inputs.files import shown_path
from kapivara.files.reading import read_beside
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rules.refused import finding_of
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Position
from kapivara.generator.planning.hints import hint_of
from kapivara.values import JsonObject
from kapivara.values.lazy_pattern import lazy_pattern

_LONGEST = 2000
_MOST_BYTES = 16 << 20
_LINE_WIDTH = 120  # longer lines are cut around the error
_TAG, _NAME = lazy_pattern(r"[!-~]+"), lazy_pattern(r"[A-Za-z0-9_]+")
"""The text to mark: in a comment up to the next space, elsewhere a name. ASCII only, so one column per character."""


def author_lines(errors: Iterable[AuthorError], *, colour: bool) -> Iterator[str]:
    """Yields the lines of a report: each error with its source line and a caret below its place."""
    for error in errors:
        yield from finding_lines(finding_of(error), colour=colour)


def finding_lines(finding: Finding, *, colour: bool, with_rule: bool = False) -> Iterator[str]:
    """Yields the lines of one finding: place and message, source line, names of type, field and tag, and the hint."""
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
    """Splits a text at line breaks, escapes all other control characters, and cuts long lines."""
    lines = [line.expandtabs(4) for line in text.split("\n")]
    return [printable(f"{line[:_LONGEST]}…" if len(line) > _LONGEST else line) for line in lines]


def author_error_to_json(error: AuthorError) -> JsonObject:
    """Returns one error as a JSON object."""
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


def subject_name(finding: Finding) -> str:
    """Returns the full name of the type or field of a finding; "" if it has none."""
    return f"{finding.type_name}.{finding.field}" if finding.type_name and finding.field else finding.type_name


def diagnostic_of(finding: Finding) -> Diagnostic:
    """Returns a finding as a diagnostic."""
    level = Level.WARNING if finding.severity is Severity.WARNING else Level.ERROR
    rule = finding.rule or "refused"
    place, end = place_of(finding.place), end_column(finding.place)
    return Diagnostic(level, rule, place, finding.message, hint=finding.hint, end_column=end)


def place_of(place: Position | None) -> Location:
    """Returns a place in the sources as a Location."""
    return Location("") if place is None else Location(shown_path(place.file), place.line, place.column)


def _where(finding: Finding) -> str:
    """Returns the known names of type, field and tag, joined by commas."""
    parts = (("type", finding.type_name), ("field", finding.field), ("tag", finding.tag))
    return ", ".join(f"{word} {printable(name)}" for word, name in parts if name)


def end_column(place: Position | None) -> int:
    """Returns the column after the tag or name at a place; 0 for no place or no name."""
    if place is None:
        return 0
    line, start = _line_of(place.file, place.line), max(place.column - 1, 0)
    word = (_TAG if line.lstrip().startswith(("//", "#")) else _NAME).match(line, start)
    return 0 if word is None else word.end() + 1


def _excerpt(place: Position, *, colour: bool) -> Iterator[str]:
    """Yields the source line of a place, and a line that marks the place below it."""
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
    """Returns a line of a file; "" where the file cannot be read or is shorter."""
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
