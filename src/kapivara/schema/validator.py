"""The validator of one schema: value rules, embedded resources and list types behind one pair of functions."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kapivara.compiler.stop import Stop
from kapivara.field import ErrorList, FieldPath
from kapivara.schema.embedded import validate_embedded
from kapivara.schema.list_type import validate_lists
from kapivara.schema.lowering import lower
from kapivara.schema.rules.report import FullError, Report
from kapivara.schema.structural import Structural
from kapivara.values import JsonValue

if TYPE_CHECKING:
    from kapivara.schema.ratcheting import Ratchet


class SchemaValidator:
    """Judges values by one schema: `ok` quickly, `explain` in the server's words and order."""

    __slots__ = ("root", "schema")

    def __init__(self, schema: Structural, title: str):
        self.schema = schema
        self.root = lower(schema, title)

    def ok(self, value: JsonValue) -> bool:
        """Tells whether `explain` would find nothing."""
        return self.judge(value) is True

    def judge(self, value: JsonValue) -> bool | Stop:
        """Returns True where `explain` would find nothing, else where the quick check stopped, or False."""
        return self.root.run(value)

    def explain(self, path: FieldPath | None, value: JsonValue) -> ErrorList:
        """Tells everything that is wrong with a value at a path."""
        return [
            *self.explain_values(path, value),
            *validate_embedded(path, value, self.schema),
            *validate_lists(path, self.schema, value),
        ]

    def explain_values(
        self, path: FieldPath | None, value: JsonValue, ratchet: Ratchet | None = None, *, stop: bool | Stop = False
    ) -> ErrorList:
        """Tells what the value rules have against a value; embedded resources and list types are left out.

        A ratchet has an object before it, of which the value is the whole or the field that the path names. `stop` is
        what `judge` said of the value.
        """
        report = Report(path, stop=stop)
        if ratchet is not None:
            report.beside(ratchet, ratchet.root if path is None else ratchet.root.field(str(path)))
        with suppress(FullError):
            self.root.explain(report, "", value)
        report.forgive()
        return report.errors


def validator_for(schema: Structural, title: str = "schema") -> SchemaValidator:
    """Returns a schema's validator; nothing is compiled until a value comes."""
    return SchemaValidator(schema, title)
