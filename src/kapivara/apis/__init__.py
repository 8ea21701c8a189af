"""The built-in kinds: their catalog, the code that all kinds share, and one folder for each API group.

A kind is one row of `catalog/rows.py` and one module of its group. The pipeline in `registry` runs the steps of
a kind and knows no kind by name.

Folders
- `catalog/`: lists the built-in resources and the types that a request body may name
- `groups/`: the API groups, each with a folder for every version that it serves
- `machinery/`: the code that all kinds share; it imports no kind and no group
- `shared/`: rules, warnings and columns that kinds of several groups share

Entry point: `catalog.rows.CATALOG`, and `Row.load` for the class of a kind.
"""
