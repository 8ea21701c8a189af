"""A report for people: a block for each object that is not plainly good, then one line that sums up.

Valid objects without warnings are only counted. Each error stands on a line of its own, behind file:line:column.
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from kapivara.cli.findings import Finding, Report, Result, Verdict
from kapivara.cli.terminal import printable

_WIDTH = 12  # of the first column: the longest word, and a gap
_COLOURS = {"invalid": "red", "unreadable": "red", "warning": "yellow", "skipped": "cyan", "valid": "green"}


def render_text(report: Report, *, colour: bool) -> str:
    """Renders the whole report, the summary at its end."""
    lines = [line for result in report.results for line in _result_lines(result, colour)]
    for unreadable in report.unreadable:
        place = printable(str(unreadable.place))
        lines.append(f"{_word('unreadable', colour)}{place}: {printable(unreadable.message)}")
    lines.append(_summary(report, colour))
    return "\n".join(lines) + "\n"


def _result_lines(result: Result, colour: bool) -> Iterator[str]:
    name = printable(str(result.identity))
    if result.verdict is Verdict.INVALID:
        yield f"{_word('invalid', colour)}{name}"
        yield from _error_lines(result.errors)
    elif result.verdict is Verdict.SKIPPED:
        yield f"{_word('skipped', colour)}{name}: {printable(result.note)} ({printable(str(result.place))})"
    for warning in result.warnings:
        yield f"{_word('warning', colour)}{name}: {printable(warning)} ({printable(str(result.place))})"


def _error_lines(errors: tuple[Finding, ...]) -> Iterator[str]:
    places = [printable(str(error.place)) for error in errors]
    width = max(map(len, places), default=0)
    for place, error in zip(places, errors, strict=True):
        named = not error.field or f'"{error.field}"' in error.message  # strict errors quote their field already
        field = "" if named else f"{error.field}: "
        yield f"{'':{_WIDTH}}{place:{width}}  {printable(field + error.message)}"


def _word(word: str, colour: bool) -> str:
    padded = word.ljust(_WIDTH)
    return click.style(padded, fg=_COLOURS[word]) if colour else padded


def _summary(report: Report, colour: bool) -> str:
    invalid, errors = report.count(Verdict.INVALID), sum(len(result.errors) for result in report.results)
    warnings = sum(len(result.warnings) for result in report.results)
    parts = [_painted(f"{report.count(Verdict.VALID)} valid", "valid", colour)]
    if invalid:
        parts.append(_painted(f"{invalid} invalid ({_plural(errors, 'error')})", "invalid", colour))
    if skipped := report.count(Verdict.SKIPPED):
        parts.append(_painted(f"{skipped} skipped", "skipped", colour))
    if report.unreadable:
        parts.append(_painted(f"{len(report.unreadable)} unreadable", "unreadable", colour))
    if warnings:
        parts.append(_painted(_plural(warnings, "warning"), "warning", colour))
    return f"{_plural(len(report.results), 'object')}: {', '.join(parts)}"


def _painted(text: str, word: str, colour: bool) -> str:
    return click.style(text, fg=_COLOURS[word]) if colour else text


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
