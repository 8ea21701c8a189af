"""Reads packages of Go source into the model of types, without a Go toolchain.

    go_file (text → tree) → declarations (tree → declarations) → type_reader, structs, definitions, constants

`loader` runs these steps for a package and for the packages that it imports; `import_paths` finds their folders.
"""
