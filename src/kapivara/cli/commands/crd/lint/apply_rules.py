"""Applies the lint rules to CRDs: returns findings with their places in the file, without silenced ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kapivara.apis.groups.apiextensions.lint import LINT_RULES, Finding, LintRule, Remark, Severity, lint_definition
from kapivara.apis.groups.apiextensions.lint.idle_silences import IDLE_SILENCE
from kapivara.apis.groups.apiextensions.lint.refused import REFUSED
from kapivara.cli.commands.crd.lint.report import LintedDefinition, PlacedFinding
from kapivara.cli.commands.crd.lint.silences import Silence, silences_in
from kapivara.cli.findings import Finding as ServerFinding
from kapivara.cli.findings import Location, Result
from kapivara.cli.inputs.excerpts import Excerpt, cut_line, find_mark
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.reports.result_text import error_text
from kapivara.cli.validation.status_findings import place_of
from kapivara.field import FieldPath
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.values.record import replace


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
