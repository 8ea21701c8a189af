"""Groups the comments of a Go file, and assigns groups to declarations.

The group that ends on the line above a declaration is its documentation. The group before may also contain markers for
the declaration, unless something else is declared between. Comments at the end of a line of code do not belong to the
declaration below.
Upstream: controller-tools/pkg/markers/collect.go, zip.go extractDoc; Go's go/ast CommentGroup.Text.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from kapivara.generator.grammar.marker_lines import goes_on, may_go_on
from kapivara.generator.model.types import CommentLine
from kapivara.generator.sources.go.comments import Span, find_blocks, new_line, new_place, read_text
from kapivara.values.record import record

_BLANKS = " \t\r"
_FENCES = ("```", "~~~")
_OPEN_WORK = "TO" + "DO"  # split, so that a search for our own open work does not find it


class CommentGroup:
    """Comments on adjacent lines of a file; they are parsed on first access."""

    def __init__(self, name: str, text: str, spans: Sequence[Span], last_line: int):
        self._name = name
        self._text = text
        self._spans = spans
        self.first_line = spans[0][2]
        self.last_line = last_line

    @property
    def markers(self) -> Sequence[CommentLine]:
        """The markers, without their `+`."""
        return self._parsed[0]

    @cached_property
    def _parsed(self) -> tuple[list[CommentLine], list[str]]:
        """The markers, and the lines of documentation."""
        markers: list[CommentLine] = []
        lines: list[str] = []
        long = may_go_on(self._text[self._spans[0][0] : self._spans[-1][1]])
        for span in self._spans:
            _read_span(self._name, self._text, span, markers, lines, long=long)
        return markers, lines

    def description(self) -> str:
        """Returns the documentation, without the lines below `---` and without notes of open work."""
        kept: list[str] = []
        in_code = False
        starred = any(self._text[start + 1] == "*" for start, _, _ in self._spans)
        for raw in _without_blanks(self._parsed[1]):
            line = raw.strip() if starred else raw
            in_code ^= line.startswith(_FENCES)
            if not in_code and line.startswith(_OPEN_WORK):
                continue
            if not in_code and line.startswith("---"):
                break
            kept.append(line)
        return "\n".join(kept)


@record(eq=False)
class MarkedComment:
    """The markers and the documentation above a declaration."""

    markers: tuple[CommentLine, ...] = ()
    description: str = ""


class FileGroups:
    """The comment groups of a file, by line."""

    def __init__(self, name: str, text: str):
        self.groups = list(_groups(name, text))
        self._first_lines = [each.first_line for each in self.groups]

    def between(self, above: int, below: int) -> Sequence[CommentGroup]:
        """Returns the groups between two lines."""
        return self.groups[bisect_right(self._first_lines, above) : bisect_left(self._first_lines, below)]

    def above(self, line: int, last: int) -> MarkedComment:
        """Returns the markers and documentation of a declaration; `last` is the line where the previous one ends."""
        groups = self.between(last, line)
        if not groups:
            return MarkedComment()
        documents = groups[-1].last_line == line - 1
        speaking = groups[-2:] if documents else groups[-1:]
        markers = tuple(marker for group in speaking for marker in group.markers)
        return MarkedComment(markers, groups[-1].description() if documents else "")


def _groups(name: str, text: str) -> Iterator[CommentGroup]:
    for last_line, block in find_blocks(text):
        start = block[0][0]
        if text[text.rfind("\n", 0, start) + 1 : start].strip():
            continue  # a comment at the end of a line of code
        yield CommentGroup(name, text, block, last_line)


def _read_span(name: str, text: str, span: Span, markers: list[CommentLine], lines: list[str], *, long: bool) -> None:
    """Adds the markers and lines of one comment; with `long`, a marker may continue on the next lines."""
    start, end, first = span
    if text[start + 1] == "*":
        lines += [each.rstrip(_BLANKS) for each in text[start + 2 : end - 2].split("\n")]
        return
    for number, raw in enumerate(text[start:end].split("\n"), first):
        said = raw.lstrip(_BLANKS)[2:].strip()
        if long and markers and _continues(markers[-1], number, said):
            markers[-1] = _continued(markers[-1], said)
        elif said.startswith("+"):
            indent = start - text.rfind("\n", 0, start) - 1 if number == first else 0
            place = new_place((name, number, indent + raw.index("+") + 1))
            markers.append(new_line((said[1:], place)))
        elif (line := read_text(raw)) is not None:
            lines.append(line)


def _continues(marker: CommentLine, number: int, said: str) -> bool:
    """Returns whether a line continues the marker that ends on the line above."""
    text = f"+{marker.text}"
    return marker.place.line + text.count("\n") == number - 1 and goes_on(text, said)


def _continued(marker: CommentLine, said: str) -> CommentLine:
    return CommentLine(f"{marker.text}\n{said}", marker.place)


def _without_blanks(lines: Sequence[str]) -> list[str]:
    """Removes leading and trailing empty lines, and all but one of consecutive ones."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept if not kept or kept[-1] else kept[:-1]
