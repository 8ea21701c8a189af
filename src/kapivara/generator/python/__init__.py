"""Reads packages of Python source into the model of types, without importing them.

    python_file (text → tree and comments) → module (what is declared and imported) → annotations, structs, enums

`front_end` carries a package through these steps and brings in what it imports. Authors import `names`.
"""
