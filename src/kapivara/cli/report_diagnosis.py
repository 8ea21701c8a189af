"""What `validate` found as a diagnosis: a subject for each object, a diagnostic for each thing said of it.

A rule is called as the server calls the reason of an error; unknown and duplicate fields, which it refuses in one go,
are told apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.findings import NOT_ASKED, Finding, Report, Result, Verdict
from kapivara.cli.report_text import error_text, in_file_order, rule_lines, untold_warnings
from kapivara.values.record import replace

_WARNING: Final = "server-warning"
_DUPLICATE: Final = "duplicate-object"
_NAMES: Final = {"": "refused", NOT_ASKED: "not-judged"}
"""How rules are called whose reasons no server gives."""
_RULES: Final = (
    RuleDescription("unknown-field", "A field that the kind does not have: a server drops it."),
    RuleDescription("duplicate-field", "A field that is given twice: a server keeps the last one."),
    RuleDescription("not-judged", "An object of a kind that is not known, so that nobody can judge it."),
    RuleDescription("FieldValueRequired", "A field that must be given is missing, or empty."),
    RuleDescription("FieldValueInvalid", "A value that is not allowed where it stands."),
    RuleDescription("FieldValueTypeInvalid", "A value of another type than the field has."),
    RuleDescription("FieldValueNotSupported", "A value that is none of those which the field takes."),
    RuleDescription("FieldValueDuplicate", "An item of a list that is there already."),
    RuleDescription("FieldValueForbidden", "A field that may not be given, or not be changed."),
    RuleDescription("FieldValueNotFound", "A value that names something which is not there."),
    RuleDescription("FieldValueTooLong", "A text that is too long."),
    RuleDescription("FieldValueTooMany", "A list or map with too many items."),
    RuleDescription(_WARNING, "What a server warns of, and accepts.", level=Level.WARNING),
    RuleDescription(_DUPLICATE, "An object that is there twice: the last one counts.", level=Level.WARNING),
)


def diagnose(report: Report, command: str = "validate") -> Diagnosis:
    """Tells a report in the form that all reports for other tools are made from."""
    subjects = (*map(subject_of, report.results), *map(unreadable_subject, report.unreadable))
    met = {each.rule for subject in subjects for each in subject.diagnostics}
    return Diagnosis(command, subjects, tuple(rule for rule in _RULES if rule.id in met))


def subject_of(result: Result) -> Subject:
    """Returns an object and all that is to be said of it."""
    identity = result.identity
    group = f"{identity.api_version}.{identity.kind}".strip(".")
    skipped = result.note if result.verdict in (Verdict.SKIPPED, Verdict.UNKNOWN) else ""
    return Subject(str(identity), result.place, tuple(_diagnostics(result)), group=group, skipped=skipped)


def _diagnostics(result: Result) -> Iterator[Diagnostic]:
    for error in in_file_order(result.errors):
        yield diagnostic_of(error, Level.ERROR)
    for error in in_file_order(result.next):
        following = diagnostic_of(error, Level.WARNING)
        yield replace(following, message=f"{following.message} (what the server would say next)")
    for error in in_file_order(result.forgiven):
        yield diagnostic_of(error, Level.NOTE)
    if result.verdict is Verdict.UNKNOWN:
        yield Diagnostic(Level.WARNING, "not-judged", result.place, result.note)
    for warning in in_file_order(untold_warnings(result)):
        rule = _strict_rule(warning) or _WARNING
        yield replace(diagnostic_of(warning, Level.WARNING), rule=rule)
    if result.duplicate_of is not None:
        message = f"the same object is at {result.duplicate_of}"
        yield Diagnostic(Level.WARNING, _DUPLICATE, result.place, message, related=result.duplicate_of)


def diagnostic_of(error: Finding, level: Level) -> Diagnostic:
    """Returns an error as a diagnostic, with the place of what is marked where that is known."""
    place, end = error.place, 0
    if error.excerpt is not None and error.excerpt.line == place.line:
        place = replace(place, column=min(place.column, error.excerpt.column))  # a call is told behind its name
        end = error.excerpt.end_column
    told = [error.note] if error.note else []
    told += rule_lines(error.rule) if error.rule is not None else ()
    return Diagnostic(level, _rule(error), place, error_text(error), hint="\n".join(told), end_column=end)


def _rule(error: Finding) -> str:
    return _strict_rule(error) or _NAMES.get(error.reason, error.reason)


def _strict_rule(error: Finding) -> str:
    """Returns the name of the rule that a strict decoder tells of; nothing for what others tell."""
    for words, rule in (("unknown field ", "unknown-field"), ("duplicate field ", "duplicate-field")):
        if error.message.startswith(words):
            return rule
    return ""
