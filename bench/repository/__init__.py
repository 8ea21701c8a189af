"""A repository of manifests to be validated: made of templates, the same each time, with mistakes at known places.

`charts`, `kustomizations` and `operators` fill it, each with what such a part of a repository holds; `mistakes` lists
what is wrong in it; `checking` tells whether a report names all of that, and nothing else.
`python -m bench.repository FOLDER` writes it to be looked at.
"""
