"""Validates the parts of `x-kubernetes-validations` that need no compilation.

Upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
ValidateCustomResourceDefinitionOpenAPISchema (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.field import ErrorList, FieldError, FieldPath, invalid, not_supported, required
from kapivara.schema.legality.survey import survey
from kapivara.schema.structural.field_path import FieldPathError, resolve_field_path
from kapivara.values import JsonObject
from kapivara.values.rendering import NamedString

_REASONS: Final = ("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired")


def rule_errors(raw: JsonObject, path: FieldPath) -> ErrorList:
    """Validates texts, reasons and field paths of a schema's rules."""
    errors: ErrorList = []
    for position, rule in enumerate(raw.get("x-kubernetes-validations") or ()):
        at = path.child("x-kubernetes-validations").index(position)
        if (problem := _text_error(rule, at)) is not None:
            errors.append(problem)
        if (expression := rule.get("messageExpression")) and not expression.strip():
            detail = "messageExpression must be non-empty if specified"
            errors.append(required(at.child("messageExpression"), detail))
        if "reason" in rule and rule["reason"] not in _REASONS:
            errors.append(not_supported(at.child("reason"), NamedString(rule["reason"]), _REASONS))
        if rule.get("fieldPath"):
            errors += _field_path_errors(rule["fieldPath"], raw, at.child("fieldPath"))
    return errors


def _text_error(rule: JsonObject, at: FieldPath) -> FieldError | None:
    """Returns the first error of a rule's expression and message."""
    expression, message = (rule.get("rule") or "").strip(), rule.get("message") or ""
    if not expression:
        return required(at.child("rule"), "rule is not specified")
    if message and not message.strip():
        return invalid(at.child("message"), message, "must be non-empty if specified")
    if _has_line_breaks(message.strip()):
        return invalid(at.child("message"), message, "must not contain line breaks")
    if _has_line_breaks(expression) and not message:
        return required(at.child("message"), "message must be specified if rule contains line breaks")
    return None


def _field_path_errors(text: str, raw: JsonObject, at: FieldPath) -> ErrorList:
    errors: ErrorList = []
    if not text.strip():
        errors.append(invalid(at, text, "must be non-empty if specified"))
    if _has_line_breaks(text):
        errors.append(invalid(at, text, "must not contain line breaks"))
    if not _leads_somewhere(text, raw):
        errors.append(invalid(at, text, "must be a valid path"))
    return errors


def _leads_somewhere(text: str, raw: JsonObject) -> bool:
    try:
        resolve_field_path(text, raw)
    except FieldPathError:
        return survey(raw).conversion_problem is not None  # then the server skips the check
    return True


def _has_line_breaks(text: str) -> bool:
    return "\n" in text or "\r" in text
