"""Lint: tags in comments that belong to no declaration, or to another declaration than it seems.

The generator reads the comments directly above types, fields and constants, and those of the package. This rule reads
the files again for all other comments with tags.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from kapivara.generator.grammar.tag_reading import GrammarError, tag_lines
from kapivara.generator.lint.declarations import Declaration
from kapivara.generator.lint.finding import Finding
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import CommentLine, Comments, Package, Position
from kapivara.generator.sources.go.comments import FileComments
from kapivara.generator.sources.go.go_file import read_bytes
from kapivara.generator.sources.python.python_file import read_python_file
from kapivara.generator.sources.selection import NO_LINT_TAG, PACKAGE_TAGS
from kapivara.generator.tags.all_tags import HANDLERS, read_tag

_Line: TypeAlias = tuple[str, int]
"""A line of a file."""
_ABOVE = "put it on a line of its own, directly above the type, field or constant"


def stray_tags(survey: Survey) -> Iterator[Finding]:
    """Yields findings for tags that no generator reads, and for tags after code that apply to the declaration below."""
    owners = {line: each for each in survey.declarations for line in _lines(each.comments)}
    for package in survey.packages:
        constants = {line for each in package.constants for line in _lines(each.comments)}
        types = {line for each in package.types.values() for line in _lines((*each.comments, *each.detached))}
        markers = set(_lines(package.markers))
        for file in package.files:
            written, comments = _comments(file)
            for name, line in tag_lines(comments):
                where = (line.place.file, line.place.line)
                if name in PACKAGE_TAGS:
                    if where not in markers and not (where in types and _is_for_types(name, line)):
                        yield _lost_marker(name, line, package)
                elif name in HANDLERS and where not in constants and _is_tag(name, line):
                    yield from _misplaced(name, line, owners.get(where), behind=_is_behind_code(line.place, written))


def _is_tag(name: str, line: CommentLine) -> bool:
    """Distinguishes a tag from a sentence that begins with the name of a tag."""
    try:
        read_tag(name, line)
    except GrammarError:
        return not line.text.partition(" ")[2][:1].isalpha()
    return True


def _is_for_types(name: str, line: CommentLine) -> bool:
    """Returns whether a package tag is also allowed on a type."""
    return name == NO_LINT_TAG or line.text.partition("=")[2].strip() in ("true", "false")


def _misplaced(name: str, line: CommentLine, owner: Declaration | None, *, behind: bool) -> Iterator[Finding]:
    if owner is not None and behind:
        what = "field" if owner.member is not None else "type"
        message = f"+{name} stands behind other code, and is read for the {what} on the next line"
        yield owner.finding(message, tag=name, place=line.place, hint=_ABOVE)
    elif owner is None:
        why = "comments behind code are not read" if behind else "its comment belongs to no type, field or constant"
        hint = _ABOVE if behind else "put it directly above what it is about, without a blank line between"
        yield Finding(f"+{name} does nothing here: {why}", line.place, tag=name, hint=hint)


def _lost_marker(name: str, line: CommentLine, package: Package) -> Finding:
    first = Path(package.files[0])
    home = f"the top of {first.name}" if first.suffix == ".py" else "doc.go"
    message = f"+{name} does nothing here: tags of a package are read from {home} alone"
    return Finding(message, line.place, tag=name, hint=f"move it to {home}")


def _lines(comments: Comments) -> Iterator[_Line]:
    return ((line.place.file, line.place.line) for line in comments)


def _comments(file: str) -> tuple[list[str], Comments]:
    """Reads a file again: its lines, if tags may follow code, and all of its comments."""
    try:
        if file.endswith(".py"):
            return [], read_python_file(Path(file)).comments.all_lines()
        text = read_bytes(file).decode("utf-8-sig", "replace")
    except AuthorError:
        return [], ()  # the file has disappeared since
    return text.split("\n"), FileComments(file, text).all_lines()


def _is_behind_code(place: Position, lines: list[str]) -> bool:
    before = lines[place.line - 1][: place.column - 1] if place.line <= len(lines) else ""
    start = max(before.rfind("//"), before.rfind("/*"))
    return bool(before[:start].strip(" \t*/")) if start > 0 else False
