"""Reads plain block YAML line by line, several times faster than libyaml.

It returns nothing for a text that it cannot read exactly; `exact` reads that. A property test compares both.

Steps
- `lines.py`: parses one line: field, item, scalar
- `brackets.py`: flow collections within one line; anchors and aliases of collections
- `texts.py`: block scalars and multi-line scalars
- `duplicates.py`: finds duplicate keys
- `places.py`: the places of fields, for `positions`
- `reader.py`: reads one document

Entry point: `reader.py`.
"""
