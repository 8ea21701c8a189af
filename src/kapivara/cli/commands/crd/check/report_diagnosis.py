"""The results of `crd check` as a Diagnosis: the server's errors, and rules that are close to their cost limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cli.commands.crd.check.command import CheckedDefinition, DefinitionReport
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription
from kapivara.cli.reports.result_diagnosis import diagnose as diagnose_results
from kapivara.cli.reports.result_diagnosis import subject_of
from kapivara.cli.validation.status_findings import place_of
from kapivara.schema.expressions.limits import RULE_COST_LIMIT
from kapivara.values.record import replace

_COSTLY: Final = RuleDescription(
    "costly-rule", "A rule whose estimated cost exceeds half of the limit.", level=Level.WARNING
)
_NEAR: Final = 0.5


def diagnose(report: DefinitionReport) -> Diagnosis:
    """Returns a report as a Diagnosis, the form that all machine-readable reports are made from."""
    validated = diagnose_results(report.report, "crd check")
    subjects = []
    for each in report.definitions:
        subject = subject_of(each.result)
        subjects.append(replace(subject, diagnostics=(*subject.diagnostics, *_costly(each))))
    unreadable = validated.subjects[len(report.report.results) :]
    return replace(validated, subjects=(*subjects, *unreadable), rules=(*validated.rules, _COSTLY))


def _costly(checked: CheckedDefinition) -> Iterator[Diagnostic]:
    """Yields the rules within the limit that exceed half the limit; the server reports those above the limit itself."""
    for schema in checked.schemas:
        for rule in schema.rules:
            if _NEAR * RULE_COST_LIMIT <= rule.cost <= RULE_COST_LIMIT and not rule.error:
                share = f"{rule.cost / RULE_COST_LIMIT:.0%}"
                text = f"{rule.place.field or '(root)'}: the estimated cost is {share} of the limit: {rule.text}"
                yield Diagnostic(Level.WARNING, _COSTLY.id, place_of(str(rule.at), checked.manifest), text)
