"""The report of `kapivara gen` as text: a line for each file, or all errors of the types; then a summary."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cli.commands.gen.files import FileState, TargetFile
from kapivara.cli.commands.gen.report import GenReport
from kapivara.cli.framework.terminal import printable
from kapivara.cli.framework.wording import INDENT, label, painted, plural
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.reports.result_text import unreadable_lines
from kapivara.cli.reports.source_problems import author_lines
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.schema_keywords.type_schemas import UnexpressedRule


def render_text(report: GenReport, *, colour: bool) -> str:
    """Returns the whole report, ending with the summary."""
    lines = [*unreadable_lines(report.missing, colour=colour), *author_lines(report.errors, colour=colour)]
    lines += [_unexpressed(each, colour=colour) for each in report.unexpressed]
    lines += [line for each in report.dear for line in _dear(each, colour=colour)]
    for target in report.targets:
        lines += _target_lines(target, report, colour=colour)
    if summary := _summary(report, colour=colour):
        lines.append(summary)
    return "\n".join(lines) + "\n"


def _unexpressed(rule: UnexpressedRule, *, colour: bool) -> str:
    """Returns the line about a rule that no schema can express."""
    place = "" if rule.place is None else f"{shown_path(str(rule.place))}: "
    name = rule.type_name.rpartition("/")[2].rpartition(".")[2]
    owner = f"{name}.{rule.field}" if rule.field else name
    about = f"+{rule.tag} of {owner}" if rule.tag else owner
    return label("omitted", colour=colour) + printable(f"{place}{about}: {rule.why}")


def _dear(error: AuthorError, *, colour: bool) -> Iterator[str]:
    """Yields the lines about a rule whose cost exceeds the limit of a CRD."""
    place = "" if error.place is None else f"{shown_path(str(error.place))}: "
    yield label("costly", colour=colour) + printable(f"{place}{error.message}")
    if error.hint:
        yield f"{'':{INDENT}}{printable(error.hint)}"


def _target_lines(target: TargetFile, report: GenReport, *, colour: bool) -> Iterator[str]:
    path = printable(shown_path(str(target.path)))
    state = target.state
    if state is FileState.FOREIGN:
        yield f"{label('foreign', colour=colour)}{path}: kapivara gen did not write this file: move it away first"
    elif state is FileState.SKIPPED:
        yield f"{label('skipped', colour=colour)}{printable(target.origin)}: no type has rules"
    elif report.checked and state is not FileState.UNCHANGED:
        more = f": {target.summary()}" if state is FileState.STALE else ""
        yield f"{label(state.value, colour=colour)}{path}{more}"
    elif state is FileState.UNCHANGED and not report.checked:
        yield f"{label('unchanged', colour=colour)}{path}"
    elif not report.checked and not report.count(FileState.FOREIGN):
        yield f"{label('written', colour=colour)}{path} ({target.content})"


def _summary(report: GenReport, *, colour: bool) -> str:
    if report.errors:
        return painted(f"{plural(len(report.errors), 'error')}; nothing was written", "error", colour=colour)
    if report.missing:
        return "nothing was written"
    words = {FileState.UNCHANGED: "up to date"} if report.checked else _OUTCOMES
    files = plural(len(report.targets), "CRD" if report.made_of == "definition" else report.made_of)
    if not report.checked and report.count(FileState.FOREIGN):
        return f"{files}: nothing was written"
    counts: dict[str, int] = {}
    for state in FileState:
        word = words.get(state, state.value)
        counts[word] = counts.get(word, 0) + report.count(state)
    counted = ", ".join(f"{count} {word}" for word, count in counts.items() if count or word == "up to date")
    text = f"{files}: {counted}"
    stale = report.count(FileState.MISSING) + report.count(FileState.STALE)
    return f"{text}; run {report.command}" if report.checked and stale else text


_OUTCOMES = {FileState.MISSING: "written", FileState.STALE: "written"}
