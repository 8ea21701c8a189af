"""Reaching into values whose type is known only when they are there, and building lists and maps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.library import containers
from kapivara.cel.provider import FieldDecl, TypeProvider
from kapivara.cel.types import Type
from kapivara.cel.values import CelMap, OptionalValue
from kapivara.values import ABSENT


def field_of(provider: TypeProvider, owner: Type, name: str) -> FieldDecl:
    """The declaration of a field that the checker has found."""
    found = provider.find_field(owner.name, name)
    if found is None:
        raise LookupError(f"{owner.name} has no field {name}")
    return found


def select_dyn(value: Any, field: str) -> Any:
    """Selects a field of a value of unknown type."""
    if isinstance(value, dict):
        if field in value:
            return value[field]
        raise CelError(f"no such key: {field}")
    if isinstance(value, CelMap):
        return value[field]
    if isinstance(value, OptionalValue):
        return select_optional(value, field)
    raise CelError("no such overload")


def has_dyn(value: Any, field: str) -> bool:
    """Tells whether a value of unknown type has a field."""
    if isinstance(value, (dict, CelMap)):
        return field in value
    if isinstance(value, OptionalValue):
        return value.has_value and has_dyn(value.value, field)
    raise CelError("no such overload")


def select_optional(value: Any, field: str) -> OptionalValue:
    """The field of a value, or nothing; an optional value's field is the field of what it holds."""
    if isinstance(value, OptionalValue):
        if not value.has_value:
            return value
        value = value.value
    return OptionalValue(select_dyn(value, field)) if has_dyn(value, field) else OptionalValue.none()


def range_of(value: Any) -> Any:
    """What a comprehension runs over, where its type is not known before."""
    if isinstance(value, (list, dict, CelMap)):
        return value
    raise CelError("no such overload")


def truth(value: Any) -> bool:
    """The boolean that a value of unknown type has to be."""
    if value is True or value is False:
        return bool(value)
    raise CelError("no such overload")


def index_list(items: Any, index: int) -> Any:
    """The item at an index."""
    if 0 <= index < len(items):
        return items[index]
    raise CelError(f"index out of bounds: {index}")


def index_dyn(value: Any, key: Any) -> Any:
    """What stands at an index or key of a value of unknown type."""
    if isinstance(value, list):
        return containers.index_list(value, key)
    if isinstance(value, (dict, CelMap)):
        return containers.index_map(value, key)
    if isinstance(value, OptionalValue):
        return _index_optional(value, key)
    raise CelError("no such overload")


def _index_optional(value: OptionalValue, key: Any) -> OptionalValue:
    return OptionalValue(index_dyn(value.value, key)) if value.has_value else value


def once(evaluate: Callable[[], Any]) -> Callable[[], Any]:
    """Returns a function that evaluates at its first call, and gives the same value or failure at every call."""
    value: Any = ABSENT
    failure: Exception | None = None

    def get() -> Any:
        nonlocal value, failure
        if value is ABSENT and failure is None:
            try:
                value = evaluate()
            except (CelError, KeyError) as caught:
                failure = caught
        if failure is not None:
            raise failure
        return value

    return get


def optional_item(value: OptionalValue) -> tuple[Any, ...]:
    """What an element written `?e` adds to a list: its value, or nothing."""
    return (value.value,) if value.has_value else ()


def settle_entries(entries: list[tuple[Any, Any, bool]]) -> list[tuple[Any, Any]]:
    """The entries of a map literal, without optional ones that hold nothing."""
    given = []
    for key, value, optional in entries:
        if not optional:
            given.append((key, value))
        elif value.has_value:
            given.append((key, value.value))
    return given
