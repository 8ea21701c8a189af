"""Lint rule about CEL rules with a constant result."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey
from kapivara.cel.possible import RuleResult, result_of


def _check(survey: Survey) -> Iterator[Finding]:
    for rule in survey.rules():
        result = RuleResult.DEPENDS if rule.expression is None else result_of(rule.expression.checked, rule.facts)
        if result is RuleResult.ALWAYS:
            message = "the rule holds for every object that the schema accepts"
            fix = "drop the rule, or write a condition that some objects break"
            yield rule.finding(message, fix=fix, severity=Severity.WARNING)
        elif result is RuleResult.NEVER:
            message = "the rule holds for no object that the schema accepts: every object is rejected"
            yield rule.finding(message, fix="compare with values that the schema allows")


CONSTANT_RULE = LintRule(
    id="constant-rule",
    severity=Severity.ERROR,
    title="A CEL rule is true for every object, or for none.",
    reason="A rule that is never true rejects every object (an error); a rule that is always true rejects none (a "
    "warning). The lint rule evaluates constants and the keywords of the schema: required fields, "
    "defaults, `enum`, bounds of numbers and sizes.",
    fix="Compare with values that the schema accepts, or drop the rule.",
    failing="""\
mode:
  type: string
  enum: [Fast, Slow]
  x-kubernetes-validations:
  - rule: self != 'fast' || self == 'Fast'
    message: fast is written with a capital
""",
    passing="""\
mode:
  type: string
  enum: [Fast, Slow]
  x-kubernetes-validations:
  - rule: self == oldSelf || self != 'Fast'
    message: a slow mode cannot become fast
""",
    check=_check,
)
