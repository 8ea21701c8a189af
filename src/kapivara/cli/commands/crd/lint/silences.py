"""Reads what silences findings about a CRD: an annotation, and comments.

The annotation `kapivara/lint-disable` lists ids of rules, each for the whole CRD or, as `id@spec.field`, for a field
and all fields below it. A comment `# kapivara: disable=id,id` silences findings on its line, or on the line of the
field; a comment on a line of its own silences findings on the next line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.apiextensions.lint import LINT_RULES, Finding
from kapivara.cli.findings import Location
from kapivara.content.nearest import nearest
from kapivara.meta.identity import member, text_member
from kapivara.values.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from kapivara.cli.inputs.manifests import Manifest

ANNOTATION: Final = "kapivara/lint-disable"
_COMMENT = lazy_pattern(r"(?:^|\s)(?:#|//)\s*kapivara:\s*disable=([\w,\- ]+)")
_WORD = lazy_pattern(r"[^\s,]+")
_MOST_LINES = 200_000


class Silence:
    """A rule that is silenced: for the whole CRD, at a field, or on a line; `worked` records whether it was used."""

    def __init__(self, rule: str, place: Location, *, field: str = "", line: int = 0):
        self.rule = rule
        self.place = place
        self.worked = False
        self._field = field
        self._line = line

    def silences(self, finding: Finding, lines: Sequence[int]) -> bool:
        """Returns whether the silence covers a finding on some lines; records that it was used."""
        here = self._line in lines if self._line else self._covers(finding.field)
        if finding.rule != self.rule or not here:
            return False
        self.worked = True
        return True

    def _covers(self, field: str) -> bool:
        return not self._field or field == self._field or field.startswith((f"{self._field}.", f"{self._field}["))

    @property
    def complaint(self) -> str:
        """The message about a silence that covered no finding."""
        if self._is_known:
            return f"{self.rule} finds nothing {'here' if self._line or self._field else 'in this CRD'}"
        return f"there is no rule {self.rule}"

    @property
    def meant(self) -> str:
        """The fix for a silence that covered no finding."""
        near = "" if self._is_known else nearest(self.rule, [rule.id for rule in LINT_RULES])
        return f"did you mean {near}?" if near else "remove it"

    @property
    def _is_known(self) -> bool:
        return any(rule.id == self.rule for rule in LINT_RULES)


def silences_in(manifest: Manifest) -> list[Silence]:
    """Returns the silences in the annotation and the comments of a CRD."""
    return [*_in_annotation(manifest), *_in_comments(manifest)]


def _in_annotation(manifest: Manifest) -> Iterator[Silence]:
    text = text_member(member(member(manifest.value, "metadata"), "annotations"), ANNOTATION)
    path = f"metadata.annotations[{ANNOTATION}]"
    for word in _WORD.finditer(text):
        rule, _, field = word[0].partition("@")
        yield Silence(rule, manifest.find_inside(path, text, word.start()), field=field)


def _in_comments(manifest: Manifest) -> Iterator[Silence]:
    document = manifest.document
    for number in range(document.line, document.line + _MOST_LINES):
        line = document.positions.line(number)
        if line is None:
            return
        found = _COMMENT.search(line)
        if found is None:
            continue
        below = number if line[: found.start()].strip() else _next_line(manifest, number)
        for word in _WORD.finditer(line, *found.span(1)):
            yield Silence(word[0], Location(document.source, number, word.start() + 1), line=below)


def _next_line(manifest: Manifest, number: int) -> int:
    """Returns the next line that is not a comment."""
    line: str | None = "#"
    while line is not None and line.lstrip().startswith(("#", "//")):
        number += 1
        line = manifest.document.positions.line(number)
    return number
