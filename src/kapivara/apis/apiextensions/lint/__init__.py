"""Finds what is wrong or doubtful about CustomResourceDefinitions, beyond what the server refuses."""

from kapivara.apis.apiextensions.lint.engine import LINT_RULES, lint_definition
from kapivara.apis.apiextensions.lint.rule import Finding, Inside, LintRule, Severity
from kapivara.apis.apiextensions.lint.survey import Remark

__all__ = ["LINT_RULES", "Finding", "Inside", "LintRule", "Remark", "Severity", "lint_definition"]
