"""Applies the lint rules to CRDs: returns findings with their places in the file, without silenced ones.

The annotation `kapivara/lint-disable` lists ids of rules, each for the whole CRD or, as `id@spec.field`, for a field
and all fields below it. A comment `# kapivara: disable=id,id` silences findings on its line, or on the line of the
field; a comment on a line of its own silences findings on the next line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from kapivara.apis.groups.apiextensions.lint import LINT_RULES, Finding, LintRule, Remark, Severity, lint_definition
from kapivara.apis.groups.apiextensions.lint.idle_silences import IDLE_SILENCE
from kapivara.apis.groups.apiextensions.lint.refused import REFUSED
from kapivara.cli.commands.crd.lint.report import LintedDefinition, PlacedFinding
from kapivara.cli.findings import Excerpt, Location, Result
from kapivara.cli.findings import Finding as ServerFinding
from kapivara.cli.inputs.excerpts import cut_line, find_mark
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.reports.result_text import error_text
from kapivara.cli.validation.status_findings import place_of
from kapivara.content.nearest import nearest
from kapivara.field import FieldPath
from kapivara.meta.identity import member, text_member
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

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


def lint_manifest(
    manifest: Manifest,
    result: Result,
    rules: Collection[LintRule] = LINT_RULES,
    *,
    advice: bool = True,
    server: ServerVersion = NEWEST,
) -> LintedDefinition:
    """Applies rules to a CRD and its validation result; includes advice only if `advice`."""
    placed = [_placed(each, manifest) for each in lint_definition(manifest.value, server=server)]
    placed += map(_refused, result.errors)
    silences = silences_in(manifest)
    kept = [each for each in placed if not _is_silenced(each, silences)]
    kept += [_idle(each, manifest) for each in silences if not each.worked]
    wanted = {rule.id for rule in rules}
    shown = [
        each
        for each in kept
        if each.finding.rule in wanted and (advice or each.finding.severity is not Severity.ADVICE)
    ]
    hidden = sum(each.finding.rule in wanted for each in kept) - len(shown)
    shown.sort(key=lambda each: (each.place.line, each.place.column))
    return LintedDefinition(
        manifest.identity, manifest.place, tuple(shown), silenced=len(placed) - len(kept) + _idles(kept), hidden=hidden
    )


def _idles(kept: Sequence[PlacedFinding]) -> int:
    return sum(each.finding.rule == IDLE_SILENCE.id for each in kept)


def _is_silenced(found: PlacedFinding, silences: Sequence[Silence]) -> bool:
    """Returns whether a silence covers a finding; marks every silence that does as used."""
    worked = [each for each in silences if each.silences(found.finding, found.lines)]
    return bool(worked)


def _placed(finding: Finding, manifest: Manifest) -> PlacedFinding:
    at = place_of(str(finding.path), manifest)
    place = at
    if finding.inside is not None:
        place = manifest.find_inside(str(finding.path), finding.inside.text, finding.inside.offset)
    field = place_of(_schema_path(str(finding.path)), manifest)
    return PlacedFinding(finding, place, _excerpt(finding, place, manifest), lines=(place.line, at.line, field.line))


def _schema_path(path: str) -> str:
    """Returns the path of the schema that holds a keyword or a CEL rule."""
    schema, rules, _ = path.partition(".x-kubernetes-validations")
    return schema if rules else path[: path.rfind("]") + 1] or path


def _excerpt(finding: Finding, place: Location, manifest: Manifest) -> Excerpt | None:
    text = manifest.document.positions.line(place.line) if place.line else None
    start = place.column - 1
    if text is None or not 0 <= start < len(text):
        return None
    if finding.inside is not None:
        return cut_line(place.line, text, start, min(start + finding.inside.length, len(text)))
    return cut_line(place.line, text, *find_mark(text, start, "", of_key=True))


def _refused(error: ServerFinding) -> PlacedFinding:
    """Returns an error of the server as a finding of the rule for rejected CRDs."""
    path = FieldPath.of(error.field or "spec")
    finding = Finding(error_text(error), path, fix=error.note, rule=REFUSED.id, severity=REFUSED.severity)
    return PlacedFinding(finding, error.place, error.excerpt, lines=(error.place.line,))


def _idle(silence: Silence, manifest: Manifest) -> PlacedFinding:
    remark = Remark(FieldPath.of("metadata"), silence.complaint, "remove it, or correct the id")
    (found,) = lint_definition(None, (IDLE_SILENCE,), idle_silences=(remark,))
    place = silence.place
    text = manifest.document.positions.line(place.line) if place.line else None
    excerpt = None
    if text is not None and 0 < place.column <= len(text):
        excerpt = cut_line(place.line, text, place.column - 1, place.column - 1 + len(silence.rule))
    return PlacedFinding(replace(found, fix=silence.meant), place, excerpt, lines=(place.line,))
