"""Runs the declarative rules of a kind beside the hand-written ones, and merges both results.

The rules of groups are in `groups/GROUP`.

Steps
- `verdict.py`: the result of validation: errors, and the forgiven errors of an update
- `declared_levels.py`: lists the rules that a type declares, with their stability level
- `declared_rules.py`: runs the declared rules and compares them with the hand-written rules;
  a note about a difference between declared and hand-written errors

Entry point: `declared_rules.DeclaredRules`.
"""
