"""Structural schemas of CRDs: legality, pruning, defaulting, validation and comparison.

- `legality/` validates the schemas of a CRD. `structural.py` is the lazy view of a schema's nodes, and `resource.py`
  takes an object through the steps: prune, default, validate.
- `lowering.py` lowers the rules of a node to a plan for `compiler`. `schema_pass.py` plans a pass that prunes, defaults
  and validates at once; it only accepts objects, and the steps produce all errors.
- `correlated.py` pairs a new value with its old one, and `ratcheting.py` forgives errors in unchanged values.
- `expressions/` compiles and evaluates CEL rules in two forms: one trusts validated data, the other checks each value.
- `changes/` compares two schemas without objects.
"""
