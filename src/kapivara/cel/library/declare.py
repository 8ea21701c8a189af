"""Functions for declaring libraries: overloads and functions in one line each, collected into a `Library`."""

from __future__ import annotations

from typing import Any

from kapivara.cel.functions import FIRST_VERSION, Function, Library, Overload, Version
from kapivara.cel.types import list_of, map_of, type_param
from kapivara.values.record import replace

A = type_param("A")
B = type_param("B")
T = type_param("T")
LIST_A = list_of(A)
LIST_T = list_of(T)
MAP_A_B = map_of(A, B)

Example = tuple[str, str]


def function(name: str, *overloads: Overload, doc: str, examples: tuple[Example, ...] = ()) -> Function:
    """Declares a function."""
    return Function(name, overloads, doc, examples)


def library(*functions: Function, since: Version | None = FIRST_VERSION) -> Library:
    """Collects functions by name; `since` is the server's version from which rules may use them, or None."""
    if since != FIRST_VERSION:
        functions = tuple([_since(each, since) for each in functions])
    return {each.name: each for each in functions}


def _since(each: Function, version: Version | None) -> Function:
    return replace(each, overloads=tuple([replace(overload, since=version) for overload in each.overloads]))


def same(value: Any) -> Any:
    """Returns its argument: the implementation of a conversion to the type that a value already has."""
    return value
