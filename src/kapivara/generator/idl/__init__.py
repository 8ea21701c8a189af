"""From the declarations of built-in types (`types.go` in `meta` and `apis`) to the Python that describes them.

`facts` reads what a type and its fields say; `tables`, `texts` and `typed_dicts` print it; `files` puts it all in its
place.
"""
