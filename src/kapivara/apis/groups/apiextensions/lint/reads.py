"""Lint rule about CEL rules that read a value that may be absent."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Survey
from kapivara.cel.cost.calls import ITEMS, VALUES
from kapivara.cel.possible import DataPath, unguarded_reads
from kapivara.schema.expressions.compiling.compilation import OLD_SELF


def _check(survey: Survey) -> Iterator[Finding]:
    for rule in survey.rules():
        if rule.expression is None:
            continue
        for read in unguarded_reads(rule.expression.checked, rule.facts):
            message = f"{_shown(read.path)} may be missing: the evaluation of the rule then fails"
            yield rule.finding(message, read.node, fix=_guard(read.path))


def _shown(path: DataPath) -> str:
    """Returns a path in readable form; `[]` stands for any index or key."""
    text = path[0]
    for step in path[1:]:
        text += "[]" if step in (ITEMS, VALUES) else step if step.startswith("[") else f".{step}"
    return text


def _guard(path: DataPath) -> str:
    """Returns the advice for guarding a read."""
    if path == (OLD_SELF,):
        return "ask first: !oldSelf.hasValue() || …"
    holder, last = _shown(path[:-1]), path[-1]
    if not last.startswith("["):
        read = f"item.{last}" if "[]" in holder else f"{holder}.{last}"
        return f"ask first: !has({read}) || …, or has({read}) && … where the rule is not to hold without it"
    if last[1:-1].isdecimal():
        return f"ask first: size({holder}) <= {last[1:-1]} || …"
    return f"ask first: !({last[1:-1]} in {holder}) || …"


UNGUARDED_READ = LintRule(
    id="unguarded-read",
    severity=Severity.ERROR,
    title="A CEL rule reads an optional field, a key of a map or an item of a list without a check that it exists.",
    reason="Where it is missing, the evaluation fails, and the server rejects the object with `no such key: …` "
    "instead of the rule's message, although the schema makes the field optional. A required field, or one "
    "with a default, is always there; `&&` and `||` absorb the failure of one side where the other side "
    "decides.",
    fix="Check `has(self.field)` first, or read it as `self.?field.orValue(…)`.",
    failing="""\
limits:
  type: object
  properties:
    low: {type: integer}
    high: {type: integer}
  x-kubernetes-validations:
  - rule: self.low <= self.high
    message: low must not be greater than high
""",
    passing="""\
limits:
  type: object
  properties:
    low: {type: integer}
    high: {type: integer}
  x-kubernetes-validations:
  - rule: "!has(self.low) || !has(self.high) || self.low <= self.high"
    message: low must not be greater than high
""",
    check=_check,
)
