"""Prints plans as Python modules.

`emit` writes any Python source; this folder prints validators of packages.

Steps
- `printing.py`: prints literals
- `free_names.py`: unused names
- `shape_printing.py`: prints shapes of types; names of shapes
- `access.py`: reads members of structs
- `calls.py`: prints calls; names in a generated module; imports or prints shapes
- `old_values.py`: finds rules that read old values
- `quick.py`: prints quick checks; prints conditions; statements of quick checks
- `wrapping.py`: breaks long lines
- `module.py`: prints a module; prints functions that return errors

Entry point: `module.py`.
"""
