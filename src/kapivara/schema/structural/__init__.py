"""The schema as a tree of nodes, and facts about a node without an object.

Steps
- `apparent_cost.py`: estimates from its text whether validation of a schema may be slow
- `unknown_formats.py`: formats that a server version ignores
- `subschemas.py`: walks all schemas in a schema
- `field_path.py`: simple JSON paths in a schema
- `structural.py`: nodes of a structural schema, read when they are first used
- `combining.py`: combines the keywords of several tags into one schema
- `samples.py`: makes sample values of a schema

Entry point: `structural.py`.
"""
