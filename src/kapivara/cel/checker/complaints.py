"""Every complaint of the checker, one function each.

Upstream: cel-go checker/errors.go, checker/format.go (0.29).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.cel.types import Type


def undeclared_reference(name: str, container: str) -> str:
    """A variable, function or message type that the environment does not know."""
    return f"undeclared reference to '{name}' (in container '{container}')"


def no_matching_overload(function: str, args: Sequence[Type], *, member: bool) -> str:
    """A function that is never applied to such arguments; a member call's target comes first."""
    texts = [str(one) for one in args]
    signature = f"{texts[0]}.({', '.join(texts[1:])})" if member else f"({', '.join(texts)})"
    return f"found no matching overload for '{function}' applied to '{signature}'"


def type_mismatch(expected: Type, actual: Type) -> str:
    """A type where another one has to be."""
    return f"expected type '{expected}' but found '{actual}'"


def field_type_mismatch(field: str, expected: Type, actual: Type) -> str:
    """A message literal's field with a value of the wrong type."""
    return f"expected type of field '{field}' is '{expected}' but provided type is '{actual}'"


def not_a_comprehension_range(found: Type) -> str:
    """A macro over something that has no elements."""
    return f"expression of type '{found}' cannot be range of a comprehension (must be list, map, or dynamic)"


def no_field_selection(found: Type) -> str:
    """A selection from something that has no fields."""
    return f"type '{found}' does not support field selection"


def undefined_field(field: str) -> str:
    """A selection of a field that the object does not have."""
    return f"undefined field '{field}'"


def failed_resolution(type_name: str) -> str:
    """An object type that the environment has values of, but does not know."""
    return f"unexpected failed resolution of '{type_name}'"


def not_a_message_type(name: str) -> str:
    """A message literal of a type that has no fields."""
    return f"'{name}' is not a message type"
