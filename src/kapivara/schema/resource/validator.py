"""The validator of one schema: value rules, embedded resources and list types."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kapivara.compiler.stop import Stop
from kapivara.field import ErrorList, FieldPath
from kapivara.schema.resource.lowering import lower
from kapivara.schema.rules.report import FullError, Report
from kapivara.schema.steps.embedded import validate_embedded
from kapivara.schema.steps.list_type import validate_lists
from kapivara.schema.structural.structural import Structural
from kapivara.values import JsonValue

if TYPE_CHECKING:
    from kapivara.schema.steps.ratcheting import Ratchet


class SchemaValidator:
    """Validates values by one schema: `ok` is fast, and `explain` returns the server's errors in its order."""

    __slots__ = ("root", "schema")

    def __init__(self, schema: Structural, title: str):
        self.schema = schema
        self.root = lower(schema, title)

    def ok(self, value: JsonValue) -> bool:
        """Returns True if `explain` would find no errors."""
        return self.judge(value) is True

    def judge(self, value: JsonValue) -> bool | Stop:
        """Returns True if `explain` would find no errors, else the place where the fast check stopped, or False."""
        return self.root.run(value)

    def explain(self, path: FieldPath | None, value: JsonValue) -> ErrorList:
        """Returns all errors of a value at a path."""
        return [
            *self.explain_values(path, value),
            *validate_embedded(path, value, self.schema),
            *validate_lists(path, self.schema, value),
        ]

    def explain_values(
        self, path: FieldPath | None, value: JsonValue, ratchet: Ratchet | None = None, *, stop: bool | Stop = False
    ) -> ErrorList:
        """Returns the errors of value rules, without embedded resources and list types.

        With a ratchet, the value is its whole object or the field that the path names. `stop` is the result of `judge`
        for the value.
        """
        report = Report(path, stop=stop)
        if ratchet is not None:
            report.beside(ratchet, ratchet.root if path is None else ratchet.root.field(str(path)))
        with suppress(FullError):
            self.root.explain(report, "", value)
        report.forgive()
        return report.errors


def validator_for(schema: Structural, title: str = "schema") -> SchemaValidator:
    """Returns a schema's validator, which compiles on first use."""
    return SchemaValidator(schema, title)
