"""Prints plans as Python modules.

`emit` writes any Python source; this folder prints validators of packages.

Steps
- `printing.py`: prints literals
- `free_names.py`: unused names
- `shape_names.py`: names of shapes
- `shape_printing.py`: prints shapes of types
- `names.py`: names in a generated module
- `access.py`: reads members of structs
- `shape_source.py`: imports or prints shapes
- `calls.py`: prints calls
- `old_values.py`: finds rules that read old values
- `quick.py`: prints quick checks; prints conditions; statements of quick checks
- `wrapping.py`: breaks long lines
- `module.py`: prints a module; prints functions that return errors

Entry point: `module.py`.
"""
