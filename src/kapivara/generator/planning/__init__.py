"""Builds the plan of packages.

It prints nothing.

Steps
- `iterations.py`: calls for items and values of named types
- `discovery.py`: walks types and reads tags; rejects unsupported types
- `hints.py`: suggests a remedy for an error
- `plan_sources.py`: plans all requested packages; the same, for documents only;
  orders the graph into a package plan

Entry point: `plan_sources.py`.
"""
