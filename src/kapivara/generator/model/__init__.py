"""The types of API packages, whatever their source language.

Front ends in `sources` build it; all other folders read it.

Steps
- `types.py`: packages, types, fields and comments
- `author_error.py`: errors of authors, with place and remedy
- `natives.py`: typedefs and pointers resolved
- `json_fields.py`: the JSON fields of a struct
- `own_json.py`: types with JSON methods, and zero values
- `kinds.py`: decides which types are kinds
- `symbol_reference.py`: defaults that refer to a constant
- `value_recursion.py`: detects types that contain themselves

Entry point: `types.py`.
"""
