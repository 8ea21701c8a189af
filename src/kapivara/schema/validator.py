"""The validator of one schema: value rules, embedded resources and list types behind one pair of functions."""

from __future__ import annotations

from kapivara.field import ErrorList, FieldPath
from kapivara.schema.embedded import validate_embedded
from kapivara.schema.list_type import validate_lists
from kapivara.schema.lowering import lower
from kapivara.schema.rules.report import Report
from kapivara.schema.structural import Structural
from kapivara.values import JsonValue


class SchemaValidator:
    """Judges values by one schema: `ok` quickly, `explain` in the server's words and order."""

    __slots__ = ("_validator", "schema")

    def __init__(self, schema: Structural, title: str):
        self.schema = schema
        self._validator = lower(schema, title)

    def ok(self, value: JsonValue) -> bool:
        """Tells whether `explain` would find nothing."""
        return self._validator.ok(value)

    def explain(self, path: FieldPath | None, value: JsonValue) -> ErrorList:
        """Tells everything that is wrong with a value at a path."""
        return [
            *self.explain_values(path, value),
            *validate_embedded(path, value, self.schema),
            *validate_lists(path, self.schema, value),
        ]

    def explain_values(self, path: FieldPath | None, value: JsonValue) -> ErrorList:
        """Tells what the value rules have against a value; embedded resources and list types are left out."""
        report = Report(path)
        self._validator.explain(report, "", value)
        return report.errors


def validator_for(schema: Structural, title: str = "schema") -> SchemaValidator:
    """Returns a schema's validator; nothing is compiled until a value comes."""
    return SchemaValidator(schema, title)
