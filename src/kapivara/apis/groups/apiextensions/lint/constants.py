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
            message = "the rule holds for everything that the schema lets through"
            fix = "drop it, or say what it is to refuse"
            yield rule.finding(message, fix=fix, severity=Severity.WARNING)
        elif result is RuleResult.NEVER:
            message = "the rule holds for nothing that the schema lets through: every object is refused"
            yield rule.finding(message, fix="compare with values that the schema allows")


CONSTANT_RULE = LintRule(
    id="constant-rule",
    severity=Severity.ERROR,
    title="A rule is always true, or never, whatever object it sees.",
    reason="One that is never true refuses every object (an error); one that is always true refuses none, and only "
    "looks "
    "as if it did (a warning). Told by constants, and by what the schema says already: required fields, defaults, "
    "`enum`, bounds of numbers and sizes.",
    fix="Compare with what the schema lets through, or drop the rule.",
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
    message: what was slow cannot become fast
""",
    check=_check,
)
