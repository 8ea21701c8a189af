"""A report for people: a block for each object that is not plainly good, then one line that sums up.

Valid objects without warnings are only counted. Each error stands on a line of its own, behind file:line:column; of
updates, a note below it says why it was not forgiven, and a block of its own what was.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cli.findings import Finding, Gone, Report, Result, Unreadable, Verdict, Write
from kapivara.cli.terminal import printable
from kapivara.cli.wording import INDENT, label, painted, plural


def render_text(report: Report, *, colour: bool) -> str:
    """Renders the whole report, the summary at its end."""
    lines = [line for result in report.results for line in result_lines(result, colour=colour)]
    lines += [_gone_line(each, colour=colour) for each in report.gone]
    lines += unreadable_lines(report.unreadable, colour=colour)
    lines.append(f"{plural(len(report.results), 'object')}{_writes(report)}: {verdicts(report, colour=colour)}")
    return "\n".join(lines) + "\n"


def result_lines(result: Result, *, colour: bool) -> Iterator[str]:
    """Renders what is to be said of one object: nothing, where it is valid and has no warnings."""
    name = printable(str(result.identity))
    if result.verdict is Verdict.INVALID:
        yield f"{label('invalid', colour=colour)}{name}"
        yield from error_lines(result.errors)
    if result.forgiven:
        yield f"{label('forgiven', colour=colour)}{name}"
        yield from error_lines(result.forgiven)
    if result.note:
        word = "skipped" if result.verdict is Verdict.SKIPPED else "note"
        yield f"{label(word, colour=colour)}{name}: {printable(result.note)} ({printable(str(result.place))})"
    told = {f"{error.field}: {error.message}" for error in result.forgiven}
    for warning in result.warnings:
        if warning not in told:
            yield f"{label('warning', colour=colour)}{name}: {printable(warning)} ({printable(str(result.place))})"


def unreadable_lines(unreadable: tuple[Unreadable, ...], *, colour: bool) -> Iterator[str]:
    """Renders the inputs that could not be read."""
    for each in unreadable:
        yield f"{label('unreadable', colour=colour)}{printable(str(each.place))}: {printable(each.message)}"


def _gone_line(gone: Gone, *, colour: bool) -> str:
    return f"{label('gone', colour=colour)}{printable(str(gone.identity))} ({printable(str(gone.place))})"


def _writes(report: Report) -> str:
    """Renders, where there was an old side, as what objects were judged."""
    if not report.compared:
        return ""
    return f" ({', '.join(plural(report.count_writes(write), write.value) for write in (Write.UPDATE, Write.CREATE))})"


def verdicts(report: Report, *, colour: bool) -> str:
    """Renders how many objects fared how: `2 valid, 1 invalid (3 errors)`."""
    invalid, errors = report.count(Verdict.INVALID), sum(len(result.errors) for result in report.results)
    warnings = sum(len(result.warnings) for result in report.results)
    parts = [painted(f"{report.count(Verdict.VALID)} valid", "valid", colour=colour)]
    if invalid:
        parts.append(painted(f"{invalid} invalid ({plural(errors, 'error')})", "invalid", colour=colour))
    if forgiven := sum(len(result.forgiven) for result in report.results):
        parts.append(painted(f"{plural(forgiven, 'error')} forgiven", "forgiven", colour=colour))
    if skipped := report.count(Verdict.SKIPPED):
        parts.append(painted(f"{skipped} skipped", "skipped", colour=colour))
    if report.unreadable:
        parts.append(painted(f"{len(report.unreadable)} unreadable", "unreadable", colour=colour))
    if warnings:
        parts.append(painted(plural(warnings, "warning"), "warning", colour=colour))
    if report.gone:
        parts.append(painted(f"{len(report.gone)} gone", "gone", colour=colour))
    return ", ".join(parts)


def error_lines(errors: tuple[Finding, ...]) -> Iterator[str]:
    """Renders errors, each behind its place and above its note, all places as wide as the widest."""
    places = [printable(str(error.place)) for error in errors]
    width = max(map(len, places), default=0)
    for place, error in zip(places, errors, strict=True):
        first, *more = [*error_text(error).split("\n"), *filter(None, [error.note])]
        yield f"{'':{INDENT}}{place:{width}}  {printable(first)}"
        for line in more:  # such as an expression and a caret below its fault
            yield f"{'':{INDENT + width}}  {printable(line)}"


def error_text(error: Finding) -> str:
    """Renders an error as the server words it: the field, unless the message names it, and the message."""
    named = not error.field or f'"{error.field}"' in error.message  # strict errors quote their field already
    return error.message if named else f"{error.field}: {error.message}"
