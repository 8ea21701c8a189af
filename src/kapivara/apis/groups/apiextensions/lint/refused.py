"""Lint rule that passes on the server's errors."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey


def _check(survey: Survey) -> Iterator[Finding]:
    for each in survey.refusals:
        yield Finding(each.message, each.path, fix=each.fix)


REFUSED = LintRule(
    id="refused",
    severity=Severity.ERROR,
    title="The server rejects the CRD.",
    reason="The other findings do not matter until this is fixed. The text is the server's, as `kapivara crd "
    "check` prints it.",
    fix="Follow the message; `kapivara crd check` shows the cost of CEL rules and suggests bounds.",
    failing="""\
size:
  type: integer
  default: large
""",
    passing="""\
size:
  type: integer
  default: 3
""",
    check=_check,
)
