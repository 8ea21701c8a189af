"""Functions that compiled expressions call beside the libraries: list items, booleans from dyn, optional elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError, again, kept
from kapivara.cel.functions import OverloadCost
from kapivara.cel.messages.provider import FieldDecl, TypeProvider
from kapivara.cel.types import Type
from kapivara.cel.values import OptionalValue
from kapivara.cel.values.display import display
from kapivara.cel.values.extent import pay_to_copy
from kapivara.cel.values.failed import FAILED
from kapivara.cel.values.maps import key_identity
from kapivara.values import ABSENT


def field_of(provider: TypeProvider, owner: Type, name: str) -> FieldDecl:
    """Returns the declaration of a field that the checker has found."""
    found = provider.find_field(owner.name, name)
    if found is None:
        raise LookupError(f"{owner.name} has no field {name}")
    return found


def truth(value: Any) -> bool:
    """Returns a boolean unchanged; raises CelError for any other value."""
    if value is True or value is False:
        return bool(value)
    raise CelError("no such overload")


def as_optional(value: Any) -> OptionalValue:
    """Returns an optional value unchanged; raises CelError for any other value."""
    if isinstance(value, OptionalValue):
        return value
    raise CelError("no such overload")


def holds_nothing(value: Any) -> bool:
    """Returns whether a value is an empty optional value."""
    return isinstance(value, OptionalValue) and not value.has_value


def index_list(items: Any, index: int) -> Any:
    """Returns the item at an index; raises CelError."""
    if 0 <= index < len(items):
        return items[index]
    raise CelError(f"index out of bounds: {index}")


class Accumulator:
    """The accumulator of a loop: a value, or the error of its last step."""

    __slots__ = ("failure", "value")

    def __init__(self, value: Any):
        self.value = value
        self.failure: Exception | None = None

    def __call__(self) -> Any:
        """Returns the value, or raises the error."""
        if self.failure is not None:
            raise again(self.failure)
        return self.value

    def hold(self, value: Any) -> None:
        """Replaces the content by a value."""
        self.value = value
        self.failure = None


def once(evaluate: Callable[[], Any]) -> Callable[[], Any]:
    """Returns a function that evaluates on its first call, and repeats the value or error on every call."""
    value: Any = ABSENT
    failure: Exception | None = None

    def get() -> Any:
        nonlocal value, failure
        if value is ABSENT and failure is None:
            try:
                value = evaluate()
            except (CelError, KeyError) as caught:
                failure = kept(caught)
        if failure is not None:
            raise again(failure)
        return value

    return get


def call_or_panic(
    cost: OverloadCost, implementation: Callable[..., Any], payers: tuple[Budget, ...], *args: Any
) -> Any:
    """Calls a function; if it fails, computes its cost, which may abort the evaluation.

    `payers` are the arguments before the operands.
    """
    try:
        return implementation(*payers, *args)
    except CelError:
        cost.actual(args, FAILED)
        raise


def optional_item(value: Any) -> tuple[Any, ...]:
    """Returns the values that an element written `?e` adds to a list; raises CelError for a non-optional value."""
    if type(value) is not OptionalValue:
        raise CelError(f"cannot initialize optional list element from non-optional value {display(value)}")
    return (value.value,) if value.has_value else ()


def keyed(key: Any, value: Any) -> tuple[Any, Any]:
    """Returns an entry of a map literal; raises `CelPanicError` for an invalid key."""
    key_identity(key)
    return key, value


def present_entries(entries: list[tuple[Any, Any, bool]]) -> list[tuple[Any, Any]]:
    """Returns the entries of a map literal; an empty optional entry removes an earlier one with the same key.

    Raises CelError where an entry written `?k` is not an optional value.
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


def paid_fields(budget: Budget, fields: dict[str, Any]) -> dict[str, Any]:
    """Charges the fields of a message that copies them, and returns them; raises BudgetExceededError."""
    for value in fields.values():
        pay_to_copy(budget, value)
    return fields
