"""The common content of both OpenAPI versions, and their differences: references between schemas, and paths."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from kapivara.registry.openapi.model import GROUP_VERSION_KIND, TEXT, Model, identity
from kapivara.registry.openapi.operation import Operation, PathItem
from kapivara.values import JsonObject, JsonValue


class Form(ABC):
    """A version of OpenAPI. `prefix` is the prefix of references to schemas.

    A plain one does not support choices, null and defaults.
    """

    prefix: str
    is_plain: bool

    def reference(self, model: str) -> JsonObject:
        """Returns a reference to the schema of a model."""
        return {"$ref": f"{self.prefix}{model}"}

    def schema_of(self, model: Model) -> JsonObject:
        """Returns the schema of a body or a response."""
        return {"type": TEXT.name} if model == TEXT else self.reference(model.name)

    @abstractmethod
    def reference_with(self, model: str, beside: JsonObject) -> JsonObject:
        """Returns a reference to the schema of a model, with sibling keywords or ready for them."""

    @abstractmethod
    def default(self, value: JsonValue) -> JsonObject:
        """Returns the keyword of a default, if the version supports defaults."""

    @abstractmethod
    def own_type(self, schema: Mapping[str, JsonValue]) -> JsonObject:
        """Returns the schema of a type with its own JSON decoding."""

    @abstractmethod
    def path_item(self, item: PathItem) -> JsonObject:
        """Returns a path with its operations."""


def about(operation: Operation) -> JsonObject:
    """Returns the parts of an operation that are equal in both versions."""
    written: JsonObject = {"description": operation.text, "operationId": operation.id, "tags": [operation.tag]}
    if operation.kind is not None:
        written["x-kubernetes-action"] = operation.action
        written[GROUP_VERSION_KIND] = identity(operation.kind)
    return written


def described_text(text: str) -> JsonObject:
    """Returns a description, or nothing for an empty text."""
    return {"description": text} if text else {}
