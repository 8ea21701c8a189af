"""Reads JSON of very many values in pieces, so that other requests are served meanwhile.

Steps
- `pieces.py`: cuts a text into pieces
- `reader.py`: reads a text piece by piece
- `duplicates.py`: finds duplicate keys piece by piece

Entry point: `reader.py`.
"""
