"""Generates the Python files beside each built-in types.go.

Steps
- `references.py`: names of types of other packages
- `facts.py`: facts about a declared type
- `described_shapes.py`: shapes in generated validators
- `tables.py`: tables of shapes
- `texts.py`: descriptions of fields
- `typed_dicts.py`: TypedDicts for mypy
- `unruled_fields.py`: fields without validation
- `rules.py`: rules in published documents
- `validation_tags.py`: tags for `kapivara explain`
- `validators.py`: validators
- `files.py`: all files of a package

Entry point: `files.py`.
"""
