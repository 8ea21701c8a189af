"""The two versions of OpenAPI, and the differences between their schemas."""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.schema.structural.combining import Schema
from kapivara.values import JsonValue
from kapivara.values.record import record


@record
class OpenApiVersion:
    """A version: the prefix of references, whether these stand alone, and whether defaults are included.

    `choices` means that schemas may have `oneOf`.
    """

    number: int
    prefix: str
    bare_references: bool
    defaults: bool
    choices: bool

    def reference(self, name: str) -> Schema:
        """Returns a reference to the schema of a type, beside which other keywords may be added."""
        reference: Schema = {"$ref": f"{self.prefix}{name}"}
        return {"allOf": [reference]} if self.bare_references else reference

    def plain_reference(self, name: str) -> Schema:
        """Returns a reference to the schema of a type, with nothing beside it."""
        return {"$ref": f"{self.prefix}{name}"}

    def own_type(self, schema: Mapping[str, JsonValue]) -> Schema:
        """Returns the schema of a type with its own JSON encoding; without `choices`, a `oneOf` becomes a string."""
        if self.choices or "oneOf" not in schema:
            return dict(schema)
        return {"type": "string", **{key: value for key, value in schema.items() if key != "oneOf"}}

    def document(self, title: str, version: str, mark: str, schemas: Schema) -> Schema:
        """Returns a document that consists of schemas; `mark` is its description, which states its origin."""
        info = {"title": title, "version": version, "description": mark}
        if self.number == 2:
            return {"swagger": "2.0", "info": info, "paths": {}, "definitions": schemas}
        return {"openapi": "3.0.0", "info": info, "paths": {}, "components": {"schemas": schemas}}


V3 = OpenApiVersion(3, "#/components/schemas/", bare_references=True, defaults=True, choices=True)
V2 = OpenApiVersion(2, "#/definitions/", bare_references=False, defaults=False, choices=False)
