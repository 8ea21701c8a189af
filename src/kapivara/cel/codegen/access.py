"""What compiled expressions call beside the libraries: places in lists, truth of dyn, optional parts of literals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.provider import FieldDecl, TypeProvider
from kapivara.cel.types import Type
from kapivara.cel.values import OptionalValue
from kapivara.values import ABSENT


def field_of(provider: TypeProvider, owner: Type, name: str) -> FieldDecl:
    """The declaration of a field that the checker has found."""
    found = provider.find_field(owner.name, name)
    if found is None:
        raise LookupError(f"{owner.name} has no field {name}")
    return found


def truth(value: Any) -> bool:
    """The boolean that a value of unknown type has to be."""
    if value is True or value is False:
        return bool(value)
    raise CelError("no such overload")


def as_optional(value: Any) -> OptionalValue:
    """The optional value that a value of unknown type has to be."""
    if isinstance(value, OptionalValue):
        return value
    raise CelError("no such overload")


def index_list(items: Any, index: int) -> Any:
    """The item at an index."""
    if 0 <= index < len(items):
        return items[index]
    raise CelError(f"index out of bounds: {index}")


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
    """The entries of a map literal, without optional ones that hold nothing, which take out earlier ones."""
    given: list[tuple[Any, Any]] = []
    for key, value, optional in entries:
        if not optional:
            given.append((key, value))
        elif value.has_value:
            given.append((key, value.value))
        else:
            given = [pair for pair in given if type(pair[0]) is not type(key) or pair[0] != key]
    return given
