"""Reads packages of Python types without importing them.

Names for users' annotations are in `generator.python`.

Steps
- `comments.py`: comments of declarations
- `json_names.py`: JSON and Go names of fields
- `python_file.py`: one parsed file
- `import_paths.py`: files of imports
- `module.py`: declarations and imports of a file
- `type_files.py`: files that declare types
- `plain_constants.py`: constants for defaults
- `project.py`: files of a project, and names in them
- `annotations.py`: annotations to types
- `classes.py`: kinds of classes
- `enums.py`: enums
- `named_types.py`: declared types
- `structs.py`: fields of dataclasses
- `front_end.py`: reads a package

Entry point: `front_end.py`.
"""
