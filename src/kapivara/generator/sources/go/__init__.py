"""Reads Go packages without a Go toolchain, on tree-sitter.

Steps
- `comment_blocks.py`: blocks of comments
- `open_groups.py`: groups that close on their last line
- `function_bodies.py`: skips function bodies with errors
- `comments.py`: comments of declarations
- `whole_comments.py`: comments with all lines
- `struct_tags.py`: struct tags
- `build_constraints.py`: files of a package
- `module_cache.py`: packages in Go's module cache
- `import_paths.py`: folders and import paths
- `go_file.py`: one parsed file
- `go_package.py`: one package while it is read
- `declarations.py`: declarations of a file
- `plain_structs.py`: fields of ordinary structs
- `type_reader.py`: types in declarations
- `structs.py`: fields of all other structs
- `definitions.py`: declared types and aliases
- `expressions.py`: constant expressions
- `constants.py`: constants of enums
- `loader.py`: loads packages and their imports

Entry point: `loader.py`.
"""
