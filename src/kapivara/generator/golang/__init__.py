"""Reads packages of Go source into the model of types, without a Go toolchain.

    parsing (text → tree) → declarations (tree → what is declared) → naming, structs, constants (→ model types)

`loader` carries a package through these steps and brings in the packages that it imports; `import_paths` finds them.
"""
