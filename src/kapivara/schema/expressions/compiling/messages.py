"""The server's texts about rules that fail or cannot be evaluated.

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
    """Returns the name of a rule in errors: its message, or its text."""
    return str(rule.get("message") or rule["rule"]).strip()


def default_message(rule: JsonObject) -> str:
    """Returns the error text of a failing rule without a message expression."""
    return rule_name(rule) if rule.get("message") else f"failed rule: {rule_name(rule)}"


def made_message(made: Any) -> str | None:
    """Returns the result of a message expression; None if it cannot be shown."""
    text = made.strip() if isinstance(made, str) else ""
    if not text or "\n" in text or len(text.encode("utf-8", "surrogatepass")) > MAX_MESSAGE_BYTES:
        return None
    return text


def failure_text(failure: str, rule: JsonObject) -> str:
    """Returns the error text of a rule whose evaluation raised an error."""
    if failure.startswith("no such overload"):
        what = "call arguments did not match a supported operator, function or macro signature"
        return f"'{failure}': {what} for rule: {rule_name(rule)}"
    return f"{failure} evaluating rule: {rule_name(rule)}"


def overrun_text(failure: str, rule: JsonObject) -> str:
    """Returns the error text of a rule that exceeded its cost limit."""
    name = rule_name(rule)
    return f"'{failure}': no further validation rules will be run due to call cost exceeds limit for rule: {name}"


def message_overrun_text(rule: JsonObject) -> str:
    """Returns the error text of a message expression that exceeded its cost limit."""
    expression = quote(rule["messageExpression"])
    return f"no further validation rules will be run due to call cost exceeds limit for messageExpression: {expression}"


def rule_error(path: FieldPath | None, value: Any, detail: str, rule: JsonObject) -> FieldError:
    """Returns the error of a failing rule, with the type of its reason."""
    match rule.get("reason"):
        case "FieldValueForbidden":
            return forbidden(path, detail)
        case "FieldValueRequired":
            return required(path, detail)
        case "FieldValueDuplicate":
            return duplicate(path, value)
    return invalid(path, value, detail)
