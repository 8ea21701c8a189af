"""JSONPath in kubectl's dialect.

Steps
- `quoting.py`: quoted strings with Go's escapes
- `nodes.py`: the nodes of a parsed path
- `parsing.py`: parses a template
- `finding.py`: evaluates a path on an object

Entry point: `parsing.py`, `finding.py`.
"""
