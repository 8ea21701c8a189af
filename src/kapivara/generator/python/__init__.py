"""Names that users import in files of Python types, and their meaning.

`names.py` is public. The front end is `sources.python`.

Steps
- `names.py`: integer types and types of Kubernetes, for annotations
- `shared_types.py`: Go types behind these names
- `words.py`: builtin and typing names that annotations may use

Entry point: `names.py`.
"""
