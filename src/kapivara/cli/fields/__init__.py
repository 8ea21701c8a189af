"""The fields of a kind as a tree, from Go types or from the schema of a CRD.

`explain` prints the tree; `hints/` looks in it for the field that the author meant.

Steps:

- `tree.py`: the node that both kinds of trees implement, and the facts and rules of a field
- `built_in.py`: the fields of built-in kinds, from types.go
- `custom.py`: the fields of custom resources, from the CRD's schema
- `tag_rules.py`: the meaning of the validation tags on a field
- `hand_written_rules.py`: the hand-written rules about a field, from the table that `scripts/regen` writes

Entry point: `tree.fields_of`.
"""
