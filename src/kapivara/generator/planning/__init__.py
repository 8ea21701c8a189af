"""Builds the plan of packages.

It prints nothing.

Steps
- `supported.py`: rejects unsupported types
- `iterations.py`: calls for items and values of named types
- `discovery.py`: walks types and reads tags
- `document_discovery.py`: the same, for documents only
- `package_order.py`: orders the graph into a package plan
- `hints.py`: suggests a remedy for an error
- `plan_sources.py`: plans all requested packages

Entry point: `plan_sources.py`.
"""
