"""Validates schemas of CRDs.

Whole CRDs are validated in `apis.groups.apiextensions.validation`.

Steps
- `go_schema.py`: prints a schema as its Go type
- `options.py`: strictness for new and for stored schemas
- `survey.py`: nesting and features of a schema
- `keywords.py`: forbidden keywords and types
- `invariants.py`: rules of structural schemas; fields of junctors that must be declared outside;
  constraints on `metadata`; keywords under junctors
- `topology.py`: list types, map types and `x-kubernetes-preserve-unknown-fields`
- `rules.py`: CEL rules, without their expressions
- `defaults.py`: valid defaults
- `rule_place.py`: the place of a CEL rule: cardinality, correlation, types
- `rule_compilation.py`: all errors about CEL rules: compilation, types and cost
- `ratcheting.py`: relaxes checks that the stored schema breaks
- `verdict.py`: all errors of a version's schema; rules of the root;
  applies keyword, topology and rule checks to all schemas
- `warnings.py`: warnings for authors

Entry point: `validate_schema` of this package.
"""

from kapivara.schema.legality.go_schema import go_rule, go_schema
from kapivara.schema.legality.options import LegalityOptions
from kapivara.schema.legality.ratcheting import options_for_update
from kapivara.schema.legality.verdict import validate_schema
from kapivara.schema.legality.warnings import schema_warnings
from kapivara.schema.structural.field_path import FieldPathError, FieldTarget, resolve_field_path

__all__ = [
    "FieldPathError",
    "FieldTarget",
    "LegalityOptions",
    "go_rule",
    "go_schema",
    "options_for_update",
    "resolve_field_path",
    "schema_warnings",
    "validate_schema",
]
