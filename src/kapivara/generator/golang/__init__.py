"""Reads packages of Go source into the model of types, without a Go toolchain.

    go_file (text → tree) → declarations (tree → what is declared) → type_reader, structs, definitions, constants

`loader` carries a package through these steps and brings in the packages that it imports; `import_paths` finds them.
"""
