"""Writes Python source and loads it. No other room calls `compile` or `exec`.

Steps:

- `conditions.py`: conditions on one value, as data
- `source.py`: writes source: indentation by context manager, names from an allocator, objects through globals
- `loader.py`: compiles the source and returns its functions, with a linecache entry for tracebacks

Entry points: `source.SourceWriter`, `loader.load`.
"""
