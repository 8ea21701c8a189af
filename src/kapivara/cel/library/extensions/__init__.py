"""cel-go's extension libraries.

Steps
- `encoders.py`: base64 and JSON
- `sets.py`: sets
- `lists.py`: lists
- `math.py`: math
- `optionals.py`: optional values
- `comprehensions.py`: transformMap and transformMapEntry
- `formatting.py`: clauses of format strings
- `formatting_plain.py`: `format` by the specification
- `formatting_localized.py`: `format` as the server prints
- `strings.py`: strings
- `regex.py`: regular expressions
"""
