"""Reads Go packages without a Go toolchain, on tree-sitter.

Steps
- `comment_blocks.py`: blocks of comments
- `comments.py`: comments of declarations
- `whole_comments.py`: comments with all lines
- `struct_tags.py`: struct tags
- `build_constraints.py`: files of a package
- `module_cache.py`: packages in Go's module cache
- `import_paths.py`: folders and import paths
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
