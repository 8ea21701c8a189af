"""The built-in kinds: the catalog of resources, the base class of kinds, and one folder per API group.

- `catalog.py` has a row per kind, which discovery, routes, OpenAPI and commands read without importing the kind.
- `kind.py` is the base class of kinds with a default for every step; a module of a group overrides some of them.
  `subresource.py` is the base class of subresources, `unstored_kind.py` that of kinds that store nothing.
- `surroundings.py` is the interface through which a kind uses the server; no module here imports the registry.
- `GROUP/VERSION/types.go` declares the types; the generated files beside it describe them.
- `declared_rules.py` runs the rules that tags declare and merges their errors with those of hand-written rules.
- `apiextensions/` has the kind of CRDs: `apiextensions/changes/` compares two CRDs, `apiextensions/lint/` lints them.
"""
