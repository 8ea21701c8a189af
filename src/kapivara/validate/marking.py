"""Marks errors with the level of the rule, with its short circuit, and as declared without a hand-written twin."""

from __future__ import annotations

from kapivara.field import ErrorList


def alpha(errors: ErrorList) -> ErrorList:
    """Marks errors of a rule whose errors are only compared with those of hand-written validation."""
    return [each.marked(level="alpha") for each in errors] if errors else errors


def beta(errors: ErrorList) -> ErrorList:
    """Marks errors of a rule that is enforced unless beta validation is switched off."""
    return [each.marked(level="beta") for each in errors] if errors else errors


def short(errors: ErrorList) -> ErrorList:
    """Marks errors after which later rules did not run."""
    return [each.marked(short_circuit=True) for each in errors] if errors else errors


def native(errors: ErrorList) -> ErrorList:
    """Marks errors of rules without a hand-written twin."""
    return [each.marked(declarative_only=True) for each in errors] if errors else errors
