"""The report of `crd upgrade` for people: each definition, each object to which something happens, a line that sums up.

Objects to which nothing happens are only counted. An error stands there once, with a note of what it means for creates
and for updates; versions in which the same happens share a block.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cli.findings import Finding, Verdict
from kapivara.cli.report_text import error_lines, result_lines, unreadable_lines
from kapivara.cli.terminal import printable
from kapivara.cli.upgrade_findings import DefinitionFate, FieldValue, ObjectFate, UpgradeReport, VersionFate
from kapivara.cli.wording import INDENT, label, painted, plural
from kapivara.values.record import replace
from kapivara.values.rendering import to_json_text

_VALUE_WIDTH = 60
_WORD_WIDTH = 11


def render_text(report: UpgradeReport, *, colour: bool) -> str:
    """Renders the whole report, the summary at its end."""
    lines = [line for fate in report.definitions for line in _definition_lines(fate, colour=colour)]
    lines += [line for fate in report.objects for line in _object_lines(fate, colour=colour)]
    lines += unreadable_lines(report.unreadable, colour=colour)
    lines.append(_summary(report, colour=colour))
    return "\n".join(lines) + "\n"


def _definition_lines(fate: DefinitionFate, *, colour: bool) -> Iterator[str]:
    result = fate.result
    name = printable(str(result.identity))
    if result.verdict is Verdict.VALID:
        yield f"{label('accepted', colour=colour)}{name}"
    yield from result_lines(result, colour=colour)
    if fate.dropped_versions:
        versions = printable(", ".join(fate.dropped_versions))
        yield f"{label('breaking', colour=colour)}{name}: serves {versions} no longer"


def _object_lines(fate: ObjectFate, *, colour: bool) -> Iterator[str]:
    name = f"{printable(str(fate.identity))} ({printable(str(fate.place))})"
    if fate.note:
        yield f"{label('skipped', colour=colour)}{name}: {printable(fate.note)}"
    blocks: dict[tuple[str, ...], list[VersionFate]] = {}
    for each in fate.versions:
        blocks.setdefault(tuple(_fate_lines(each, colour=colour)), []).append(each)
    for lines, fates in blocks.items():
        if lines:
            versions = printable(", ".join(each.version for each in fates))
            shown = name if len(fates) == len(fate.versions) else f"{name} in {versions}"
            word = "breaking" if fates[0].breaking else "safe"
            yield f"{label(word, colour=colour)}{shown}"
            yield from lines


def _fate_lines(fate: VersionFate, *, colour: bool) -> Iterator[str]:
    """Renders what happens to an object in a version: nothing, mostly."""
    yield from error_lines(tuple(_merged(fate)))
    for word, fields in (("pruned", fate.pruned), ("defaulted", fate.defaulted)):
        for each in fields:
            yield f"{'':{INDENT}}{painted(word.ljust(_WORD_WIDTH), word, colour=colour)}{_field(each)}"


def _merged(fate: VersionFate) -> Iterator[Finding]:
    """Lists every error once, with a note of which writes it stops."""
    creates = {_key(error) for error in fate.create_errors}
    updates = {_key(error): error for error in (*fate.forgiven, *fate.update_errors)}
    refused = {_key(error) for error in fate.update_errors}
    for key, error in updates.items():
        parts = [_create_part(fate)] if key in creates else []
        if key in refused:
            why = f" ({error.note})" if error.note else ""
            parts.append(f"unchanged updates are refused{_as_before(fate.update_refused_before)}{why}")
        elif error.compared:
            parts.append(f"updates are forgiven as long as {error.compared} is unchanged")
        else:
            parts.append(f"updates are forgiven ({error.note})")
        yield replace(error, note="; ".join(parts))
    for error in fate.create_errors:
        if _key(error) not in updates:
            yield replace(error, note=_create_part(fate))


def _create_part(fate: VersionFate) -> str:
    return f"creates are refused{_as_before(fate.create_refused_before)}"


def _as_before(refused_before: bool) -> str:
    return ", as before" if refused_before else ""


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
            ("pruned", "pruned"),
            ("defaulted", "defaulted"),
        )
        if counts[name]
    ]
    text = f"{plural(counts['objects'], 'object')}: {', '.join(parts)}"
    text += f" ({', '.join(more)})" if more else ""
    text += f"; {plural(report.others, 'object')} of other kinds left out" if report.others else ""
    if report.verdict == "unknown":
        return f"{text}; {painted('the change cannot be judged', 'unreadable', colour=colour)}"
    return f"{text}; the change is {painted(report.verdict, report.verdict, colour=colour)}"
