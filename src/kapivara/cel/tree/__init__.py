"""The syntax tree and walks over it.

Steps
- `ast.py`: nodes, each with an id
- `walk.py`: walks without recursion
- `checked.py`: a checked tree with types and references by id
- `strictness.py`: evaluation of operands after an error
- `source_text.py`: prints a tree as text

Entry point: `ast.py`.
"""
