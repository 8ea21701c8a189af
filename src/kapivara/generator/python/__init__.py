"""Reads packages of Python source into the model of types, without importing them.

    python_file (text → tree and comments) → module (declarations and imports) → annotations, structs, enums

`front_end` runs these steps for a package and for the modules that it imports. Authors import `names`.
"""
