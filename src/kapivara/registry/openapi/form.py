"""What both versions of OpenAPI say, each in its own form: how schemas refer to one another, how paths are written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from kapivara.registry.openapi.model import GROUP_VERSION_KIND, TEXT, Model, identity
from kapivara.registry.openapi.operation import Operation, PathItem
from kapivara.values import JsonObject, JsonValue


class Form(ABC):
    """A version of OpenAPI. `prefix` is what references to schemas begin with.

    A plain one has no words for choices, for null, and for defaults.
    """

    prefix: str
    is_plain: bool

    def reference(self, model: str) -> JsonObject:
        """Refers to the schema of a model."""
        return {"$ref": f"{self.prefix}{model}"}

    def schema_of(self, model: Model) -> JsonObject:
        """Describes what a body or an answer holds."""
        return {"type": TEXT.name} if model == TEXT else self.reference(model.name)

    @abstractmethod
    def reference_with(self, model: str, beside: JsonObject) -> JsonObject:
        """Refers to the schema of a model, and says something beside that, or could do so."""

    @abstractmethod
    def default(self, value: JsonValue) -> JsonObject:
        """Says what a field is where it is not given, in a version that tells."""

    @abstractmethod
    def own_type(self, schema: Mapping[str, JsonValue]) -> JsonObject:
        """Describes a type that reads its JSON itself."""

    @abstractmethod
    def path_item(self, item: PathItem) -> JsonObject:
        """Writes a path with its operations."""


def about(operation: Operation) -> JsonObject:
    """Writes what both versions say of an operation in the same words."""
    written: JsonObject = {"description": operation.text, "operationId": operation.id, "tags": [operation.tag]}
    if operation.kind is not None:
        written["x-kubernetes-action"] = operation.action
        written[GROUP_VERSION_KIND] = identity(operation.kind)
    return written


def described_text(text: str) -> JsonObject:
    """Says what something is for, where that is known."""
    return {"description": text} if text else {}
