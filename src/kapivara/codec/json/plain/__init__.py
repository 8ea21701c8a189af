"""Reads JSON strictly and writes it canonically.

Texts of very many values go to `large`.

Steps
- `literals.py`: values of JSON strings and numbers
- `tokens.py`: splits a text into tokens; the server's syntax errors, with line and column
- `scanner.py`: reads a value, its duplicate keys, or the error
- `duplicates.py`: finds the paths of duplicate keys
- `places.py`: the places of all fields, for `positions`
- `source.py`: a tree that keeps literals, order and duplicates
- `light_encoding.py`: writes small values without importing orjson
- `reader.py`: reads with orjson, and falls back to the scanner
- `encoding.py`: writes JSON as the server does

Entry point: `reader.py`, `encoding.py`.
"""
