"""The report of `crd upgrade` as text: each CRD, each affected object, and a summary line.

Unaffected objects are only counted. Each error is listed once, with a note about its effect on creates and updates;
versions with the same outcome share a block.

Changes of descriptions are only counted. Of safe changes and suggestions, only the first few are shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from kapivara.cli.commands.crd.upgrade.change_summary import change_words
from kapivara.cli.commands.crd.upgrade.report import (
    Attempt,
    DefinitionOutcome,
    FieldValue,
    ObjectOutcome,
    PlacedChange,
    Refusal,
    UpgradeReport,
    VersionOutcome,
    is_breaking,
)
from kapivara.cli.findings import Finding, Verdict
from kapivara.cli.framework.terminal import printable
from kapivara.cli.framework.wording import BELOW, INDENT, label, painted, plural
from kapivara.cli.reports.result_text import error_lines, result_lines, unreadable_lines
from kapivara.schema.changes.change import Change, ChangeClass, Suggestion
from kapivara.values import ABSENT
from kapivara.values.record import replace
from kapivara.values.rendering import to_json_text

_WORDS_ONLY: Final = ("description", "title", "example", "externalDocs")
_MOST_SAFE: Final = 12
_MOST_SUGGESTED: Final = 12
_LABELS: Final = {ChangeClass.NOT_ASKED: "not asked", ChangeClass.FORGIVEN: "forgiven", ChangeClass.SAFE: "safe"}


def change_lines(outcome: DefinitionOutcome, report: UpgradeReport, *, colour: bool) -> Iterator[str]:
    """Yields the lines about the changes of one CRD."""
    shown = [each for each in outcome.changes if each.change.keyword not in _WORDS_ONLY]
    printer = _Printer(shown, report, several=len(outcome.versions) > 1, colour=colour)
    groups: dict[tuple[ChangeClass, ...], list[PlacedChange]] = {}
    for each in shown:
        groups.setdefault(tuple(effect.kind for effect in each.change.effects), []).append(each)
    safe = groups.pop((ChangeClass.SAFE,), [])
    for kinds, changes in sorted(groups.items(), key=lambda group: tuple(-kind.weight for kind in group[0])):
        yield from printer.group(kinds, changes)
    yield from printer.safe(safe, len(outcome.changes) - len(shown))
    yield from printer.suggestions()
    yield from advice_lines(outcome, colour=colour)


def advice_lines(outcome: DefinitionOutcome, *, colour: bool) -> Iterator[str]:
    """Yields the lines of advice about a CRD; none unless advice was requested."""
    if outcome.advice:
        yield f"{label('advice', colour=colour)}{plural(len(outcome.advice), 'piece')} about additions"
    for each in outcome.advice:
        advice = each.advice
        version = f"{advice.version} " if len(outcome.versions) > 1 else ""
        yield f"{'':{INDENT}}{printable(str(each.place))}  {printable(f'{version}{advice.field}')}: {advice.text}"


class _Printer:
    """Renders changes in groups; names versions if the CRD has several."""

    def __init__(self, changes: list[PlacedChange], report: UpgradeReport, *, several: bool, colour: bool):
        self._changes = changes
        self._report = report
        self._colour = colour
        self._several = several

    def group(self, kinds: tuple[ChangeClass, ...], changes: list[PlacedChange]) -> Iterator[str]:
        """Yields the lines of changes that have the same effects."""
        word = _LABELS.get(kinds[0], "breaking")
        if word == "breaking" and not is_breaking(changes[0].change, self._report.allowed):
            word = "allowed"
        yield f"{label(word, colour=self._colour)}{', '.join(kind.words for kind in kinds)}"
        for each in changes:
            yield self._line(each)
            reasons = (effect.reason for effect in each.change.effects)
            yield self._below(printable("; ".join(reasons)))

    def safe(self, changes: list[PlacedChange], words: int) -> Iterator[str]:
        """Yields the lines of safe changes, and the number of changes of descriptions."""
        if changes or words:
            yield f"{label('safe', colour=self._colour)}{plural(len(changes) + words, 'change')}"
        for each in changes[:_MOST_SAFE]:
            yield f"{self._line(each)}: {printable(each.change.effects[0].reason)}"
        if len(changes) > _MOST_SAFE:
            yield self._below(f"{len(changes) - _MOST_SAFE} more, listed by -o json")
        if words:
            yield self._below(f"{words} of descriptions and other documentation")

    def suggestions(self) -> Iterator[str]:
        """Yields the lines of CEL rules that would leave stored objects valid."""
        suggested = [each for each in self._changes if each.change.suggestion is not None]
        if suggested:
            text = "CEL rules that reject the same new objects and leave stored objects valid"
            yield f"{label('painless', colour=self._colour)}{text}"
        for each in suggested[:_MOST_SUGGESTED]:
            change, suggestion = each.change, each.change.suggestion
            if suggestion is not None:
                place = printable(str(each.place or ""))
                yield f"{'':{INDENT}}{place}  {printable(self._versions(change) + _instead(suggestion, change))}"
                yield self._below(printable(json.dumps(suggestion.rule, ensure_ascii=False)))
        if len(suggested) > _MOST_SUGGESTED:
            yield self._below(f"{len(suggested) - _MOST_SUGGESTED} more, listed by -o json")

    def _line(self, placed: PlacedChange) -> str:
        text = self._versions(placed.change) + change_words(placed.change)
        if placed.concerned is not None:
            text += f" ({placed.concerned or 'none'} of {plural(len(self._report.objects), 'object')})"
        return f"{'':{INDENT}}{printable(str(placed.place or ''))}  {printable(text)}"

    def _versions(self, change: Change) -> str:
        named = self._several and change.versions and change.keyword != "versions"
        return f"{', '.join(change.versions)} " if named else ""

    def _below(self, text: str) -> str:
        dim = painted(text, "reason", colour=self._colour)
        return f"{'':{INDENT + BELOW}}{dim}"


def _instead(suggestion: Suggestion, change: Change) -> str:
    """Returns where a suggested rule belongs, and which keywords keep their old values."""
    where = suggestion.field or "the whole object"
    if suggestion.replaces is not None:
        return f"at {where}, instead of the rule"
    kept = " and ".join(
        f"no {keyword}" if value is ABSENT else f"{keyword} {to_json_text(value)}"
        for keyword, value in suggestion.kept
        if keyword == change.keyword or value is not ABSENT
    )
    at = "" if suggestion.field == change.field else f" (at {change.field})"
    return f"at {where}, keeping {kept}{at}"


_VALUE_WIDTH = 60
_WORD_WIDTH = 11
_REFUSED = {
    Attempt.CREATE: "creates are rejected",
    Attempt.UPDATE: "unchanged updates are rejected",
    Attempt.STATUS: "writes of /status are rejected",
    Attempt.SCALE: "writes of /scale are rejected",
    Attempt.APPLY: "server-side apply is rejected",
}


def render_text(report: UpgradeReport, *, colour: bool) -> str:
    """Returns the whole report, ending with the summary."""
    lines = [line for outcome in report.definitions for line in _definition_lines(outcome, report, colour=colour)]
    lines += [line for outcome in report.objects for line in _object_lines(outcome, report.allowed, colour=colour)]
    lines += unreadable_lines(report.unreadable, colour=colour)
    lines.append(_summary(report, colour=colour))
    return "\n".join(lines) + "\n"


def _definition_lines(outcome: DefinitionOutcome, report: UpgradeReport, *, colour: bool) -> Iterator[str]:
    result = outcome.result
    if result.verdict is Verdict.VALID:
        yield f"{label('accepted', colour=colour)}{printable(str(result.identity))}"
    yield from result_lines(result, colour=colour)
    yield from change_lines(outcome, report, colour=colour)


def _object_lines(outcome: ObjectOutcome, allowed: frozenset[ChangeClass], *, colour: bool) -> Iterator[str]:
    name = f"{printable(str(outcome.identity))} ({printable(str(outcome.place))})"
    if outcome.note:
        yield f"{label('skipped', colour=colour)}{name}: {printable(outcome.note)}"
    if outcome.not_asked:
        versions = printable(", ".join(outcome.not_asked))
        yield f"{label('not asked', colour=colour)}{name} in {versions}: only a webhook can convert it"
    blocks: dict[tuple[str, ...], list[VersionOutcome]] = {}
    for each in outcome.versions:
        blocks.setdefault(tuple(_outcome_lines(each, colour=colour)), []).append(each)
    for lines, outcomes in blocks.items():
        if lines:
            versions = printable(", ".join(each.version for each in outcomes))
            shown = name if len(outcomes) == len(outcome.versions) else f"{name} in {versions}"
            kinds = outcomes[0].kinds
            word = "breaking" if kinds.difference(allowed) else "allowed" if kinds else "safe"
            yield f"{label(word, colour=colour)}{shown}"
            yield from lines


def _outcome_lines(outcome: VersionOutcome, *, colour: bool) -> Iterator[str]:
    """Yields the effects on an object in a version; mostly none."""
    yield from error_lines(tuple(_merged(outcome)))
    for word, fields in (("pruned", outcome.pruned), ("defaulted", outcome.defaulted)):
        for each in fields:
            yield f"{'':{INDENT}}{painted(word.ljust(_WORD_WIDTH), word, colour=colour)}{_field(each)}"


def _merged(outcome: VersionOutcome) -> Iterator[Finding]:
    """Yields each error once, with a note which writes it prevents."""
    forgiven = {_key(error): error for error in outcome.forgiven}
    errors = {_key(error): error for refusal in outcome.refusals for error in refusal.errors}
    for key, error in {**forgiven, **errors}.items():
        parts = [part for refusal in outcome.refusals if (part := _refused_part(refusal, key))]
        if key in forgiven:
            parts.append(_forgiven_part(forgiven[key]))
        yield replace(error, note="; ".join(parts))


def _refused_part(refusal: Refusal, key: tuple[str, str]) -> str:
    """Returns the note that an error prevents a write; "" if it does not."""
    error = next((each for each in refusal.errors if _key(each) == key), None)
    if error is None:
        return ""
    why = f" ({error.note})" if error.note else ""
    return f"{_REFUSED[refusal.attempt]}{', as before' if refusal.before else ''}{why}"


def _forgiven_part(error: Finding) -> str:
    if error.compared:
        return f"updates are forgiven as long as {error.compared} is unchanged"
    return f"updates are forgiven ({error.note})"


def _key(error: Finding) -> tuple[str, str]:
    return error.field, error.message


def _field(each: FieldValue) -> str:
    value = to_json_text(each.value)
    shown = value if len(value) <= _VALUE_WIDTH else value[: _VALUE_WIDTH - 1] + "…"
    return printable(f"{each.field}: {shown}")


def _summary(report: UpgradeReport, *, colour: bool) -> str:
    counts = report.counts()
    parts = [painted(f"{counts['safe']} safe", "safe", colour=colour)]
    if counts["breaking"]:
        parts.append(painted(f"{counts['breaking']} breaking", "breaking", colour=colour))
    if counts["skipped"]:
        parts.append(painted(f"{counts['skipped']} skipped", "skipped", colour=colour))
    if report.unreadable:
        parts.append(painted(f"{len(report.unreadable)} unreadable", "unreadable", colour=colour))
    more = [
        f"{counts[name]} {words}"
        for name, words in (
            ("invalidAtRest", "invalid at rest"),
            ("notUpdatable", "not updatable"),
            ("notCreatable", "not creatable"),
            ("statusNotWritable", "with a status that cannot be written"),
            ("notScalable", "not scalable"),
            ("notAppliable", "not appliable"),
            ("pruned", "pruned"),
            ("defaulted", "defaulted"),
        )
        if counts[name]
    ]
    changes = report.changes()
    breaking = sum(is_breaking(each.change, report.allowed) for each in changes)
    text = plural(len(changes), "change")
    text += f" ({painted(f'{breaking} breaking', 'breaking', colour=colour)})" if breaking else ""
    text += (
        f"; {plural(counts['objects'], 'object')}: {', '.join(parts)}" if report.objects or report.unreadable else ""
    )
    text += f" ({', '.join(more)})" if more else ""
    text += f"; {plural(report.others, 'object')} of other kinds skipped" if report.others else ""
    if report.verdict == "unknown":
        return f"{text}; {painted('the upgrade cannot be assessed', 'unreadable', colour=colour)}"
    unknown = ", except for objects that only a webhook can convert" if report.not_asked else ""
    return f"{text}; the upgrade is {painted(report.verdict, report.verdict, colour=colour)}{unknown}"
