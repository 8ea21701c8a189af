"""Finds mistakes in CRDs that the server accepts.

Each rule is an object with its explanation and examples; `engine.py` runs them in a fixed order.

Steps
- `rule.py`: a lint rule with its finding, explanation and examples
- `survey.py`: the CRD as rules see it: schemas by path, CEL rules compiled
- `refused.py`: errors of the server, as findings
- `booleans.py`: boolean fields
- `bounds.py`: missing bounds, and their CEL cost
- `columns.py`: paths of printer columns and scale that match no field
- `constants.py`: CEL rules that are always true or never true
- `contradictions.py`: keywords that exclude each other
- `defaults.py`: defaults that are never set, or do harm
- `idle_silences.py`: silencing annotations and comments without effect
- `lists.py`: lists and maps
- `names.py`: names of fields and enum values
- `numbers.py`: number types
- `patterns.py`: patterns without anchors
- `presence.py`: required, optional and nullable fields
- `reads.py`: CEL rules that read missing fields
- `rule_messages.py`: messages of CEL rules
- `status.py`: status and conditions
- `transitions.py`: transition rules that never run, or can be bypassed
- `engine.py`: runs the rules
- `reference.py`: docs/crd-lint.md, from the rules

Entry point: the functions that this package exports.
"""

from kapivara.apis.groups.apiextensions.lint.engine import LINT_RULES, lint_definition
from kapivara.apis.groups.apiextensions.lint.rule import Finding, Inside, LintRule, Severity
from kapivara.apis.groups.apiextensions.lint.survey import Remark

__all__ = ["LINT_RULES", "Finding", "Inside", "LintRule", "Remark", "Severity", "lint_definition"]
