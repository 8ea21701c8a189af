"""Lint rules for CRDs: errors and doubtful designs that the server accepts."""

from kapivara.apis.apiextensions.lint.engine import LINT_RULES, lint_definition
from kapivara.apis.apiextensions.lint.rule import Finding, Inside, LintRule, Severity
from kapivara.apis.apiextensions.lint.survey import Remark

__all__ = ["LINT_RULES", "Finding", "Inside", "LintRule", "Remark", "Severity", "lint_definition"]
