"""May this schema stand in a CustomResourceDefinition? All that the server checks of it, expressions aside."""

from kapivara.schema.legality.field_path import FieldPathError, FieldTarget, resolve_field_path
from kapivara.schema.legality.go_schema import go_rule, go_schema
from kapivara.schema.legality.options import LegalityOptions
from kapivara.schema.legality.verdict import validate_schema

__all__ = [
    "FieldPathError",
    "FieldTarget",
    "LegalityOptions",
    "go_rule",
    "go_schema",
    "resolve_field_path",
    "validate_schema",
]
