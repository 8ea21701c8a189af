"""Reads packages of Python types without importing them.

Names for users' annotations are in `generator.python`.

Steps
- `json_names.py`: JSON and Go names of fields
- `python_file.py`: one parsed file; comments of declarations
- `module.py`: declarations and imports of a file
- `type_files.py`: files that declare types; files of imports
- `project.py`: files of a project, and names in them
- `annotations.py`: annotations to types
- `named_types.py`: declared types; kinds of classes
- `front_end.py`: reads a package; enums; constants for defaults; fields of dataclasses

Entry point: `front_end.py`.
"""
