"""The report of `validate` as text: a block for each object with errors or warnings, then a summary line.

Valid objects without warnings are only counted. Each error has its own line, after file:line:column. For updates, a
note below each error states why it was not forgiven, and a separate block lists forgiven errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kapivara.cli.findings import BrokenRule, Detail, Finding, Gone, Report, Result, Unreadable, Verdict, Write
from kapivara.cli.framework.terminal import printable, shown_width
from kapivara.cli.framework.wording import BELOW, INDENT, REASON, label, painted, plural, shortened

if TYPE_CHECKING:
    from kapivara.cli.findings import Excerpt
    from kapivara.cli.reports.result_groups import Same

_RULE_WIDTH = 100
_NOTES = {Verdict.SKIPPED: "skipped", Verdict.UNKNOWN: "unknown"}


def render_text(report: Report, *, colour: bool) -> str:
    """Returns the whole report, ending with the summary."""
    lines: list[str] = []
    if report.detail is not Detail.SUMMARY:
        lines += _block_lines(report, colour=colour)
    if report.sums_up or report.detail is not Detail.ERRORS:
        lines.append(f"{plural(len(report.results), 'object')}{_writes(report)}: {verdicts(report, colour=colour)}")
    return "".join(f"{line}\n" for line in lines)


def _block_lines(report: Report, *, colour: bool) -> Iterator[str]:
    """Yields all lines above the summary; a message that many objects share takes one line."""
    results = report.remarkable if report.detail is Detail.ALL else report.invalid
    if results:
        from kapivara.cli.reports.result_groups import SameWords  # most runs report no objects

        groups = SameWords(results)
        for result in results:
            for same in groups.beginning_with(result):
                yield _group_line(same, colour=colour)
            yield from result_lines(groups.what_is_left(result), colour=colour)
    if report.detail is Detail.ALL:
        yield from (_gone_line(each, colour=colour) for each in report.gone)
        for what, count in report.left_out:
            yield f"{label('left out', colour=colour)}{printable(what)}: {count}"
    yield from unreadable_lines(report.unreadable, colour=colour)


def _group_line(same: Same, *, colour: bool) -> str:
    """Returns the line of a message that several objects share."""
    what = printable(f"{same.count} {same.what}: {same.message}")
    return f"{label(same.word, colour=colour)}{what} (first at {printable(str(same.first))})"


def result_lines(result: Result, *, colour: bool) -> Iterator[str]:
    """Yields the lines about one object; none if it is valid and has no warnings."""
    name = printable(str(result.identity))
    if result.place.template:
        name += f" (from {printable(result.place.template)})"
    if result.verdict is Verdict.INVALID:
        yield f"{label('invalid', colour=colour)}{name}"
        yield from error_lines(result.errors, colour=colour)
    if result.next:
        yield f"{label('next', colour=colour)}{name}: errors that the server would return next"
        yield from error_lines(result.next, colour=colour)
    if result.forgiven:
        yield f"{label('forgiven', colour=colour)}{name}"
        yield from error_lines(result.forgiven, colour=colour)
    if result.note:
        word = _NOTES.get(result.verdict, "note")
        yield f"{label(word, colour=colour)}{name}: {printable(result.note)} ({printable(str(result.place))})"
    yield from _warning_lines(other_warnings(result), name, colour=colour)
    if result.duplicate_of is not None:
        places = f"at {printable(str(result.duplicate_of))} and again at {printable(str(result.place))}"
        yield f"{label('duplicate', colour=colour)}{name}: {places}"


def other_warnings(result: Result) -> tuple[Finding, ...]:
    """Returns the warnings, without those for forgiven errors, which are already reported."""
    forgiven = {(error.field, error.message) for error in result.forgiven}
    return tuple(each for each in result.warnings if (each.field, each.message) not in forgiven)


def _warning_lines(warnings: tuple[Finding, ...], name: str, *, colour: bool) -> Iterator[str]:
    """Yields warnings: those about fields like errors, those about the whole object on one line each."""
    if of_fields := tuple(each for each in warnings if each.field):
        yield f"{label('warning', colour=colour)}{name}"
        yield from error_lines(of_fields, colour=colour)
    for each in warnings:
        if not each.field:
            yield f"{label('warning', colour=colour)}{name}: {printable(each.message)} ({printable(str(each.place))})"


def unreadable_lines(unreadable: tuple[Unreadable, ...], *, colour: bool) -> Iterator[str]:
    """Yields the lines about inputs that could not be read."""
    indent = " " * (INDENT + BELOW)
    for each in unreadable:
        template = f" (from {printable(each.place.template)})" if each.place.template else ""
        yield f"{label('unreadable', colour=colour)}{printable(str(each.place))}{template}: {printable(each.message)}"
        if each.excerpt is not None:
            yield from (f"{indent}{line}" for line in excerpt_lines(each.excerpt, colour=colour))
        if each.note:
            yield f"{indent}{each.note}"


def _gone_line(gone: Gone, *, colour: bool) -> str:
    return f"{label('gone', colour=colour)}{printable(str(gone.identity))} ({printable(str(gone.place))})"


def _writes(report: Report) -> str:
    """Returns, if there was an old side, how many objects were validated as updates and as creates."""
    if not report.compared:
        return ""
    return f" ({', '.join(plural(report.count_writes(write), write.value) for write in (Write.UPDATE, Write.CREATE))})"


def verdicts(report: Report, *, colour: bool) -> str:
    """Returns the numbers of objects by outcome: `2 valid, 1 invalid (3 errors)`."""
    invalid, errors = report.count(Verdict.INVALID), sum(len(result.errors) for result in report.results)
    warnings = sum(len(result.warnings) for result in report.results)
    parts = [painted(f"{report.count(Verdict.VALID)} valid", "valid", colour=colour)]
    if invalid:
        parts.append(painted(f"{invalid} invalid ({plural(errors, 'error')})", "invalid", colour=colour))
    if forgiven := sum(len(result.forgiven) for result in report.results):
        parts.append(painted(f"{plural(forgiven, 'error')} forgiven", "forgiven", colour=colour))
    if unknown := report.count(Verdict.UNKNOWN):
        parts.append(painted(f"{unknown} unknown", "unknown", colour=colour))
    if skipped := report.count(Verdict.SKIPPED):
        parts.append(painted(f"{skipped} skipped", "skipped", colour=colour))
    if report.unreadable:
        parts.append(painted(f"{len(report.unreadable)} unreadable", "unreadable", colour=colour))
    if warnings:
        parts.append(painted(plural(warnings, "warning"), "warning", colour=colour))
    if again := sum(result.duplicate_of is not None for result in report.results):
        parts.append(painted(plural(again, "duplicate"), "duplicate", colour=colour))
    if report.gone:
        parts.append(painted(f"{len(report.gone)} gone", "gone", colour=colour))
    return ", ".join(parts)


def error_lines(errors: tuple[Finding, ...], *, colour: bool = False) -> Iterator[str]:
    """Yields errors in file order, each after its place and above its source line and its note."""
    indent, shown = " " * (INDENT + BELOW), None
    for error in in_file_order(errors):
        first, *more = error_text(error).split("\n")
        yield f"{'':{INDENT}}{printable(str(error.place))}  {printable(first)}"
        for line in more:  # such as an expression, and a caret below its error
            yield f"{indent}{printable(line)}"
        if error.excerpt is not None and error.excerpt != shown:
            yield from (f"{indent}{line}" for line in excerpt_lines(error.excerpt, colour=colour))
        shown = error.excerpt
        yield from (f"{indent}{printable(line)}" for line in error.note.splitlines())
        if error.rule is not None:
            yield from (f"{indent}{painted(line, REASON, colour=colour)}" for line in rule_lines(error.rule))


def in_file_order(errors: tuple[Finding, ...]) -> list[Finding]:
    """Returns errors in file order; the server returns them in an order of its own."""
    return sorted(errors, key=lambda each: (each.place.source, each.place.line, each.place.column))


def rule_lines(rule: BrokenRule) -> Iterator[str]:
    """Yields the CEL rule that caused an error, its place, and the subexpressions that decided it."""
    text = printable(" ".join(rule.text.split()))
    yield f"rule: {shortened(text, _RULE_WIDTH)} ({printable(str(rule.place))})"
    for part in rule.parts:
        yield f"  {printable(str(part))}"


def excerpt_lines(excerpt: Excerpt, *, colour: bool) -> Iterator[str]:
    """Yields a source line after its number, and a line that marks a part of the source line."""
    number = str(excerpt.line)
    under = painted("^" * max(1, shown_width(excerpt.marked)), "error", colour=colour)
    signs = f"{'':{shown_width(excerpt.before)}}{under}"
    marked = painted(excerpt.marked, "error", colour=colour)
    yield f"{painted(f'{number} |', REASON, colour=colour)} {excerpt.before}{marked}{excerpt.after}"
    yield f"{painted(f'{chr(32) * len(number)} |', REASON, colour=colour)} {signs}"


def error_text(error: Finding) -> str:
    """Returns an error in the server's words: the field, unless the message quotes it, and the message."""
    named = not error.field or f'"{error.field}"' in error.message  # strict errors quote their field
    return error.message if named else f"{error.field}: {error.message}"
