"""The steps of a custom resource through its schema: prune, default, list types, correlate, ratchet.

Steps
- `pruning.py`: removes unknown fields
- `defaulting.py`: sets defaults
- `keyed_items.py`: finds old items of a map list by key
- `correlated.py`: pairs a new value with its old value
- `list_type.py`: lists of type set and map
- `embedded.py`: embedded resources
- `ratcheting.py`: forgives errors of unchanged values

Entry point: one function per module.
"""
