"""The two versions of OpenAPI, as far as schemas differ in them."""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.schema.combining import Schema
from kapivara.values import JsonValue
from kapivara.values.record import record


@record
class OpenApiVersion:
    """A version: what references begin with, whether they stand alone, and whether defaults are told.

    `choices` tells whether it has words for one of several types.
    """

    number: int
    prefix: str
    bare_references: bool
    defaults: bool
    choices: bool

    def reference(self, name: str) -> Schema:
        """Refers to the schema of a type; others may say something beside it."""
        reference: Schema = {"$ref": f"{self.prefix}{name}"}
        return {"allOf": [reference]} if self.bare_references else reference

    def plain_reference(self, name: str) -> Schema:
        """Refers to the schema of a type, with nothing beside it."""
        return {"$ref": f"{self.prefix}{name}"}

    def own_type(self, schema: Mapping[str, JsonValue]) -> Schema:
        """Describes a type that reads its JSON itself; without words for choices, one of several is a string."""
        if self.choices or "oneOf" not in schema:
            return dict(schema)
        return {"type": "string", **{key: value for key, value in schema.items() if key != "oneOf"}}

    def document(self, title: str, version: str, mark: str, schemas: Schema) -> Schema:
        """Writes a document of schemas alone; `mark` says where it comes from."""
        info = {"title": title, "version": version, "description": mark}
        if self.number == 2:
            return {"swagger": "2.0", "info": info, "paths": {}, "definitions": schemas}
        return {"openapi": "3.0.0", "info": info, "paths": {}, "components": {"schemas": schemas}}


V3 = OpenApiVersion(3, "#/components/schemas/", bare_references=True, defaults=True, choices=True)
V2 = OpenApiVersion(2, "#/definitions/", bare_references=False, defaults=False, choices=False)
