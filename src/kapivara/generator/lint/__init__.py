"""Finds errors and doubtful uses of tags in API types, beyond the errors of the generator."""

from kapivara.generator.lint.engine import RULES, by_place, lint_sources, wanted_rules
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.refused import finding_of
from kapivara.generator.lint.survey import LintOptions

__all__ = [
    "RULES",
    "Finding",
    "LintOptions",
    "Severity",
    "by_place",
    "finding_of",
    "lint_sources",
    "wanted_rules",
]
