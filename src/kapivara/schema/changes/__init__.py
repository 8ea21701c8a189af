"""Compares two schemas and reports each change with its effects.

It reads no object. Whole CRDs are compared in `apis.groups.apiextensions.changes`.

Steps
- `change.py`: a change, as data
- `difference.py`: a keyword that became stricter or looser
- `types.py`: changed types
- `watchers.py`: rules, junctors and counts above a field
- `node_pair.py`: old and new schema of one field
- `membership.py`: declared, kept and pruned fields
- `conditions.py`: keywords as CEL conditions
- `keywords.py`: type, bounds, enum, pattern and format
- `junctors.py`: allOf, anyOf, oneOf and not
- `failing.py`: detects rules that can fail with an error
- `evidence.py`: checks whether stored objects are affected
- `consequences.py`: effects of a difference
- `suggestions.py`: transition rules that spare stored objects
- `members.py`: fields and items
- `rule_changes.py`: changed CEL rules; detects transition rules that hold for equal values
- `comparison.py`: compares two schemas; list types and merge keys

Entry point: `comparison.py`.
"""
