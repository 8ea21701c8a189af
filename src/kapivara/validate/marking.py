"""Marks on failures: the level of the rule, that later rules did not run, that there is no hand-written twin."""

from __future__ import annotations

from kapivara.field import ErrorList


def alpha(errors: ErrorList) -> ErrorList:
    """Marks failures of a rule that is only compared with hand-written validation."""
    return [each.marked(level="alpha") for each in errors] if errors else errors


def beta(errors: ErrorList) -> ErrorList:
    """Marks failures of a rule that is enforced unless it is switched off."""
    return [each.marked(level="beta") for each in errors] if errors else errors


def short(errors: ErrorList) -> ErrorList:
    """Marks failures after which later rules did not run."""
    return [each.marked(short_circuit=True) for each in errors] if errors else errors


def native(errors: ErrorList) -> ErrorList:
    """Marks failures of rules without a hand-written twin."""
    return [each.marked(declarative_only=True) for each in errors] if errors else errors
