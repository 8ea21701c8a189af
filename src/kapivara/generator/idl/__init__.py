"""Generates the Python files beside each built-in types.go.

Steps
- `facts.py`: facts about a declared type
- `validators.py`: validators; shapes in generated validators; names of types of other packages
- `files.py`: all files of a package; rules in published documents; fields without validation; tables of shapes;
  descriptions of fields; TypedDicts for mypy; tags for `kapivara explain`

Entry point: `files.py`.
"""
