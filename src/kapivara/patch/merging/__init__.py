"""Compares and merges objects by their types, field by field.

Upstream: structured-merge-diff.

Steps
- `field_set.py`: sets of field paths, as FieldsV1
- `merge_type.py`: how values of a type merge
- `described_types.py`: merge types of built-in kinds
- `schema_types.py`: merge types of custom resources
- `list_items.py`: keys of list items
- `typed_compare.py`: compares two objects
- `typed_merge.py`: merges an applied configuration

Entry point: `typed_merge.py`, `typed_compare.py`.
"""
