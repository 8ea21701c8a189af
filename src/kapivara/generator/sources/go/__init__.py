"""Reads Go packages without a Go toolchain, on tree-sitter.

Steps
- `comments.py`: comments of declarations; blocks of comments
- `whole_comments.py`: comments with all lines
- `struct_tags.py`: struct tags
- `build_constraints.py`: files of a package
- `import_paths.py`: folders and import paths; packages in Go's module cache
- `go_file.py`: one parsed file; skips function bodies with errors; groups that close on their last line
- `go_package.py`: one package while it is read
- `declarations.py`: declarations of a file
- `type_reader.py`: types in declarations
- `structs.py`: fields of all other structs; fields of ordinary structs
- `definitions.py`: declared types and aliases
- `expressions.py`: constant expressions
- `loader.py`: loads packages and their imports; constants of enums

Entry point: `loader.py`.
"""
