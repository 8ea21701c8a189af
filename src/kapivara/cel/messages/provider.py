"""Provides the fields of objects: types for the checker, conversions for the compiler.

An environment has one provider beside its own declarations; a schema's declared types are such a provider. `well_known`
has the protobuf messages that every environment knows (wrappers, `Struct`, `Value` …).
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from kapivara.cel.types import Type
from kapivara.values.record import record


@record(eq=False)
class FieldDecl:
    """One field of an object: its type, its key in the data, and the conversion of data to a value.

    `convert` None means that the data is the value; it raises `CelError` for invalid data. Data of exactly the class
    `exact` is not converted.
    """

    type: Type
    key: str
    convert: Callable[[Any], Any] | None = None
    exact: builtins.type | None = None


class TypeProvider(Protocol):
    """Provides object types by name."""

    def find_type(self, name: str) -> Type | None:
        """Returns the type with a qualified name, or None."""

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """Returns the field of an object type, or None."""

    def field_names(self, type_name: str) -> Iterable[str]:
        """Returns the names of an object type's fields, in CEL's spelling."""

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:
        """Returns the value of a message literal, from the values of the fields that it sets; raises `CelError`."""


class ChainedProvider:
    """Combines providers: the first one that knows a type provides it."""

    def __init__(self, *providers: TypeProvider):
        self._providers = providers

    def _owner(self, type_name: str) -> TypeProvider | None:
        return next((one for one in self._providers if one.find_type(type_name) is not None), None)

    def find_type(self, name: str) -> Type | None:
        """Returns the type from the first provider that knows it."""
        for provider in self._providers:
            if (found := provider.find_type(name)) is not None:
                return found
        return None

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """Returns the field from the provider that knows the type."""
        owner = self._owner(type_name)
        return owner.find_field(type_name, field) if owner else None

    def field_names(self, type_name: str) -> Iterable[str]:
        """Returns the field names from the provider that knows the type."""
        owner = self._owner(type_name)
        return owner.field_names(type_name) if owner else ()

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:
        """Returns the value from the provider that knows the type; raises `CelError`."""
        owner = self._owner(type_name)
        if owner is None:
            from kapivara.cel.errors import CelError

            raise CelError(f"unknown type '{type_name}'")
        return owner.construct(type_name, fields)
