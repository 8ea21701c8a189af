"""JSONPath in kubectl's dialect.

Steps
- `nodes.py`: the nodes of a parsed path
- `parsing.py`: parses a template; quoted strings with Go's escapes
- `finding.py`: evaluates a path on an object

Entry point: `parsing.py`, `finding.py`.
"""
