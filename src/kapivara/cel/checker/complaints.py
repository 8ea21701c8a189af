"""The messages of the checker, one function each.

Upstream: cel-go checker/errors.go, checker/format.go (0.29).
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.cel.types import Type


def undeclared_reference(name: str, container: str) -> str:
    """Returns the message for a variable, function or message type that the environment does not declare."""
    return f"undeclared reference to '{name}' (in container '{container}')"


def no_matching_overload(function: str, args: Sequence[Type], *, member: bool) -> str:
    """Returns the message for a function without overload for its arguments; a member call's target comes first."""
    texts = [str(one) for one in args]
    signature = f"{texts[0]}.({', '.join(texts[1:])})" if member else f"({', '.join(texts)})"
    return f"found no matching overload for '{function}' applied to '{signature}'"


def type_mismatch(expected: Type, actual: Type) -> str:
    """Returns the message for a type where another one is required."""
    return f"expected type '{expected}' but found '{actual}'"


def field_type_mismatch(field: str, expected: Type, actual: Type) -> str:
    """Returns the message for a field of a message literal with a value of the wrong type."""
    return f"expected type of field '{field}' is '{expected}' but provided type is '{actual}'"


def not_a_comprehension_range(found: Type) -> str:
    """Returns the message for a macro on a type without elements."""
    return f"expression of type '{found}' cannot be range of a comprehension (must be list, map, or dynamic)"


def no_field_selection(found: Type) -> str:
    """Returns the message for a selection from a type without fields."""
    return f"type '{found}' does not support field selection"


def undefined_field(field: str) -> str:
    """Returns the message for a selection of an undefined field."""
    return f"undefined field '{field}'"


def failed_resolution(type_name: str) -> str:
    """Returns the message for an object type that the environment does not define."""
    return f"unexpected failed resolution of '{type_name}'"


def not_a_message_type(name: str) -> str:
    """Returns the message for a message literal of a type without fields."""
    return f"'{name}' is not a message type"
