"""Finds mistakes in tags of API types that the generator accepts.

Folders
- `rules/`: the lint rules, one module for each subject

Steps
- `finding.py`: one finding
- `exceptions.py`: the file of accepted differences
- `declarations.py`: types and fields with tags
- `survey.py`: facts about the sources
- `rule.py`: the contract of a lint rule
- `value_tags.py`: values that tags apply to
- `ruled_types.py`: types with rules
- `default_tags.py`: defaults in comments
- `engine.py`: runs the rules
- `reference.py`: docs/lint.md, from the rules

Entry point: `lint_sources` of this package.
"""

from kapivara.generator.lint.engine import RULES, by_place, lint_sources, wanted_rules
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rules.refused import finding_of
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
