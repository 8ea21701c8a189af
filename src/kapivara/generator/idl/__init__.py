"""Generates the Python descriptions of built-in types from their declarations (`types.go` in `meta` and `apis`).

`facts` reads the properties of types and fields; `tables`, `texts` and `typed_dicts` print them; `files` assigns the
output to files.
"""
