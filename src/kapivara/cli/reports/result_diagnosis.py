"""The results of `validate` as a Diagnosis: a subject for each object, a diagnostic for each error and warning.

The id of a rule is the server's reason of the error, except for unknown and duplicate fields, which have ids of their
own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription, Subject, unreadable_subject
from kapivara.cli.findings import NOT_ASKED, Finding, Report, Result, Verdict
from kapivara.cli.reports.result_text import error_text, in_file_order, other_warnings, rule_lines
from kapivara.values.record import replace

_WARNING: Final = "server-warning"
_DUPLICATE: Final = "duplicate-object"
_NAMES: Final = {"": "refused", NOT_ASKED: "not-judged"}
"""The ids of rules for errors whose reasons no server has."""
_RULES: Final = (
    RuleDescription("unknown-field", "A field that the kind does not have; a lenient server drops it."),
    RuleDescription("duplicate-field", "A field that occurs twice; a lenient server keeps the last one."),
    RuleDescription("not-judged", "An object of an unknown kind, which cannot be validated."),
    RuleDescription("FieldValueRequired", "A required field is missing or empty."),
    RuleDescription("FieldValueInvalid", "A value that the field does not allow."),
    RuleDescription("FieldValueTypeInvalid", "A value that does not have the type of the field."),
    RuleDescription("FieldValueNotSupported", "A value that is not one of the supported values of the field."),
    RuleDescription("FieldValueDuplicate", "A list item that occurs twice."),
    RuleDescription("FieldValueForbidden", "A field that must not be set, or must not change."),
    RuleDescription("FieldValueNotFound", "A value that names something that does not exist."),
    RuleDescription("FieldValueTooLong", "A text that is too long."),
    RuleDescription("FieldValueTooMany", "A list or map with too many items."),
    RuleDescription(_WARNING, "A warning of the server, which accepts the object.", level=Level.WARNING),
    RuleDescription(_DUPLICATE, "An object that occurs twice; the last one counts.", level=Level.WARNING),
)


def diagnose(report: Report, command: str = "validate") -> Diagnosis:
    """Returns a report as a Diagnosis, the form that all machine-readable reports are made from."""
    subjects = (*map(subject_of, report.results), *map(unreadable_subject, report.unreadable))
    met = {each.rule for subject in subjects for each in subject.diagnostics}
    return Diagnosis(command, subjects, tuple(rule for rule in _RULES if rule.id in met))


def subject_of(result: Result) -> Subject:
    """Returns an object with all its errors and warnings as a subject."""
    identity = result.identity
    group = f"{identity.api_version}.{identity.kind}".strip(".")
    skipped = result.note if result.verdict in (Verdict.SKIPPED, Verdict.UNKNOWN) else ""
    return Subject(str(identity), result.place, tuple(_diagnostics(result)), group=group, skipped=skipped)


def _diagnostics(result: Result) -> Iterator[Diagnostic]:
    for error in in_file_order(result.errors):
        yield diagnostic_of(error, Level.ERROR)
    for error in in_file_order(result.next):
        following = diagnostic_of(error, Level.WARNING)
        yield replace(following, message=f"{following.message} (the server would return this next)")
    for error in in_file_order(result.forgiven):
        yield diagnostic_of(error, Level.NOTE)
    if result.verdict is Verdict.UNKNOWN:
        yield Diagnostic(Level.WARNING, "not-judged", result.place, result.note)
    for warning in in_file_order(other_warnings(result)):
        rule = _strict_rule(warning) or _WARNING
        yield replace(diagnostic_of(warning, Level.WARNING), rule=rule)
    if result.duplicate_of is not None:
        message = f"the same object is at {result.duplicate_of}"
        yield Diagnostic(Level.WARNING, _DUPLICATE, result.place, message, related=result.duplicate_of)


def diagnostic_of(error: Finding, level: Level) -> Diagnostic:
    """Returns an error as a diagnostic, with the columns of the marked text if known."""
    place, end = error.place, 0
    if error.excerpt is not None and error.excerpt.line == place.line:
        place = replace(place, column=min(place.column, error.excerpt.column))  # the server names a call by its bracket
        end = error.excerpt.end_column
    hints = [error.note] if error.note else []
    hints += rule_lines(error.rule) if error.rule is not None else ()
    return Diagnostic(level, _rule(error), place, error_text(error), hint="\n".join(hints), end_column=end)


def _rule(error: Finding) -> str:
    return _strict_rule(error) or _NAMES.get(error.reason, error.reason)


def _strict_rule(error: Finding) -> str:
    """Returns the rule id for an error of a strict decoder; "" for other errors."""
    for words, rule in (("unknown field ", "unknown-field"), ("duplicate field ", "duplicate-field")):
        if error.message.startswith(words):
            return rule
    return ""
