"""JSON as the server reads and writes it.

`plain` reads a text at once, `large` in pieces so that other requests continue.

Folders
- `large/`: reads JSON of very many values in pieces, so that other requests are served meanwhile
- `plain/`: reads JSON strictly and writes it canonically
"""
