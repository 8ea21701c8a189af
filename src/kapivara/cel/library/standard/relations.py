"""Equality and order. Numbers of different types compare by value; NaN has no order.

Upstream: cel-go common/stdlib/standard.go, common/types/compare.go.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from kapivara.cel.cost.table import EQUAL, LESS_TEXT, NOT_EQUAL
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Function, Overload
from kapivara.cel.library.declare import A, function, library
from kapivara.cel.types import BOOL, BYTES, DOUBLE, DURATION, INT, STRING, TIMESTAMP, UINT, Type
from kapivara.cel.values.equality import different, equal

_ORDERED: tuple[tuple[str, Type, Type], ...] = (
    ("bool", BOOL, BOOL),
    ("int64", INT, INT),
    ("int64_double", INT, DOUBLE),
    ("int64_uint64", INT, UINT),
    ("uint64", UINT, UINT),
    ("uint64_double", UINT, DOUBLE),
    ("uint64_int64", UINT, INT),
    ("double", DOUBLE, DOUBLE),
    ("double_int64", DOUBLE, INT),
    ("double_uint64", DOUBLE, UINT),
    ("string", STRING, STRING),
    ("bytes", BYTES, BYTES),
    ("timestamp", TIMESTAMP, TIMESTAMP),
    ("duration", DURATION, DURATION),
)
_TIMES = (TIMESTAMP, DURATION)


def _between_doubles(holds: Callable[[Any, Any], bool]) -> Callable[[float, float], bool]:
    def relation(one: float, other: float) -> bool:
        one, other = float(one), float(other)  # kept: an integer is rounded to a double
        if one != one or other != other:
            raise CelError("NaN values cannot be ordered")
        return holds(one, other)

    return relation


def _relation(
    sign: str, name: str, holds: Callable[[Any, Any], bool], doc: str, *examples: tuple[str, str]
) -> Function:
    of_doubles = _between_doubles(holds)
    overloads = []
    for suffix, one, other in _ORDERED:
        if DOUBLE in (one, other):
            made = Overload(f"{name}_{suffix}", (one, other), BOOL, of_doubles)
        else:
            inline = f"{{0}}.nanos {sign} {{1}}.nanos" if one in _TIMES else f"{{0}} {sign} {{1}}"
            cost = LESS_TEXT if one in (STRING, BYTES) else None
            made = Overload(f"{name}_{suffix}", (one, other), BOOL, holds, inline=inline, fails=False, cost=cost)
        overloads.append(made)
    return function(f"_{sign}_", *overloads, doc=doc, examples=examples)


RELATIONS = library(
    function(
        "_==_",
        Overload("equals", (A, A), BOOL, equal, fails=False, cost=EQUAL, budgeted=True),
        doc="Whether two values are equal; numbers are, whatever their types, lists and maps by what they hold.",
        examples=(("'hello' == 'world'", "false"), ("dyn(3.0) == 3", "true"), ("[1] == [1]", "true")),
    ),
    function(
        "_!=_",
        Overload("not_equals", (A, A), BOOL, different, fails=False, cost=NOT_EQUAL, budgeted=True),
        doc="Whether two values are not equal.",
        examples=(("1 != 2", "true"), ("'a' != 'a'", "false")),
    ),
    _relation("<", "less", operator.lt, "Whether one value comes before another.", ("-2 < 3", "true")),
    _relation("<=", "less_equals", operator.le, "Whether one value comes no later than another.", ("1 <= 1u", "true")),
    _relation(">", "greater", operator.gt, "Whether one value comes after another.", ("'b' > 'a'", "true")),
    _relation(
        ">=", "greater_equals", operator.ge, "Whether one value comes no earlier than another.", ("2.0 >= 3", "false")
    ),
)
