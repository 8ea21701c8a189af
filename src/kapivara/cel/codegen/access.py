"""What compiled expressions call beside the libraries: places in lists, truth of dyn, optional parts of literals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.functions import OverloadCost
from kapivara.cel.provider import FieldDecl, TypeProvider
from kapivara.cel.types import Type
from kapivara.cel.values import OptionalValue
from kapivara.cel.values.display import display
from kapivara.cel.values.failed import FAILED
from kapivara.cel.values.maps import key_identity
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


def holds_nothing(value: Any) -> bool:
    """Returns whether a value is an optional one without a value."""
    return isinstance(value, OptionalValue) and not value.has_value


def index_list(items: Any, index: int) -> Any:
    """The item at an index."""
    if 0 <= index < len(items):
        return items[index]
    raise CelError(f"index out of bounds: {index}")


class Accumulator:
    """What a loop has made so far: a value, or the failure that it has come to."""

    __slots__ = ("failure", "value")

    def __init__(self, value: Any):
        self.value = value
        self.failure: Exception | None = None

    def __call__(self) -> Any:
        """The value; raises the failure."""
        if self.failure is not None:
            raise self.failure
        return self.value

    def hold(self, value: Any) -> None:
        """Takes a value in place of what was there."""
        self.value = value
        self.failure = None


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


def call_or_panic(
    cost: OverloadCost, implementation: Callable[..., Any], payers: tuple[Budget, ...], *args: Any
) -> Any:
    """Calls a function; where it fails, its cost is asked for, which may break off the evaluation.

    `payers` is what the function takes before its operands.
    """
    try:
        return implementation(*payers, *args)
    except CelError:
        cost.actual(args, FAILED)
        raise


def optional_item(value: Any) -> tuple[Any, ...]:
    """What an element written `?e` adds to a list: its value, or nothing; fails where it is no optional one."""
    if type(value) is not OptionalValue:
        raise CelError(f"cannot initialize optional list element from non-optional value {display(value)}")
    return (value.value,) if value.has_value else ()


def keyed(key: Any, value: Any) -> tuple[Any, Any]:
    """An entry of a map literal; raises `CelPanicError` where its key cannot be one."""
    key_identity(key)
    return key, value


def present_entries(entries: list[tuple[Any, Any, bool]]) -> list[tuple[Any, Any]]:
    """The entries of a map literal, without optional ones that hold nothing, which take out earlier ones.

    Fails where an entry written `?k` is no optional one.
    """
    given: list[tuple[Any, Any]] = []
    for key, value, optional in entries:
        if not optional:
            given.append((key, value))
        elif type(value) is not OptionalValue:
            entry = f"'{display(key)}' from non-optional value {display(value)}"
            raise CelError(f"cannot initialize optional entry {entry}")
        elif value.has_value:
            given.append((key, value.value))
        else:
            given = [pair for pair in given if key_identity(pair[0]) != key_identity(key)]
    return given
