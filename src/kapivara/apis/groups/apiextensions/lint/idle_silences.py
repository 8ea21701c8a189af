"""Lint rule about annotations and comments that suppress nothing."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import ExamplePart, Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey


def _check(survey: Survey) -> Iterator[Finding]:
    for each in survey.idle_silences:
        yield Finding(each.message, each.path, fix=each.fix)


IDLE_SILENCE = LintRule(
    id="idle-silence",
    severity=Severity.WARNING,
    title="A comment or annotation silences a rule that does not exist, or that finds nothing there.",
    reason="A misspelt id silences nothing; a silence that is no longer needed would hide the next finding.",
    fix="Correct the id, or drop it.",
    failing="""\
annotations:
  kapivara/lint-disable: bool, phase
""",
    passing="""\
annotations:
  kapivara/lint-disable: boolean, description@spec.paused
""",
    check=_check,
    scope=ExamplePart.METADATA,
)
