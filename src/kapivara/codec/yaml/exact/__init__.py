"""Reads all of YAML 1.1 on PyYAML's parser, with the server's errors.

Steps
- `scalars.py`: values of scalars
- `keys.py`: converts keys to JSON keys
- `duplicates.py`: the server's errors about duplicate keys
- `nodes.py`: parses a text to nodes with lines
- `values.py`: builds values: aliases, merge keys, limits
- `places.py`: the places of fields, for `positions`

Entry point: `nodes.py`, `values.py`.
"""
