"""The report of `crd upgrade` as text: each CRD, each affected object, and a summary line.

Unaffected objects are only counted. Each error is listed once, with a note about its effect on creates and updates;
versions with the same outcome share a block.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cli.commands.crd.upgrade.change_text import change_lines
from kapivara.cli.commands.crd.upgrade.report import (
    Attempt,
    DefinitionOutcome,
    FieldValue,
    ObjectOutcome,
    Refusal,
    UpgradeReport,
    VersionOutcome,
    is_breaking,
)
from kapivara.cli.findings import Finding, Verdict
from kapivara.cli.framework.terminal import printable
from kapivara.cli.framework.wording import INDENT, label, painted, plural
from kapivara.cli.reports.result_text import error_lines, result_lines, unreadable_lines
from kapivara.schema.changes.change import ChangeClass
from kapivara.values.record import replace
from kapivara.values.rendering import to_json_text

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
