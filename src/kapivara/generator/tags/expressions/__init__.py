"""The tag validationRule: CEL rules of types and fields.

Steps
- `seen_schemas.py`: the schema of a type, as CEL sees it
- `expression_check.py`: checks texts, types and cost of a rule
- `validation_rule.py`: the tag validationRule
"""
