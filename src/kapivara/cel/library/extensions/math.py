"""The math extension: minimum and maximum, rounding, signs, bits.

`math.least` and `math.greatest` are macros, which expand to calls of `math.@min` and `math.@max`.
Upstream: cel-go ext/math.go (version 2).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Function, Overload
from kapivara.cel.library.declare import Example, function, library, same
from kapivara.cel.library.standard.arithmetic import checked_int
from kapivara.cel.types import BOOL, DOUBLE, DYN, INT, UINT, Type, list_of
from kapivara.cel.values.equality import NUMBERS
from kapivara.cel.values.ordering import compare
from kapivara.cel.values.uint import UInt

_NAMES = {"double": DOUBLE, "int": INT, "uint": UINT}
_PAIRS = (
    ("double", "double"), ("int", "int"), ("uint", "uint"), ("int", "uint"), ("int", "double"),
    ("double", "int"), ("double", "uint"), ("uint", "int"), ("uint", "double"),
)  # fmt: skip
_MASK = 2**64 - 1


def _extreme(name: str, sign: int) -> tuple[Callable[[Any, Any], Any], Callable[[Budget, list[Any]], Any]]:
    """Returns functions for the preferred one of two numbers, and of a list; `sign` is how a worse one compares."""

    def of_two(one: Any, other: Any) -> Any:
        try:
            return other if compare(one, other) == sign else one
        except CelError as problem:
            raise CelError(f"{problem}: {name}") from None

    def of_list(budget: Budget, numbers: list[Any]) -> Any:
        budget.take_places(len(numbers))
        if not numbers:
            raise CelError(f"{name}(list) argument must not be empty")
        best = numbers[0]
        for number in numbers[1:]:
            best = of_two(best, number)
        if type(best) not in NUMBERS:
            raise CelError(f"no such overload: {name}")
        return best

    return of_two, of_list


def _extremes(name: str, sign: int, doc: str) -> Function:
    of_two, of_list = _extreme(name, sign)
    prefix = name.replace(".", "_")
    overloads = [
        Overload(f"{prefix}_{each}", (type_,), type_, same, inline="{0}", fails=False) for each, type_ in _NAMES.items()
    ]
    for one, other in _PAIRS:
        result = _NAMES[one] if one == other else DYN
        overloads.append(Overload(f"{prefix}_{one}_{other}", (_NAMES[one], _NAMES[other]), result, of_two))
    overloads += [
        Overload(f"{prefix}_list_{each}", (list_of(type_),), type_, of_list, budgeted=True)
        for each, type_ in _NAMES.items()
    ]
    return function(name, *overloads, doc=doc)


def _half_away(number: float) -> float:
    """Rounds to the nearest whole number, halves away from zero."""
    if number - number != 0:
        return number
    whole = math.trunc(number)
    return math.copysign(abs(whole) + (abs(number - whole) >= 0.5), number)


def _whole(cut: Callable[[float], int]) -> Callable[[float], float]:
    def rounded(number: float) -> float:
        return math.copysign(float(cut(number)), number) if number - number == 0 else number

    return rounded


def _sign_double(number: float) -> float:
    return number if number != number else float((number > 0) - (number < 0))


def _sign_int(number: int) -> int:
    return (number > 0) - (number < 0)


def _sign_uint(number: int) -> UInt:
    return UInt(number > 0)


def _abs_int(number: int) -> int:
    return checked_int(abs(number))


def _sqrt(number: float) -> float:
    return math.sqrt(number) if number >= 0 or number != number else math.nan


def _signed(bits: int) -> int:
    return (bits & _MASK) - 2**64 if bits & 2**63 else bits & _MASK


def _shift(name: str, number: int, places: int) -> int:
    if places < 0:
        raise CelError(f"{name}() negative offset: {places}")
    bits = int(number) & _MASK
    if places > 63:
        return 0
    return bits << places & _MASK if name == "math.bitShiftLeft" else bits >> places


def _shifting(name: str, doc: str, example: Example) -> Function:
    def of_int(number: int, places: int) -> int:
        return _signed(_shift(name, number, places))

    def of_uint(number: int, places: int) -> UInt:
        return UInt(_shift(name, number, places))

    prefix = name.replace(".", "_")
    return function(
        name,
        Overload(f"{prefix}_int_int", (INT, INT), INT, of_int),
        Overload(f"{prefix}_uint_int", (UINT, INT), UINT, of_uint),
        doc=doc,
        examples=(example,),
    )


def _bits(name: str, sign: str, combine: Callable[[int, int], int], doc: str, example: Example) -> Function:
    def of_uint(one: int, other: int) -> UInt:
        return UInt(combine(int(one), int(other)))

    prefix = name.replace(".", "_")
    return function(
        name,
        Overload(f"{prefix}_int_int", (INT, INT), INT, combine, inline=f"{{0}} {sign} {{1}}", fails=False),
        Overload(f"{prefix}_uint_uint", (UINT, UINT), UINT, of_uint, fails=False),
        doc=doc,
        examples=(example,),
    )


def _not_int(number: int) -> int:
    return ~number


def _not_uint(number: int) -> UInt:
    return UInt(~int(number) & _MASK)


def _of_double(
    name: str, implementation: Callable[[float], Any], doc: str, example: Example, result: Type = DOUBLE
) -> Function:
    made = Overload(f"{name.replace('.', '_')}_double", (DOUBLE,), result, implementation, fails=False)
    return function(name, made, doc=doc, examples=(example,))


MATH = library(
    _extremes("math.@min", 1, "The least of numbers: what `math.least` becomes."),
    _extremes("math.@max", -1, "The greatest of numbers: what `math.greatest` becomes."),
    _of_double("math.ceil", _whole(math.ceil), "The next whole number above.", ("math.ceil(1.2)", "2.0")),
    _of_double("math.floor", _whole(math.floor), "The next whole number below.", ("math.floor(-1.2)", "-2.0")),
    _of_double(
        "math.round", _half_away, "The nearest whole number; halves go away from zero.", ("math.round(-1.5)", "-2.0")
    ),
    _of_double("math.trunc", _whole(math.trunc), "The whole part of a number.", ("math.trunc(-1.3)", "-1.0")),
    _of_double("math.isInf", math.isinf, "Whether a double is infinite.", ("math.isInf(1.0 / 0.0)", "true"), BOOL),
    _of_double("math.isNaN", math.isnan, "Whether a double is no number.", ("math.isNaN(0.0 / 0.0)", "true"), BOOL),
    _of_double("math.isFinite", math.isfinite, "Whether a double is finite.", ("math.isFinite(1.2)", "true"), BOOL),
    function(
        "math.abs",
        Overload("math_abs_double", (DOUBLE,), DOUBLE, abs, inline="abs({0})", fails=False),
        Overload("math_abs_int", (INT,), INT, _abs_int),
        Overload("math_abs_uint", (UINT,), UINT, same, inline="{0}", fails=False),
        doc="The size of a number, without its sign.",
        examples=(("math.abs(-1)", "1"),),
    ),
    function(
        "math.sign",
        Overload("math_sign_double", (DOUBLE,), DOUBLE, _sign_double, fails=False),
        Overload("math_sign_int", (INT,), INT, _sign_int, fails=False),
        Overload("math_sign_uint", (UINT,), UINT, _sign_uint, fails=False),
        doc="1, 0 or -1, as a number is positive, zero or negative.",
        examples=(("math.sign(-42)", "-1"), ("math.sign(0.5)", "1.0")),
    ),
    _bits("math.bitAnd", "&", int.__and__, "The bits that both numbers have.", ("math.bitAnd(3u, 2u)", "2u")),
    _bits("math.bitOr", "|", int.__or__, "The bits that one of two numbers has.", ("math.bitOr(1u, 2u)", "3u")),
    _bits("math.bitXor", "^", int.__xor__, "The bits that only one has.", ("math.bitXor(3u, 5u)", "6u")),
    function(
        "math.bitNot",
        Overload("math_bitNot_int_int", (INT,), INT, _not_int, inline="~{0}", fails=False),
        Overload("math_bitNot_uint_uint", (UINT,), UINT, _not_uint, fails=False),
        doc="The bits that a number does not have.",
        examples=(("math.bitNot(1)", "-2"), ("math.bitNot(0u)", "18446744073709551615u")),
    ),
    _shifting("math.bitShiftLeft", "The bits, moved up so many places.", ("math.bitShiftLeft(1, 2)", "4")),
    _shifting("math.bitShiftRight", "The bits, moved down so many places.", ("math.bitShiftRight(1024, 2)", "256")),
    function(
        "math.sqrt",
        Overload("math_sqrt_double", (DOUBLE,), DOUBLE, _sqrt, fails=False),
        Overload("math_sqrt_int", (INT,), DOUBLE, _sqrt, fails=False),
        Overload("math_sqrt_uint", (UINT,), DOUBLE, _sqrt, fails=False),
        doc="The square root of a number; NaN of a negative one.",
        examples=(("math.sqrt(81)", "9.0"),),
    ),
    since=None,
)
