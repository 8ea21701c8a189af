"""CEL rules of schemas: types, compilation, evaluation, costs.

The language is in `cel`.

Folders
- `compiling/`: compiles the rules of a schema node
- `data/`: schema nodes as CEL types, and data as CEL values
- `running/`: evaluates the rules of a schema on an object

Steps
- `limits.py`: limits of costs and sizes
- `cost_errors.py`: the server's errors about costs

Entry point: `running/checking.py`, `compiling/compilation.py`.
"""
