"""A part of a document: the paths of some resources, and the schemas of their requests and responses."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kapivara.codec.shapes import Struct
from kapivara.meta import GroupVersion
from kapivara.registry.openapi.form import Form
from kapivara.registry.openapi.model import GROUP_VERSION_KIND, META, identity
from kapivara.registry.openapi.operation import Operation, PathItem
from kapivara.registry.openapi.type_schemas import describe_types
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

_OF_ALL_VERSIONS = ("DeleteOptions", "WatchEvent")
"""The types that every group and version registers.

Upstream: apimachinery/pkg/apis/meta/v1/register.go AddToGroupVersion.
"""


def _none(_form: Form) -> JsonObject:
    return {}


@record
class Fragment:
    """The part of a document for some resources.

    The types of the operations and the other `types` have schemas from their declarations; `schemas` supplies the rest.
    `homes` are the groups and versions that register the common types. `ruled` adds the declared rules to built-in
    types.
    """

    items: tuple[PathItem, ...]
    homes: tuple[GroupVersion, ...] = ()
    types: tuple[Struct, ...] = ()
    schemas: Callable[[Form], JsonObject] = _none
    ruled: bool = False

    def without(self, parameter: str) -> Fragment:
        """Returns the fragment without a parameter of the operations; unchanged for the empty name."""
        return replace(self, items=tuple(each.without(parameter) for each in self.items)) if parameter else self

    def with_rules(self, ruled: bool) -> Fragment:
        """Returns the fragment with the declared rules of built-in types, or unchanged."""
        return replace(self, ruled=True) if ruled else self

    def paths(self, form: Form) -> JsonObject:
        """Returns the paths for a version of OpenAPI."""
        return {item.path: form.path_item(item) for item in self.items}

    def describe(self, form: Form) -> JsonObject:
        """Returns the schemas for a version of OpenAPI."""
        found = dict.fromkeys(shape for item in self.items for each in item.operations for shape in _types_in(each))
        schemas = describe_types(form, *found, *self.types, ruled=self.ruled)
        for name in _OF_ALL_VERSIONS:
            if (schema := schemas.get(f"{META}.{name}")) is not None:
                schema[GROUP_VERSION_KIND] = [identity(home.with_kind(name)) for home in self.homes]
        return schemas | self.schemas(form)


def _types_in(operation: Operation) -> Iterable[Struct]:
    models = (operation.model,) if operation.body is None else (operation.model, operation.body.model)
    return [model.shape for model in models if model.shape is not None]
