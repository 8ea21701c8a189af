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
    title="The server refuses the definition.",
    reason="Nothing else about it matters until this is put right. The words are the server's own, as "
    "`kapivara crd check` tells them.",
    fix="Do what the message says; `kapivara crd check` tells what rules cost, and which bounds would help.",
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
