"""Validates the schemas of CRDs: all of the server's rules about schemas."""

from kapivara.schema.legality.field_path import FieldPathError, FieldTarget, resolve_field_path
from kapivara.schema.legality.go_schema import go_rule, go_schema
from kapivara.schema.legality.options import LegalityOptions
from kapivara.schema.legality.ratcheting import options_for_update
from kapivara.schema.legality.verdict import validate_schema
from kapivara.schema.legality.warnings import schema_warnings

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
