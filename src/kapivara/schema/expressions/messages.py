"""What the server says of a rule that fails, or that cannot be evaluated.

Upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go validateExpressions, evalMessageExpression,
ruleMessageOrDefault, fieldErrorForReason (1.37).
"""

from __future__ import annotations

from typing import Any, Final

from kapivara.field import FieldError, FieldPath, duplicate, forbidden, invalid, required
from kapivara.schema.expressions.limits import MAX_MESSAGE_BYTES
from kapivara.values import JsonObject
from kapivara.values.rendering import quote

OUT_OF_BUDGET: Final = "validation failed due to running out of cost budget, no further validation rules will be run"
MESSAGE_OUT_OF_BUDGET: Final = (
    "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run"
)


def rule_name(rule: JsonObject) -> str:
    """What a rule is called in errors: its message, or its text."""
    return str(rule.get("message") or rule["rule"]).strip()


def default_message(rule: JsonObject) -> str:
    """What is said of a rule that fails and makes no message of its own."""
    return rule_name(rule) if rule.get("message") else f"failed rule: {rule_name(rule)}"


def made_message(made: Any) -> str | None:
    """The message that an expression has made; None where it is none that may be shown."""
    text = made.strip() if isinstance(made, str) else ""
    if not text or "\n" in text or len(text.encode("utf-8", "surrogatepass")) > MAX_MESSAGE_BYTES:
        return None
    return text


def failure_text(failure: str, rule: JsonObject) -> str:
    """What is said of a rule whose evaluation fails."""
    if failure.startswith("no such overload"):
        what = "call arguments did not match a supported operator, function or macro signature"
        return f"'{failure}': {what} for rule: {rule_name(rule)}"
    return f"{failure} evaluating rule: {rule_name(rule)}"


def overrun_text(failure: str, rule: JsonObject) -> str:
    """What is said of a rule that costs too much when it runs."""
    name = rule_name(rule)
    return f"'{failure}': no further validation rules will be run due to call cost exceeds limit for rule: {name}"


def message_overrun_text(rule: JsonObject) -> str:
    """What is said of a message expression that costs too much when it runs."""
    expression = quote(rule["messageExpression"])
    return f"no further validation rules will be run due to call cost exceeds limit for messageExpression: {expression}"


def rule_error(path: FieldPath | None, value: Any, detail: str, rule: JsonObject) -> FieldError:
    """The error of a rule that fails, by its reason."""
    match rule.get("reason"):
        case "FieldValueForbidden":
            return forbidden(path, detail)
        case "FieldValueRequired":
            return required(path, detail)
        case "FieldValueDuplicate":
            return duplicate(path, value)
    return invalid(path, value, detail)
