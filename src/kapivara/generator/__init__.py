"""Turns types in Go or Python into generated files: validators, CRDs, OpenAPI, lint findings and documentation.

- `golang/` (tree-sitter) and `python/` (ast) parse sources into one model of types; `well_known/` has Go's own types.
- `tags/` has the grammar and one object per tag. `discovery.py` walks the types and calls the tags, `planning.py`
  orders their calls as data, and `emission/` prints a module with a quick and a thorough check for each type.
  `plan_sources.py` goes from sources to plans, `pipeline.py` from plans to a loaded module.
- `rule_marker.py`, `seen_schemas.py` and `expression_check.py` parse and check CEL rules on types; `overrides.py` gives
  a field with overrides a type of its own.
- `keywords/` puts rules of tags into schemas. `openapi/` generates OpenAPI documents, `crd/` generates CRDs with
  kubebuilder's markers, and `idl/` describes the built-in types for all other rooms.
- `lint/` and `documentation.py` use the same objects of tags.
"""
