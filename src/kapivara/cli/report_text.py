"""A report for people: a block for each object that is not plainly good, then one line that sums up.

Valid objects without warnings are only counted. Each error stands on a line of its own, behind file:line:column.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cli.findings import Finding, Report, Result, Unreadable, Verdict
from kapivara.cli.terminal import printable
from kapivara.cli.wording import INDENT, label, painted, plural


def render_text(report: Report, *, colour: bool) -> str:
    """Renders the whole report, the summary at its end."""
    lines = [line for result in report.results for line in result_lines(result, colour=colour)]
    lines += unreadable_lines(report.unreadable, colour=colour)
    lines.append(f"{plural(len(report.results), 'object')}: {verdicts(report, colour=colour)}")
    return "\n".join(lines) + "\n"


def result_lines(result: Result, *, colour: bool) -> Iterator[str]:
    """Renders what is to be said of one object: nothing, where it is valid and has no warnings."""
    name = printable(str(result.identity))
    if result.verdict is Verdict.INVALID:
        yield f"{label('invalid', colour=colour)}{name}"
        yield from _error_lines(result.errors)
    elif result.verdict is Verdict.SKIPPED:
        yield f"{label('skipped', colour=colour)}{name}: {printable(result.note)} ({printable(str(result.place))})"
    for warning in result.warnings:
        yield f"{label('warning', colour=colour)}{name}: {printable(warning)} ({printable(str(result.place))})"


def unreadable_lines(unreadable: tuple[Unreadable, ...], *, colour: bool) -> Iterator[str]:
    """Renders the inputs that could not be read."""
    for each in unreadable:
        yield f"{label('unreadable', colour=colour)}{printable(str(each.place))}: {printable(each.message)}"


def verdicts(report: Report, *, colour: bool) -> str:
    """Renders how many objects fared how: `2 valid, 1 invalid (3 errors)`."""
    invalid, errors = report.count(Verdict.INVALID), sum(len(result.errors) for result in report.results)
    warnings = sum(len(result.warnings) for result in report.results)
    parts = [painted(f"{report.count(Verdict.VALID)} valid", "valid", colour=colour)]
    if invalid:
        parts.append(painted(f"{invalid} invalid ({plural(errors, 'error')})", "invalid", colour=colour))
    if skipped := report.count(Verdict.SKIPPED):
        parts.append(painted(f"{skipped} skipped", "skipped", colour=colour))
    if report.unreadable:
        parts.append(painted(f"{len(report.unreadable)} unreadable", "unreadable", colour=colour))
    if warnings:
        parts.append(painted(plural(warnings, "warning"), "warning", colour=colour))
    return ", ".join(parts)


def _error_lines(errors: tuple[Finding, ...]) -> Iterator[str]:
    places = [printable(str(error.place)) for error in errors]
    width = max(map(len, places), default=0)
    for place, error in zip(places, errors, strict=True):
        named = not error.field or f'"{error.field}"' in error.message  # strict errors quote their field already
        field = "" if named else f"{error.field}: "
        first, *more = (field + error.message).split("\n")
        yield f"{'':{INDENT}}{place:{width}}  {printable(first)}"
        for line in more:  # such as an expression and a caret below its fault
            yield f"{'':{INDENT + width}}  {printable(line)}"
