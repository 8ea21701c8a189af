"""What `crd check` found as a diagnosis: what the server says of definitions, and rules that come near their limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cli.answers import place_of
from kapivara.cli.crd_check import CheckedDefinition, DefinitionReport
from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, RuleDescription
from kapivara.cli.report_diagnosis import diagnose as diagnose_results
from kapivara.cli.report_diagnosis import subject_of
from kapivara.schema.expressions.limits import RULE_COST_LIMIT
from kapivara.values.record import replace

_COSTLY: Final = RuleDescription(
    "costly-rule", "A rule that may cost more than half of what one may.", level=Level.WARNING
)
_NEAR: Final = 0.5


def diagnose(report: DefinitionReport) -> Diagnosis:
    """Tells a report in the form that all reports for other tools are made from."""
    told = diagnose_results(report.report, "crd check")
    subjects = []
    for each in report.definitions:
        subject = subject_of(each.result)
        subjects.append(replace(subject, diagnostics=(*subject.diagnostics, *_costly(each))))
    unreadable = told.subjects[len(report.report.results) :]
    return replace(told, subjects=(*subjects, *unreadable), rules=(*told.rules, _COSTLY))


def _costly(checked: CheckedDefinition) -> Iterator[Diagnostic]:
    """Lists the rules that pass, and may not with the next change; those that do not are the server's to tell."""
    for schema in checked.schemas:
        for rule in schema.rules:
            if _NEAR * RULE_COST_LIMIT <= rule.cost <= RULE_COST_LIMIT and not rule.error:
                share = f"{rule.cost / RULE_COST_LIMIT:.0%}"
                text = f"{rule.place.field or '(root)'}: the rule may cost {share} of the limit: {rule.text}"
                yield Diagnostic(Level.WARNING, _COSTLY.id, place_of(str(rule.at), checked.manifest), text)
