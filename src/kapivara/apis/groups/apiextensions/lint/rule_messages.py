"""Lint rules about the messages of CEL rules."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.groups.apiextensions.lint.rule import Finding, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import LintedRule, Survey


def _check_message(survey: Survey) -> Iterator[Finding]:
    for rule in survey.rules():
        if not rule.raw.get("message") and not rule.raw.get("messageExpression"):
            yield rule.finding(
                "the rule has no message: users see the expression when an object breaks it", fix=_ADVICE
            )


_ADVICE = "add a message that states the requirement in the words of users"


def _check_old(survey: Survey) -> Iterator[Finding]:
    looking_back = {id(rule.place) for rule in survey.rules() if rule.compiled.uses_old}
    for rule in survey.rules():
        if _reads_old(rule) and id(rule.place) not in looking_back:
            message = (
                "the message reads oldSelf, but no rule beside it does: oldSelf is then missing, and the message is "
                "never shown"
            )
            yield rule.finding(message, keyword="messageExpression", fix="leave oldSelf out of the message")


def _reads_old(rule: LintedRule) -> bool:
    return rule.compiled.message is not None and rule.compiled.message.uses_old


RULE_WITHOUT_MESSAGE = LintRule(
    id="rule-without-message",
    severity=Severity.WARNING,
    title="A rule has neither a `message` nor a `messageExpression`.",
    reason="The server then answers `failed rule:` with the expression, which users have to decipher.",
    fix="Add a `message` that states the requirement.",
    failing="""\
replicas:
  type: integer
  x-kubernetes-validations:
  - rule: self % 2 == 1
""",
    passing="""\
replicas:
  type: integer
  x-kubernetes-validations:
  - rule: self % 2 == 1
    message: must be odd, so that there is a majority
""",
    check=_check_message,
)
MESSAGE_WITHOUT_OLD = LintRule(
    id="message-without-old-self",
    severity=Severity.WARNING,
    title="A `messageExpression` reads `oldSelf` where no rule at that place does.",
    reason="Messages see the old value only where a rule of the same schema reads `oldSelf`. Otherwise the "
    "expression always fails, and the server falls back on the rule's text.",
    fix="Leave `oldSelf` out of the message, or read it in the rule.",
    failing="""\
mode:
  type: string
  maxLength: 10
  x-kubernetes-validations:
  - rule: self != 'Slow'
    messageExpression: "'must not be Slow, but may stay ' + oldSelf"
""",
    passing="""\
mode:
  type: string
  maxLength: 10
  x-kubernetes-validations:
  - rule: self != 'Slow'
    messageExpression: "'must not be ' + self"
""",
    check=_check_old,
)
