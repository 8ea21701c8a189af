"""Choosing an overload by the values of a call, where static types leave several."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.types import Kind, Type
from kapivara.cel.values import type_of_value


@lru_cache(maxsize=512)
def dispatcher(overloads: tuple[Overload, ...]) -> Callable[..., Any]:
    """Returns a function that calls the first overload whose argument types fit."""
    candidates = [(tuple(map(_accepts, each.args)), each.implementation) for each in overloads]

    def call(*values: Any) -> Any:
        kinds = [_signature(type_of_value(value)) for value in values]
        for accepted, implementation in candidates:
            if len(accepted) == len(kinds) and all(
                each is None or kind in each for each, kind in zip(accepted, kinds, strict=True)
            ):
                return implementation(*values)
        raise CelError("no such overload")

    return call


def _accepts(declared: Type) -> frozenset[tuple[Kind, str]] | None:
    """The kinds of value that a declared argument takes; None where it takes any."""
    if declared.kind in (Kind.DYN, Kind.TYPE_PARAM):
        return None
    if declared.kind is Kind.OBJECT:
        return frozenset((_signature(declared), (Kind.MAP, "")))  # objects are maps in the data
    return frozenset((_signature(declared),))


def _signature(of: Type) -> tuple[Kind, str]:
    return of.kind, of.name if of.kind in (Kind.OPAQUE, Kind.OBJECT) else ""
