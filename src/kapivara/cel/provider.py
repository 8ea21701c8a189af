"""Who knows the fields of objects: the checker asks for types, the compiler for how a field is read.

An environment has one provider beside its own declarations; a schema's declared types are such a provider. The
protocol buffers that every environment knows (wrappers, `Struct`, `Value` …) are in `well_known`.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from kapivara.cel.types import Type
from kapivara.values.record import record


@record(eq=False)
class FieldDecl:
    """One field of an object: its type, the key that holds it in the data, and how data becomes a value.

    `convert` None means that the data is the value already; it raises `CelError` where the data cannot be one. Data of
    exactly the class `exact` is not converted.
    """

    type: Type
    key: str
    convert: Callable[[Any], Any] | None = None
    exact: builtins.type | None = None


class TypeProvider(Protocol):
    """Knows object types by name."""

    def find_type(self, name: str) -> Type | None:
        """The type that a qualified name stands for, or None."""

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """The field of an object type, or None."""

    def field_names(self, type_name: str) -> Iterable[str]:
        """The names of an object type's fields, as expressions write them."""

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:
        """The value of a message literal, from the values of the fields that it sets; raises `CelError`."""


class ChainedProvider:
    """Asks one provider after the other."""

    def __init__(self, *providers: TypeProvider):
        self._providers = providers

    def _owner(self, type_name: str) -> TypeProvider | None:
        return next((one for one in self._providers if one.find_type(type_name) is not None), None)

    def find_type(self, name: str) -> Type | None:
        """The first provider's answer that is not None."""
        for provider in self._providers:
            if (found := provider.find_type(name)) is not None:
                return found
        return None

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """The answer of the provider that knows the type."""
        owner = self._owner(type_name)
        return owner.find_field(type_name, field) if owner else None

    def field_names(self, type_name: str) -> Iterable[str]:
        """The answer of the provider that knows the type."""
        owner = self._owner(type_name)
        return owner.field_names(type_name) if owner else ()

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:
        """The answer of the provider that knows the type."""
        owner = self._owner(type_name)
        if owner is None:
            from kapivara.cel.errors import CelError

            raise CelError(f"unknown type '{type_name}'")
        return owner.construct(type_name, fields)
